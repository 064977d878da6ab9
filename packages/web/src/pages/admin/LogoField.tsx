import { FormattedMessage, useIntl } from 'react-intl';
import { removeLogo, saveLogo } from '../../modules/admin/api.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { useAttempt } from '../../platform/forms/use-attempt.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FileButton } from '../../ui/button/FileButton.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { logoMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

const reload = (): void => window.location.reload();

/** The logo of the installation. Every page shows it, so the page starts again after a change. */
export function LogoField({ onSaved = reload }: { onSaved?: () => void }) {
  const { formatMessage } = useIntl();
  const { attempt, failure, isBusy } = useAttempt();
  const { logoUrl } = session();
  const change = async (perform: () => Promise<void>): Promise<void> => {
    if (await attempt(perform)) onSaved();
  };
  return (
    <div className={`${styles.form} ${styles.logoField}`} role="group" aria-label={formatMessage(messages.logo)}>
      {logoUrl !== null && <img className={styles.logo} src={logoUrl} alt={formatMessage(messages.logo)} />}
      <p>
        <FormattedMessage {...messages.logoNote} />
      </p>
      <FormFailure failure={failure} />
      <div className={pageLook.formActions}>
        <FileButton
          label={formatMessage(messages.logoFile)}
          accept="image/png,image/svg+xml"
          busy={isBusy}
          onChoose={(file) => void change(() => saveLogo(file))}
        >
          <FormattedMessage {...messages.chooseLogo} />
        </FileButton>
        {logoUrl !== null && (
          <Button kind="quiet" busy={isBusy} onClick={() => void change(removeLogo)}>
            <FormattedMessage {...messages.removeLogo} />
          </Button>
        )}
      </div>
    </div>
  );
}
