import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { NotFoundError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import {
  dueFactorsQuery,
  hasPasskeys,
  passSecondFactor,
  passWithPasskey,
} from '../../modules/users/second-factor-api.ts';
import { secondFactorMessages } from '../../modules/users/second-factor-messages.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { PasskeyFailure, usePasskey } from './passkey.tsx';
import { SignInFailure } from './SignInFailure.tsx';

const messages = defineMessages({
  lead: { id: 'signIn.secondLead', defaultMessage: 'Enter the 6-digit code of your authenticator app.' },
  recoveryLead: { id: 'signIn.recoveryLead', defaultMessage: 'Enter one of your recovery codes. Each works once.' },
  passkeyLead: { id: 'signIn.passkeyLead', defaultMessage: 'Confirm the sign-in with your passkey.' },
  recoveryCode: { id: 'signIn.recoveryCode', defaultMessage: 'Recovery code' },
  verify: { id: 'signIn.verify', defaultMessage: 'Verify' },
  withPasskey: { id: 'signIn.secondPasskey', defaultMessage: 'Use a passkey' },
  withCode: { id: 'signIn.useCode', defaultMessage: 'Use the authenticator app' },
  withRecovery: { id: 'signIn.useRecovery', defaultMessage: 'Use a recovery code' },
  back: { id: 'signIn.back', defaultMessage: 'Back to sign-in' },
  expired: { id: 'signIn.expired', defaultMessage: 'This sign-in has expired. Sign in again.' },
  wrongCode: {
    id: 'signIn.wrongCode',
    defaultMessage: 'The code is wrong or was used before. Enter a new one.',
  },
  few: {
    id: 'signIn.fewCodes',
    defaultMessage:
      '{count, plural, =0 {You have no recovery codes left.} one {You have # recovery code left.} other {You have # recovery codes left.}} Make new ones in your profile.',
  },
  goOn: { id: 'signIn.goOn', defaultMessage: 'Continue' },
});

/** A sign-in that leaves this many recovery codes or fewer says so. */
const FEW_CODES = 3;

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function SecondFactorStep({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  const query = useQuery(dueFactorsQuery);
  if (isExpiry(query.error)) return <Expired onBack={onBack} />;
  return (
    <QueryView query={query} failed={<FormattedMessage {...secondFactorMessages.failed} />}>
      {(due) => <Step due={due} onDone={onDone} onBack={onBack} />}
    </QueryView>
  );
}

type Way = 'code' | 'passkey' | 'recovery';
type Due = { totp: boolean; passkeys: boolean; recovery_codes: boolean };

function Step({ due, onDone, onBack }: { due: Due; onDone(): void; onBack(): void }) {
  const { formatMessage } = useIntl();
  const canUsePasskey = due.passkeys && hasPasskeys();
  const first: Way = due.totp ? 'code' : canUsePasskey ? 'passkey' : 'recovery';
  const [way, setWay] = useState<Way>(first);
  const [left, setLeft] = useState<number | null>(null);
  const [isExpired, setExpired] = useState(false);
  const passkey = usePasskey(passWithPasskey, onDone);
  const form = useForm({
    initial: { code: '' },
    async send({ code }) {
      try {
        const done = await passSecondFactor(way === 'code' ? { code } : { recovery_code: code });
        if (done.recovery_codes_left === null || done.recovery_codes_left > FEW_CODES) onDone();
        else setLeft(done.recovery_codes_left);
      } catch (error) {
        if (isExpiry(error)) setExpired(true);
        else throw error;
      }
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) document.querySelector<HTMLInputElement>('input[name=code]')?.select();
  };
  const change = (next: Way): void => {
    form.reset();
    setWay(next);
  };
  if (isExpired || isExpiry(passkey.failure)) return <Expired onBack={onBack} />;
  if (left !== null)
    return (
      <Notice button={messages.goOn} onContinue={onDone}>
        <FormattedMessage {...messages.few} values={{ count: left }} />
      </Notice>
    );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Heading />
      {way === 'passkey' ? (
        <>
          <p>
            <FormattedMessage {...messages.passkeyLead} />
          </p>
          <PasskeyFailure failure={passkey.failure} />
          <Button kind="primary" size="large" icon={KeyRound} autoFocus busy={passkey.isBusy} onClick={passkey.start}>
            <FormattedMessage {...messages.withPasskey} />
          </Button>
        </>
      ) : (
        <>
          <p>
            <FormattedMessage {...(way === 'code' ? messages.lead : messages.recoveryLead)} />
          </p>
          <SignInFailure failure={form.failure} what="codes" wrong={messages.wrongCode} />
          <TextField
            key={way}
            label={formatMessage(way === 'code' ? secondFactorMessages.code : messages.recoveryCode)}
            name="code"
            autoComplete={way === 'code' ? 'one-time-code' : 'off'}
            inputMode={way === 'code' ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            large
            value={form.values.code}
            onChange={(event) => form.set({ code: event.target.value })}
          />
          <Button type="submit" kind="primary" size="large" busy={form.isSending}>
            <FormattedMessage {...messages.verify} />
          </Button>
        </>
      )}
      {canUsePasskey && way !== 'passkey' && <Other onClick={() => change('passkey')} text={messages.withPasskey} />}
      {due.totp && way !== 'code' && <Other onClick={() => change('code')} text={messages.withCode} />}
      {due.recovery_codes && way !== 'recovery' && (
        <Other onClick={() => change('recovery')} text={messages.withRecovery} />
      )}
      <Other onClick={onBack} text={messages.back} />
    </form>
  );
}

function Heading() {
  return (
    <h1>
      <FormattedMessage {...secondFactorMessages.title} />
    </h1>
  );
}

function Other({ onClick, text }: { onClick(): void; text: MessageDescriptor }) {
  return (
    <Button kind="quiet" onClick={onClick}>
      <FormattedMessage {...text} />
    </Button>
  );
}

function Expired({ onBack }: { onBack(): void }) {
  return (
    <Notice button={messages.back} onContinue={onBack}>
      <FormattedMessage {...messages.expired} />
    </Notice>
  );
}

/** A text, and a button that leads on. */
function Notice({
  button,
  onContinue,
  children,
}: {
  button: MessageDescriptor;
  onContinue(): void;
  children: ReactNode;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onContinue();
      }}
    >
      <Heading />
      <Alert tone="warning">{children}</Alert>
      <Button type="submit" kind="primary" size="large" autoFocus>
        <FormattedMessage {...button} />
      </Button>
    </form>
  );
}

/** The pending sign-in is no longer there. */
function isExpiry(error: unknown): boolean {
  return error instanceof NotFoundError;
}
