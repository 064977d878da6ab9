import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { EntrancePage } from '../../platform/frame/EntrancePage.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { safeRedirect } from '../../platform/navigation/safe-redirect.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { AccountForm } from './AccountForm.tsx';
import { signInMessages } from './messages.ts';

const SecondFactorStep = lazy(async () => ({ default: (await import('./SecondFactorStep.tsx')).SecondFactorStep }));

/** A first factor, then a second one if the account has it; then leads to the requested page. Also shown where a provider's answer failed. */
export function SignInPage() {
  const { formatMessage } = useIntl();
  const [{ redirect }] = usePageSearch('signIn');
  // A provider's answer leads here, too.
  const [isSecond, setSecond] = useState(() => window.location.search.includes('step=second_factor'));
  const client = useQueryClient();
  useTitle(formatMessage(signInMessages.title));
  // A full page load: the server writes the signed-in user into it.
  const done = (): void => window.location.assign(safeRedirect(redirect));
  return (
    <EntrancePage>
      {isSecond ? (
        <Suspense fallback={null}>
          <SecondFactorStep onDone={done} onBack={() => setSecond(false)} />
        </Suspense>
      ) : (
        <AccountForm
          redirect={safeRedirect(redirect)}
          onDone={done}
          onSecondFactor={() => {
            client.removeQueries({ queryKey: ['due-factors'] });
            setSecond(true);
          }}
        />
      )}
    </EntrancePage>
  );
}
