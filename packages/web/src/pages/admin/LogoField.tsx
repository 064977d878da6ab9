import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { removeLogo, saveLogo } from '../../modules/admin/api.ts';
import { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { logoMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

const reload = (): void => window.location.reload();

/** The logo of the installation. Every page shows it, so the page starts again after a change. */
export function LogoField({ onSaved = reload }: { onSaved?: () => void }) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { logoUrl } = session();
  const change = async (perform: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await perform();
      onSaved();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | undefined): void => {
    if (file) void change(() => saveLogo(file));
  };
  return (
    <div className={`${styles.form} ${styles.logoField}`} role="group" aria-label={formatMessage(messages.logo)}>
      {logoUrl !== null && <img className={styles.logo} src={logoUrl} alt={formatMessage(messages.logo)} />}
      <p>
        <FormattedMessage {...messages.logoNote} />
      </p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml"
        hidden
        aria-label={formatMessage(messages.logoFile)}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <FormFailure failure={failure} />
      <div className={pageLook.formActions}>
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          <FormattedMessage {...messages.chooseLogo} />
        </Button>
        {logoUrl !== null && (
          <Button kind="quiet" busy={isBusy} onClick={() => void change(removeLogo)}>
            <FormattedMessage {...messages.removeLogo} />
          </Button>
        )}
      </div>
    </div>
  );
}
