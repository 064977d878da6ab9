import { KeyRound } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { signInWithPasskey } from '../../modules/users/second-factor-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PasskeyFailure, usePasskey } from './passkey.tsx';

/** Signs in with a passkey alone. */
export function PasskeyButton({ isRemembered, onDone }: { isRemembered: boolean; onDone(): void }) {
  const passkey = usePasskey(() => signInWithPasskey(isRemembered), onDone);
  return (
    <>
      <PasskeyFailure failure={passkey.failure} />
      <Button size="large" icon={KeyRound} busy={passkey.isBusy} onClick={passkey.start}>
        <FormattedMessage id="signIn.withPasskey" defaultMessage="Sign in with a passkey" />
      </Button>
    </>
  );
}
