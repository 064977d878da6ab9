import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  protectionsQuery,
  type ProtectionView,
  removeProtection,
  type RuleView,
} from '../../modules/deployments/protection.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { protectionMessages as messages } from './messages.ts';
import styles from './Protection.module.css';
import { ProtectionForm } from './ProtectionForm.tsx';

/** The protected environments of a project, or the protected tiers of a group. */
export function ProtectionPage({ address }: PageProps<'groupProtection' | 'projectProtection'>) {
  const { formatMessage } = useIntl();
  const namespace: NamespaceRef = {
    kind: address.page === 'groupProtection' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  useTitle(formatMessage(messages.title), address.fullPath);
  const query = useQuery(protectionsQuery(namespace));
  const [edited, setEdited] = useState<ProtectionView | 'new' | null>(null);
  const add = (
    <Button kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setEdited('new')}>
      <FormattedMessage {...messages.add} />
    </Button>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} actions={query.data && !isEmpty && add} />
      <SkeletonView query={query}>
        {(protections) =>
          isEmpty ? (
            <EmptyState icon={ShieldCheck} title={<FormattedMessage {...messages.none} />} actions={add}>
              <FormattedMessage {...(namespace.kind === 'group' ? messages.noneWhyGroup : messages.noneWhy)} />
            </EmptyState>
          ) : (
            protections.map((protection) => (
              <Protection
                key={protection.name}
                protection={protection}
                namespace={namespace}
                onEdit={() => setEdited(protection)}
              />
            ))
          )
        }
      </SkeletonView>
      {edited && (
        <ProtectionForm
          namespace={namespace}
          protection={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </PageBody>
  );
}

interface ProtectionProps {
  protection: ProtectionView;
  namespace: NamespaceRef;
  onEdit(): void;
}

function Protection({ protection, namespace, onEdit }: ProtectionProps) {
  const { formatMessage } = useIntl();
  const [isAsking, setAsking] = useState(false);
  const { change, isBusy } = useChange(protectionsQuery(namespace).queryKey);
  const { name, deploy_access_levels: deployers, approval_rules: approvers } = protection;
  return (
    <Section
      title={<span className={styles.name}>{name}</span>}
      end={
        <>
          <IconButton icon={Pencil} label={formatMessage(messages.edit, { name })} onClick={onEdit} />
          <IconButton icon={Trash2} label={formatMessage(messages.remove, { name })} onClick={() => setAsking(true)} />
        </>
      }
    >
      <Warnings protection={protection} />
      <div className={styles.rules}>
        <Rules title={formatMessage(messages.deployers)} rules={deployers} />
        {approvers.length > 0 ? (
          <Rules title={formatMessage(messages.approvers)} rules={approvers} />
        ) : (
          <p className={text.quiet}>
            <FormattedMessage {...messages.noApprovers} />
          </p>
        )}
      </div>
      {isAsking && (
        <Dialog
          title={<FormattedMessage {...messages.removeTitle} values={{ name }} />}
          onClose={() => setAsking(false)}
          footer={
            <DangerFoot
              onCancel={() => setAsking(false)}
              busy={isBusy}
              onClick={() => void change({ perform: () => removeProtection(namespace, name) })}
            >
              <FormattedMessage {...messages.removeNow} />
            </DangerFoot>
          }
        >
          <FormattedMessage {...messages.removeWhy} />
        </Dialog>
      )}
    </Section>
  );
}

/** What keeps deployments blocked for ever. */
function Warnings({ protection }: { protection: ProtectionView }) {
  const { deploy_access_levels: deployers, approval_rules: approvers } = protection;
  const short = approvers.filter(({ people_count: people, required_approvals: required = 0 }) => people < required);
  return (
    <>
      {deployers.every(({ people_count: people }) => people === 0) && (
        <Alert tone="warning">
          <FormattedMessage {...messages.nobodyDeploys} />
        </Alert>
      )}
      {short.map(({ id, people_count: people, required_approvals: required, access_level_description: rule }) => (
        <Alert key={id} tone="warning">
          <FormattedMessage
            {...(people === 0 ? messages.nobody : messages.tooFew)}
            values={{ people, required, rule }}
          />
        </Alert>
      ))}
    </>
  );
}

function Rules({ title, rules }: { title: string; rules: readonly RuleView[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul aria-label={title}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span>{rule.access_level_description}</span>
            {rule.required_approvals !== undefined && (
              <span>
                <FormattedMessage {...messages.needs} values={{ count: rule.required_approvals }} />
              </span>
            )}
            <span className={text.quiet}>
              <FormattedMessage {...messages.people} values={{ count: rule.people_count }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
