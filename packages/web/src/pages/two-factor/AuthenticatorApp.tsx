import { useQueryClient } from '@tanstack/react-query';
import { Copy, Smartphone } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError, UnauthenticatedError, ValidationError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import {
  confirmTotp,
  factorsQuery,
  type FactorsView,
  removeTotp,
  startTotp,
} from '../../modules/users/second-factor-api.ts';
import { secondFactorMessages } from '../../modules/users/second-factor-messages.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { twoFactorMessages as messages } from './messages.ts';
import { DialogActions, ProofDialog } from './ProofDialog.tsx';
import styles from './TwoFactor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

type Secret = Awaited<ReturnType<typeof startTotp>>;

/** The authenticator app: set up, replace, remove. `onCodes` receives the recovery codes of a first factor. */
export function AuthenticatorApp({ factors, onCodes }: { factors: FactorsView; onCodes(codes: string[]): void }) {
  const intl = useIntl();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'set-up' | 'remove' | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const isOn = factors.totp_since !== null;
  const refresh = () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  return (
    <Section title={<FormattedMessage {...messages.app} />}>
      <p className={styles.lead}>
        <FormattedMessage {...messages.appLead} />
      </p>
      <Rows label={intl.formatMessage(messages.app)}>
        <Row
          before={<Icon of={Smartphone} />}
          title={
            <Badge tone={isOn ? 'success' : 'neutral'}>
              <FormattedMessage {...(isOn ? secondFactorMessages.on : secondFactorMessages.off)} />
            </Badge>
          }
          note={
            factors.totp_since !== null &&
            intl.formatMessage(messages.appSince, { ago: printAgo(intl, factors.totp_since) })
          }
          end={
            <span className={styles.buttons}>
              <Button size="small" onClick={() => setAsking('set-up')}>
                <FormattedMessage {...(isOn ? messages.replaceApp : messages.setUpApp)} />
              </Button>
              {isOn && (
                <Button
                  size="small"
                  aria-label={intl.formatMessage(messages.removeApp)}
                  onClick={() => setAsking('remove')}
                >
                  <FormattedMessage {...messages.remove} />
                </Button>
              )}
            </span>
          }
        />
      </Rows>
      {asking === 'set-up' && (
        <ProofDialog
          title={<FormattedMessage {...messages.setUpTitle} />}
          hasPassword={factors.has_password}
          confirm={messages.goOn}
          perform={async (proof) => setSecret(await startTotp(proof))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <ProofDialog
          title={<FormattedMessage {...messages.removeApp} />}
          hasPassword={factors.has_password}
          confirm={messages.remove}
          isDangerous
          perform={async (proof) => {
            await removeTotp(proof);
            toast({ text: intl.formatMessage(messages.removed) });
            await refresh();
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {secret && (
        <SetUp
          secret={secret}
          onClose={() => setSecret(null)}
          onDone={(codes) => {
            setSecret(null);
            if (codes) onCodes(codes);
            else toast({ text: intl.formatMessage(messages.activated) });
            void refresh();
          }}
        />
      )}
    </Section>
  );
}

function SetUp({ secret, onDone, onClose }: { secret: Secret; onDone(codes: string[] | null): void; onClose(): void }) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { code: '' },
    async send({ code }) {
      try {
        onDone((await confirmTotp(code)).recovery_codes);
      } catch (error) {
        // The session is valid: it is the code that is wrong.
        if (error instanceof UnauthenticatedError) throw new ValidationError(error.message);
        throw error;
      }
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.submit();
  };
  const copy = () =>
    copyText(secret.secret, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  return (
    <Dialog title={<FormattedMessage {...messages.setUpTitle} />} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>
          <FormattedMessage {...messages.scan} />
        </p>
        <Suspense fallback={<div className={styles.qr} />}>
          <QrCode text={secret.uri} label={formatMessage(messages.qr)} />
        </Suspense>
        <div className={styles.secretLine}>
          <output aria-label={formatMessage(messages.secret)} className={styles.secret}>
            {secret.secret.match(/.{1,4}/g)?.join(' ')}
          </output>
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            <FormattedMessage {...messages.copySecret} />
          </Button>
        </div>
        <TextField
          label={formatMessage(secondFactorMessages.code)}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.textField('code')}
        />
        <FormFailure failure={form.failure instanceof RequestError ? form.failure : null} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            <FormattedMessage {...messages.activate} />
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
