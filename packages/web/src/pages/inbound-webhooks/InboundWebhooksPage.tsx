import { forgeNames, forges, type Forge } from '@milepost/core/merge-requests/forges';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { namespaceQuery } from '../../modules/namespaces/summary.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { Failure } from '../../platform/loading/Failure.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { PageBody, pageLook, PageHead } from '../../ui/page/Page.tsx';
import { createInbound, inboundQuery, removeInbound, type InboundWebhook } from './api.ts';
import { InboundDeliveries } from './InboundDeliveries.tsx';
import { inboundMessages as messages } from './messages.ts';
import { MadeWebhook, SetUp } from './SetUp.tsx';
import styles from './InboundWebhooks.module.css';

/** The webhooks that other forges call, for maintainers of the project. */
export function InboundWebhooksPage({ address }: PageProps<'inboundWebhooks'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const access = useQuery(namespaceQuery({ kind: 'project', fullPath }));
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <SkeletonView query={access}>
      {(found) => {
        if (!found) return <Failure error={new NotFoundError('')} />;
        if (!found.permissions.adminWebHook) return <Failure error={new ForbiddenError('')} />;
        return <WebhooksOf fullPath={fullPath} />;
      }}
    </SkeletonView>
  );
}

type Made = InboundWebhook & { secret: string };

function WebhooksOf({ fullPath }: { fullPath: string }) {
  const query = useQuery(inboundQuery(fullPath));
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          !isAdding && (
            <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
              <FormattedMessage {...messages.new} />
            </Button>
          )
        }
      />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      {isAdding && <AddForm fullPath={fullPath} onMade={setMade} onClose={() => setAdding(false)} />}
      {made && <MadeWebhook webhook={made} />}
      <SkeletonView query={query}>
        {(webhooks) =>
          webhooks.length > 0 ? (
            <Webhooks fullPath={fullPath} webhooks={webhooks} onRemoved={() => setMade(null)} />
          ) : (
            !isAdding && (
              <EmptyState icon={Webhook} title={<FormattedMessage {...messages.none} />}>
                <FormattedMessage {...messages.noneText} />
              </EmptyState>
            )
          )
        }
      </SkeletonView>
    </PageBody>
  );
}

interface AddProps {
  fullPath: string;
  onMade(made: Made): void;
  onClose(): void;
}

const initial: { forge: Forge } = { forge: 'github' };

function AddForm({ fullPath, onMade, onClose }: AddProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm({
    initial,
    async send({ forge }) {
      onMade(await createInbound(fullPath, forge));
      await client.invalidateQueries({ queryKey: inboundQuery(fullPath).queryKey });
    },
  });
  const submit = async (): Promise<void> => {
    if (await form.submit()) onClose();
  };
  return (
    <form
      className={pageLook.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Select
        label={formatMessage(messages.forge)}
        value={form.values.forge}
        onChange={({ target }) => form.set({ forge: forges.find((each) => each === target.value) ?? 'github' })}
      >
        {forges.map((forge) => (
          <option key={forge} value={forge}>
            {forgeNames[forge]}
          </option>
        ))}
      </Select>
      <FormFoot form={form} send={messages.add} onCancel={onClose} />
    </form>
  );
}

interface ListProps {
  fullPath: string;
  webhooks: readonly InboundWebhook[];
  onRemoved(): void;
}

function Webhooks({ fullPath, webhooks, onRemoved }: ListProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [open, setOpen] = useState<{ id: number; part: 'setUp' | 'log' } | null>(null);
  const [removed, setRemoved] = useState<InboundWebhook | null>(null);
  const shown = webhooks.find(({ id }) => id === open?.id);
  return (
    <>
      <Rows label={formatMessage(messages.title)}>
        {webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            title={webhook.name}
            note={forgeNames[webhook.forge]}
            end={
              <>
                {(['setUp', 'log'] as const).map((part) => {
                  const isOpen = open?.id === webhook.id && open.part === part;
                  return (
                    <Button
                      key={part}
                      size="small"
                      aria-expanded={isOpen}
                      aria-label={formatMessage(messages[`${part}Of`], { name: webhook.name })}
                      onClick={() => setOpen(isOpen ? null : { id: webhook.id, part })}
                    >
                      <FormattedMessage {...messages[part]} />
                    </Button>
                  );
                })}
                <IconButton
                  size="small"
                  icon={Trash2}
                  label={formatMessage(messages.remove, { name: webhook.name })}
                  onClick={() => setRemoved(webhook)}
                />
              </>
            }
          />
        ))}
      </Rows>
      {shown && open && (
        <section className={styles.part} aria-label={formatMessage(messages[`${open.part}Of`], { name: shown.name })}>
          <h2>
            <FormattedMessage {...messages[`${open.part}Of`]} values={{ name: shown.name }} />
          </h2>
          {open.part === 'log' ? <InboundDeliveries fullPath={fullPath} webhook={shown} /> : <SetUp webhook={shown} />}
        </section>
      )}
      {removed && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.removeTitle} />}
          confirm={<FormattedMessage {...messages.removeNow} />}
          failed={<FormattedMessage {...messages.failed} />}
          perform={async () => {
            await removeInbound(fullPath, removed.id);
            onRemoved();
            await client.invalidateQueries({ queryKey: inboundQuery(fullPath).queryKey });
          }}
          onClose={() => setRemoved(null)}
        >
          <FormattedMessage {...messages.removeText} />
        </ConfirmDialog>
      )}
    </>
  );
}
