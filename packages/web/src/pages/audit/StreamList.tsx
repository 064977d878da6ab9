import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import {
  type AuditStream,
  createStream,
  deleteStream,
  type MadeStream,
  type StreamOwner,
  streamsQuery,
} from './streams-api.ts';
import { streamMessages as messages } from './stream-messages.ts';
import styles from './audit.module.css';

/** The server accepts no more. */
const MAX_STREAMS = 5;

/** Destinations that receive each event of the log. */
export function StreamList({ owner }: { owner: StreamOwner }) {
  const { formatMessage } = useIntl();
  const query = useQuery(streamsQuery(owner));
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeStream | null>(null);
  const [leaving, setLeaving] = useState<AuditStream | null>(null);
  const isFull = (query.data?.length ?? 0) >= MAX_STREAMS;
  return (
    <Section
      title={<FormattedMessage {...messages.title} />}
      end={
        <Button size="small" icon={Plus} disabled={isFull} onClick={() => setAdding(true)}>
          <FormattedMessage {...messages.add} />
        </Button>
      }
    >
      <p className={styles.lead}>
        <FormattedMessage {...(isFull ? messages.full : messages.lead)} values={{ max: MAX_STREAMS }} />
      </p>
      {made && <Secrets made={made} />}
      <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
        {(streams) =>
          streams.length === 0 ? (
            <p className={text.quiet}>
              <FormattedMessage {...messages.none} />
            </p>
          ) : (
            <Rows label={formatMessage(messages.title)}>
              {streams.map((stream) => (
                <StreamRow key={stream.id} stream={stream} onRemove={() => setLeaving(stream)} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {isAdding && <AddDialog owner={owner} onMade={setMade} onClose={() => setAdding(false)} />}
      {leaving && <RemoveDialog owner={owner} stream={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function StreamRow({ stream, onRemove }: { stream: AuditStream; onRemove(): void }) {
  const intl = useIntl();
  const facts = [
    stream.url,
    stream.waiting > 0 && intl.formatMessage(messages.waiting, { count: stream.waiting }),
    stream.delivered_at && intl.formatMessage(messages.delivered, { ago: printAgo(intl, stream.delivered_at) }),
    stream.failure,
  ];
  return (
    <Row
      before={<Icon of={Send} />}
      title={
        <>
          <b>{stream.name}</b>{' '}
          {stream.failure !== null && (
            <Badge tone="danger">
              <FormattedMessage {...messages.failing} />
            </Badge>
          )}
        </>
      }
      note={facts.filter(Boolean).join(' · ')}
      end={
        <Button
          size="small"
          aria-label={intl.formatMessage(messages.removeLabel, { name: stream.name })}
          onClick={onRemove}
        >
          <FormattedMessage {...messages.remove} />
        </Button>
      }
    />
  );
}

function Secrets({ made }: { made: MadeStream }) {
  const { formatMessage } = useIntl();
  return (
    <Alert tone="success">
      <FormattedMessage {...messages.made} values={{ name: made.name }} />
      <dl className={styles.secrets}>
        <dt>
          <FormattedMessage {...messages.verificationToken} />
        </dt>
        <dd>
          <output aria-label={formatMessage(messages.verificationToken)}>{made.verification_token}</output>
        </dd>
        <dt>
          <FormattedMessage {...messages.signingSecret} />
        </dt>
        <dd>
          <output aria-label={formatMessage(messages.signingSecret)}>{made.signing_secret}</output>
        </dd>
      </dl>
    </Alert>
  );
}

interface AddDialogProps {
  owner: StreamOwner;
  onMade(stream: MadeStream): void;
  onClose(): void;
}

function AddDialog({ owner, onMade, onClose }: AddDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm({
    initial: { url: '', name: '' },
    check: ({ url }) => (url.trim() === '' ? { url: ["can't be blank"] } : null),
    async send(values) {
      onMade(await createStream(owner, values));
      await client.invalidateQueries({ queryKey: streamsQuery(owner).queryKey });
    },
  });
  return (
    <FormDialog title={<FormattedMessage {...messages.add} />} form={form} send={messages.add} onClose={onClose}>
      <TextField
        label={formatMessage(messages.url)}
        data-autofocus
        type="url"
        autoComplete="off"
        note={formatMessage(messages.urlNote)}
        {...form.textField('url')}
      />
      <TextField
        label={formatMessage(messages.name)}
        autoComplete="off"
        maxLength={255}
        note={formatMessage(messages.nameNote)}
        {...form.textField('name')}
      />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  owner: StreamOwner;
  stream: AuditStream;
  onClose(): void;
}

function RemoveDialog({ owner, stream, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const perform = async (): Promise<void> => {
    await deleteStream(owner, stream.id);
    await client.invalidateQueries({ queryKey: streamsQuery(owner).queryKey });
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.removeTitle} values={{ name: stream.name }} />}
      confirm={<FormattedMessage {...messages.remove} />}
      failed={<FormattedMessage {...messages.removeFailed} />}
      perform={perform}
      onClose={onClose}
    >
      <FormattedMessage {...messages.removeWhy} values={{ count: stream.waiting }} />
    </ConfirmDialog>
  );
}
