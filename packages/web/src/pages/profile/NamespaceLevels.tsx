import { namespaceNotificationLevels } from '@milepost/core/notifications/notifications';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { session } from '../../platform/session/session.ts';
import type { LevelChange, NamespaceNotifications } from '../../modules/subscriptions/api.ts';
import { Select } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { type PersonView, personQuery } from '../../modules/members/person.ts';
import { ChosenEvents } from './ChosenEvents.tsx';
import { levelMessages } from './level-messages.ts';
import styles from './Profile.module.css';

const messages = defineMessages({
  title: { id: 'profile.namespaceLevels', defaultMessage: 'Per-group settings' },
  why: {
    id: 'profile.namespaceLevelsNote',
    defaultMessage: 'A group’s setting applies to its subgroups and projects unless they have their own.',
  },
  global: { id: 'profile.levelGlobal', defaultMessage: 'Use global setting' },
  watchHere: { id: 'profile.levelWatchHere', defaultMessage: 'All activity' },
});

/** The notification level of each group and project in which the viewer is a member or has a level set. */
export function NamespaceLevels({
  said,
  onSave,
}: {
  said: readonly NamespaceNotifications[];
  onSave(namespace: NamespaceNotifications, change: LevelChange): void;
}) {
  const { formatMessage } = useIntl();
  const { viewer } = session();
  const { data } = useQuery(personQuery(viewer?.username ?? ''));
  const namespaces = namespacesOf(said, data?.user ?? null);
  if (namespaces.length === 0) return null;
  return (
    <div className={styles.namespaces}>
      <h3 className={styles.name}>
        <FormattedMessage {...messages.title} />
      </h3>
      <p className={text.quiet}>
        <FormattedMessage {...messages.why} />
      </p>
      {namespaces.map((namespace) => (
        <Fragment key={`${namespace.kind} ${namespace.full_path}`}>
          <Select
            label={namespace.full_name}
            value={namespace.level}
            onChange={(event) => onSave(namespace, { level: event.target.value })}
          >
            <option value="global">{formatMessage(messages.global)}</option>
            {namespaceNotificationLevels.toReversed().map((each) =>
              each === 'global' ? null : (
                <option key={each} value={each}>
                  {formatMessage(each === 'watch' ? messages.watchHere : levelMessages[each])}
                </option>
              ),
            )}
          </Select>
          <ChosenEvents
            events={namespace.events}
            namespaceName={namespace.full_name}
            onChange={(choice) => onSave(namespace, choice)}
          />
        </Fragment>
      ))}
    </div>
  );
}

/** Memberships and namespaces with a level of their own, without duplicates, by name. */
function namespacesOf(said: readonly NamespaceNotifications[], person: PersonView | null): NamespaceNotifications[] {
  const namespaces = new Map(said.map((namespace) => [namespace.full_path, namespace]));
  const add = (kind: NamespaceNotifications['kind'], path: string, name: string): void => {
    if (!namespaces.has(path)) namespaces.set(path, { kind, full_path: path, full_name: name, level: 'global' });
  };
  for (const { group } of present(person?.groupMemberships?.nodes)) {
    if (group) add('group', group.fullPath, group.fullName);
  }
  for (const { project } of present(person?.projectMemberships?.nodes)) {
    if (project) add('project', project.fullPath, project.nameWithNamespace);
  }
  return [...namespaces.values()].toSorted((one, other) => one.full_name.localeCompare(other.full_name));
}
