import { webhookEvents } from '@milepost/core/webhooks';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { NotFoundError, ForbiddenError, UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { session } from '../../platform/session/session.ts';
import { namespaceQuery } from '../../modules/namespaces/summary.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { hooksQuery, removeHook, type HookView } from './api.ts';
import { Deliveries } from './Deliveries.tsx';
import { HookForm } from './HookForm.tsx';
import { TestMenu } from './TestMenu.tsx';
import { hookMessages as messages } from './messages.ts';
import styles from './Webhooks.module.css';

/** The webhooks of a group or project and their deliveries; for users who may manage them. */
export function WebhooksPage({ address }: PageProps<'groupHooks' | 'projectHooks'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const namespace: NamespaceRef = { kind: address.page === 'groupHooks' ? 'group' : 'project', fullPath };
  // Without permission the request would be refused.
  const access = useQuery(namespaceQuery(namespace));
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <QueryView query={access}>
      {(found) => {
        if (!found) return <Failure error={new NotFoundError('')} />;
        if (!found.permissions.adminWebHook) return <Failure error={new ForbiddenError('')} />;
        return <HooksOf namespace={namespace} />;
      }}
    </QueryView>
  );
}

function HooksOf({ namespace }: { namespace: NamespaceRef }) {
  const query = useQuery(hooksQuery(namespace));
  return (
    <PageBody>
      <QueryView query={query}>{(hooks) => <Hooks namespace={namespace} hooks={hooks} />}</QueryView>
    </PageBody>
  );
}

function Hooks({ namespace, hooks }: { namespace: NamespaceRef; hooks: readonly HookView[] }) {
  const { formatMessage } = useIntl();
  const [edited, setEdited] = useState<HookView | 'new' | null>(null);
  // Another form would discard the values typed into this one.
  const mayBegin = edited === null;
  const [logged, setLogged] = useState<number | null>(null);
  const [removed, setRemoved] = useState<HookView | null>(null);
  return (
    <>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          mayBegin && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
              <FormattedMessage {...messages.new} />
            </Button>
          )
        }
      />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      {edited !== null && (
        <HookForm
          key={edited === 'new' ? 'new' : edited.id}
          namespace={namespace}
          hook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {hooks.length === 0 && edited === null && (
        <EmptyState icon={Webhook} title={<FormattedMessage {...messages.none} />} />
      )}
      {hooks.length > 0 && (
        <Rows label={formatMessage(messages.title)}>
          {hooks.map((hook) => (
            <Row
              key={hook.id}
              title={hook.url}
              note={webhookEvents
                .filter((event) => hook[event])
                .map((event) => formatMessage(messages[event]))
                .join(', ')}
              end={
                <>
                  <TestMenu namespace={namespace} hook={hook} onSent={() => setLogged(hook.id)} />
                  <Button
                    size="small"
                    aria-expanded={logged === hook.id}
                    aria-label={formatMessage(messages.logOf, { url: hook.url })}
                    onClick={() => setLogged(logged === hook.id ? null : hook.id)}
                  >
                    <FormattedMessage {...messages.log} />
                  </Button>
                  {mayBegin && (
                    <IconButton
                      size="small"
                      icon={Pencil}
                      label={formatMessage(messages.edit, { url: hook.url })}
                      onClick={() => setEdited(hook)}
                    />
                  )}
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label={formatMessage(messages.remove, { url: hook.url })}
                    onClick={() => setRemoved(hook)}
                  />
                </>
              }
            />
          ))}
        </Rows>
      )}
      {hooks
        .filter(({ id }) => id === logged)
        .map((hook) => (
          <section key={hook.id} className={styles.log} aria-label={formatMessage(messages.logOf, { url: hook.url })}>
            <h2>
              <FormattedMessage {...messages.logOf} values={{ url: hook.url }} />
            </h2>
            <Deliveries namespace={namespace} hook={hook} />
          </section>
        ))}
      {removed && <RemoveDialog namespace={namespace} hook={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function RemoveDialog({ namespace, hook, onClose }: { namespace: NamespaceRef; hook: HookView; onClose(): void }) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.removeTitle} />}
      confirm={<FormattedMessage {...messages.removeNow} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={async () => {
        await removeHook(namespace, hook.id);
        await client.invalidateQueries({ queryKey: hooksQuery(namespace).queryKey });
      }}
      onClose={onClose}
    >
      <FormattedMessage {...messages.removeText} values={{ url: hook.url }} />
    </ConfirmDialog>
  );
}
