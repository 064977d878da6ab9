import { webhookEvents } from '@milepost/core/webhooks';
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
import { placeQuery } from '../../modules/namespaces/summary.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { hooksQuery, removeHook, type HookPlace, type HookView } from './api.ts';
import { Deliveries } from './Deliveries.tsx';
import { HookForm } from './HookForm.tsx';
import { TestMenu } from './TestMenu.tsx';
import { hookMessages as words } from './messages.ts';
import styles from './Webhooks.module.css';

/** The webhooks of a group or project, and what was sent to them; for those who may manage them. */
export function WebhooksPage({ address }: PageProps<'groupHooks' | 'projectHooks'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(words.title), fullPath);
  const place: HookPlace = { kind: address.page === 'groupHooks' ? 'group' : 'project', fullPath };
  // Whoever may not manage them would only be refused.
  const access = useQuery(placeQuery(place));
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <QueryView query={access}>
      {(found) => {
        if (!found) return <Failure error={new NotFoundError('')} />;
        if (!found.permissions.adminWebHook) return <Failure error={new ForbiddenError('')} />;
        return <HooksOf place={place} />;
      }}
    </QueryView>
  );
}

function HooksOf({ place }: { place: HookPlace }) {
  const query = useQuery(hooksQuery(place));
  return (
    <PageBody>
      <QueryView query={query}>{(hooks) => <Hooks place={place} hooks={hooks} />}</QueryView>
    </PageBody>
  );
}

function Hooks({ place, hooks }: { place: HookPlace; hooks: readonly HookView[] }) {
  const { formatMessage } = useIntl();
  const [edited, setEdited] = useState<HookView | 'new' | null>(null);
  // Another form in its place would take away what is typed into this one.
  const mayBegin = edited === null;
  const [logged, setLogged] = useState<number | null>(null);
  const [removed, setRemoved] = useState<HookView | null>(null);
  return (
    <>
      <PageHead
        title={<FormattedMessage {...words.title} />}
        actions={
          mayBegin && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
              <FormattedMessage {...words.new} />
            </Button>
          )
        }
      />
      <p className={styles.lead}>
        <FormattedMessage {...words.lead} />
      </p>
      {edited !== null && (
        <HookForm
          key={edited === 'new' ? 'new' : edited.id}
          place={place}
          hook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {hooks.length === 0 && edited === null && (
        <EmptyState icon={Webhook} title={<FormattedMessage {...words.none} />} />
      )}
      {hooks.length > 0 && (
        <Rows label={formatMessage(words.title)}>
          {hooks.map((hook) => (
            <Row
              key={hook.id}
              title={hook.url}
              note={webhookEvents
                .filter((event) => hook[event])
                .map((event) => formatMessage(words[event]))
                .join(', ')}
              end={
                <>
                  <TestMenu place={place} hook={hook} onSent={() => setLogged(hook.id)} />
                  <Button
                    size="small"
                    aria-expanded={logged === hook.id}
                    aria-label={formatMessage(words.logOf, { url: hook.url })}
                    onClick={() => setLogged(logged === hook.id ? null : hook.id)}
                  >
                    <FormattedMessage {...words.log} />
                  </Button>
                  {mayBegin && (
                    <IconButton
                      size="small"
                      icon={Pencil}
                      label={formatMessage(words.edit, { url: hook.url })}
                      onClick={() => setEdited(hook)}
                    />
                  )}
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label={formatMessage(words.remove, { url: hook.url })}
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
          <section key={hook.id} className={styles.log} aria-label={formatMessage(words.logOf, { url: hook.url })}>
            <h2>
              <FormattedMessage {...words.logOf} values={{ url: hook.url }} />
            </h2>
            <Deliveries place={place} hook={hook} />
          </section>
        ))}
      {removed && <RemoveDialog place={place} hook={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function RemoveDialog({ place, hook, onClose }: { place: HookPlace; hook: HookView; onClose(): void }) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={<FormattedMessage {...words.removeTitle} />}
      confirm={<FormattedMessage {...words.removeNow} />}
      failed={<FormattedMessage {...words.failed} />}
      perform={async () => {
        await removeHook(place, hook.id);
        await client.invalidateQueries({ queryKey: hooksQuery(place).queryKey });
      }}
      onClose={onClose}
    >
      <FormattedMessage {...words.removeText} values={{ url: hook.url }} />
    </ConfirmDialog>
  );
}
