import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { identitiesQuery, type IdentityView, linkDirectory, startLink, unlink } from '../../modules/identity/api.ts';
import { identityMessages as messages } from '../../modules/identity/messages.ts';
import { RequestError } from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session, type SignInProviders } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Section } from '../../ui/page/Page.tsx';
import styles from './Profile.module.css';

interface Shown {
  name: string;
  label: string;
  isDirectory: boolean;
  identity: IdentityView | null;
}

/** The viewer's accounts at providers of sign-in: link and unlink. Nothing where there are neither providers nor accounts. */
export function Identities() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const query = useQuery(identitiesQuery);
  const [failure, setFailure] = useState<string | null>(null);
  const [open, setOpen] = useState<{ action: 'unlink' | 'directory'; of: Shown } | null>(null);
  const { oidc, ldap } = session().signInProviders;
  if (oidc.length === 0 && !ldap && (query.data?.identities.length ?? 0) === 0) return null;
  const begin = async ({ name }: Shown): Promise<void> => {
    setFailure(null);
    try {
      const { location } = await startLink(name);
      window.location.assign(location);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error.message);
    }
  };
  const refresh = () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey });
  return (
    <Section title={<FormattedMessage {...messages.title} />}>
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
        {({ identities, providers }) => (
          <Rows label={formatMessage(messages.title)}>
            {shownOf(identities, providers).map((shown) => (
              <ProviderRow
                key={shown.name}
                shown={shown}
                onLink={() => {
                  if (shown.isDirectory) setOpen({ action: 'directory', of: shown });
                  else void begin(shown);
                }}
                onUnlink={() => setOpen({ action: 'unlink', of: shown })}
              />
            ))}
          </Rows>
        )}
      </QueryView>
      {open?.action === 'unlink' && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.unlinkTitle} values={{ provider: open.of.label }} />}
          confirm={<FormattedMessage {...messages.unlink} />}
          failed={<FormattedMessage {...messages.unlinkFailed} />}
          perform={async () => {
            if (open.of.identity) await unlink(open.of.identity.id);
            toast({ text: formatMessage(messages.unlinked) });
            await refresh();
          }}
          onClose={() => setOpen(null)}
        >
          <FormattedMessage {...messages.unlinkWhy} />
        </ConfirmDialog>
      )}
      {open?.action === 'directory' && (
        <DirectoryForm label={open.of.label} onLinked={refresh} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

/** The providers that are set up, then those of which the viewer still has an account. */
function shownOf(identities: readonly IdentityView[], { oidc, ldap }: SignInProviders): Shown[] {
  const known = [
    ...oidc.map((provider) => ({ ...provider, isDirectory: false })),
    ...(ldap ? [{ ...ldap, isDirectory: true }] : []),
  ];
  const identityOf = (name: string) => identities.find(({ provider }) => provider === name) ?? null;
  const others = identities.filter(({ provider }) => !known.some(({ name }) => name === provider));
  return [
    ...known.map((provider) => ({ ...provider, identity: identityOf(provider.name) })),
    ...others.map((identity) => ({ name: identity.provider, label: identity.provider, isDirectory: false, identity })),
  ];
}

function ProviderRow({ shown, onLink, onUnlink }: { shown: Shown; onLink(): void; onUnlink(): void }) {
  const intl = useIntl();
  const { label, identity } = shown;
  const note = !identity
    ? intl.formatMessage(messages.notLinked)
    : identity.last_used_at === null
      ? intl.formatMessage(messages.linkedUnused, { name: identity.shown_as })
      : intl.formatMessage(messages.linkedAs, {
          name: identity.shown_as,
          ago: printAgo(intl, identity.last_used_at),
        });
  return (
    <Row
      before={<Icon of={Link2} />}
      title={<b className={styles.name}>{label}</b>}
      note={note}
      end={
        identity ? (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={intl.formatMessage(messages.unlinkLabel, { provider: label })}
            onClick={onUnlink}
          >
            <FormattedMessage {...messages.unlink} />
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={intl.formatMessage(messages.linkLabel, { provider: label })}
            onClick={onLink}
          >
            <FormattedMessage {...messages.link} />
          </Button>
        )
      }
    />
  );
}

/** Links an account of the directory by its password there. */
function DirectoryForm({ label, onLinked, onClose }: { label: string; onLinked(): Promise<unknown>; onClose(): void }) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { username: '', password: '' },
    async send(values) {
      await linkDirectory(values);
      toast({ text: formatMessage(messages.linked) });
      await onLinked();
    },
  });
  return (
    <FormDialog
      title={formatMessage(messages.linkLabel, { provider: label })}
      form={form}
      send={messages.link}
      onClose={onClose}
    >
      <TextField
        {...form.textField('username')}
        label={formatMessage(messages.username)}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
      />
      <TextField
        {...form.textField('password')}
        label={formatMessage(messages.password)}
        type="password"
        autoComplete="off"
      />
    </FormDialog>
  );
}
