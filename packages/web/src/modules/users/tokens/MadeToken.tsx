import { Copy } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { copyText } from '../../../ui/overlay/copy-text.ts';
import { tokenMessages as messages } from './messages.ts';
import styles from './tokens.module.css';

/** The text of a new token, which is shown once. Its form is gone: the button that copies it gets the focus. */
export function MadeToken({ name, token }: { name: string; token: string }) {
  const { formatMessage } = useIntl();
  const copy = (): Promise<void> =>
    copyText(token, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  return (
    <div key={token} className={styles.made}>
      <Alert
        tone="success"
        actions={
          <Button ref={takeFocus} size="small" icon={Copy} onClick={() => void copy()}>
            <FormattedMessage {...messages.copy} />
          </Button>
        }
      >
        <FormattedMessage {...messages.created} values={{ name }} />
        <output aria-label={formatMessage(messages.text)} className={styles.secret}>
          {token}
        </output>
      </Alert>
    </div>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
