import type { Feature } from '@milepost/core/settings/features';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import type { SectionCount, Settings } from '../../modules/settings/api.ts';
import { settingsMessages as messages } from './messages.ts';
import styles from './Settings.module.css';

interface SettingsSection {
  title: MessageDescriptor;
  to: Address;
  count?: SectionCount;
  /** Left out where this feature is switched off. */
  feature?: Feature;
  /** Left out without this permission. */
  needs?: keyof Settings['permissions'];
}

interface Part {
  title: MessageDescriptor;
  sections: readonly SettingsSection[];
}

/** The sections of the settings with the number of entries in each. Each leads to its own page. */
export function SettingsSections({ settings, namespace }: { settings: Settings; namespace: NamespaceRef }) {
  const { formatMessage, formatNumber } = useIntl();
  const { fullPath } = namespace;
  const isOn = ({ feature, needs }: SettingsSection) =>
    !settings.features.some(({ name, is_on: on }) => name === feature && !on) &&
    (needs === undefined || settings.permissions[needs]);
  const parts = namespace.kind === 'group' ? partsOfGroup(fullPath) : partsOfProject(fullPath);
  return (
    <nav className={styles.sections} aria-label={formatMessage(messages.settings)}>
      {parts.map(({ title, sections }) => (
        <div key={title.id} className={styles.part}>
          <h2>
            <FormattedMessage {...title} />
          </h2>
          {sections.filter(isOn).map(({ title: name, to, count }) => (
            <Link key={name.id} to={to} aria-current={name === messages.general ? 'page' : undefined}>
              <FormattedMessage {...name} />
              {count && settings.counts[count] > 0 && (
                <span className={styles.count}>{formatNumber(settings.counts[count])}</span>
              )}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

function partsOfGroup(fullPath: string): Part[] {
  return [
    {
      title: messages.group,
      sections: [
        { title: messages.general, to: { page: 'groupSettings', fullPath } },
        { title: messages.members, to: { page: 'groupMembers', fullPath }, count: 'members' },
        { title: messages.publicLinks, to: { page: 'roadmap', fullPath }, count: 'publicLinks' },
      ],
    },
    {
      title: messages.work,
      sections: [
        { title: messages.labels, to: { page: 'groupLabels', fullPath }, count: 'labels' },
        { title: messages.milestones, to: { page: 'groupMilestones', fullPath }, count: 'milestones' },
        {
          title: messages.iterations,
          to: { page: 'groupIterations', fullPath },
          count: 'cadences',
          feature: 'iterations',
        },
        { title: messages.statuses, to: { page: 'statuses', fullPath }, feature: 'statuses' },
        {
          title: messages.customFields,
          to: { page: 'customFields', fullPath },
          count: 'customFields',
          feature: 'custom_fields',
        },
        { title: messages.templates, to: { page: 'groupTemplates', fullPath }, count: 'templates' },
      ],
    },
    {
      title: messages.connections,
      sections: [
        { title: messages.protection, to: { page: 'groupProtection', fullPath } },
        { title: messages.webhooks, to: { page: 'groupHooks', fullPath }, count: 'webhooks' },
        { title: messages.accessTokens, to: { page: 'groupAccessTokens', fullPath }, count: 'accessTokens' },
        {
          title: messages.serviceAccounts,
          to: { page: 'groupServiceAccounts', fullPath },
          needs: 'manage_service_accounts',
        },
        { title: messages.roleMappings, to: { page: 'roleMappings', fullPath }, needs: 'read_audit_events' },
      ],
    },
    {
      title: messages.control,
      sections: [
        { title: messages.seats, to: { page: 'groupSeats', fullPath }, needs: 'read_seats' },
        { title: messages.billing, to: { page: 'groupBilling', fullPath }, needs: 'read_seats' },
        { title: messages.assistant, to: { page: 'groupAssistant', fullPath }, needs: 'update' },
        { title: messages.audit, to: { page: 'groupAudit', fullPath }, needs: 'read_audit_events' },
        { title: messages.deleted, to: { page: 'deleted' } },
      ],
    },
  ];
}

function partsOfProject(fullPath: string): Part[] {
  return [
    {
      title: messages.project,
      sections: [
        { title: messages.general, to: { page: 'projectSettings', fullPath } },
        { title: messages.members, to: { page: 'projectMembers', fullPath }, count: 'members' },
      ],
    },
    {
      title: messages.work,
      sections: [
        { title: messages.labels, to: { page: 'projectLabels', fullPath }, count: 'labels' },
        {
          title: messages.milestones,
          to: { page: 'projectMilestones', fullPath },
          count: 'milestones',
          feature: 'milestones',
        },
        {
          title: messages.iterations,
          to: { page: 'projectIterations', fullPath },
          count: 'cadences',
          feature: 'iterations',
        },
        { title: messages.templates, to: { page: 'projectTemplates', fullPath }, count: 'templates' },
      ],
    },
    {
      title: messages.connections,
      sections: [
        { title: messages.protection, to: { page: 'projectProtection', fullPath } },
        { title: messages.webhooks, to: { page: 'projectHooks', fullPath }, count: 'webhooks' },
        { title: messages.remote, to: { page: 'remote', fullPath } },
        { title: messages.inboundWebhooks, to: { page: 'inboundWebhooks', fullPath } },
        { title: messages.accessTokens, to: { page: 'projectAccessTokens', fullPath }, count: 'accessTokens' },
      ],
    },
    {
      title: messages.control,
      sections: [
        { title: messages.audit, to: { page: 'projectAudit', fullPath }, needs: 'read_audit_events' },
        { title: messages.deleted, to: { page: 'deleted' } },
      ],
    },
  ];
}
