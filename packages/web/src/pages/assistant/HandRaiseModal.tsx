import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { text } from '../../ui/text/text.tsx';
import { assistantSettingsMessages as messages } from './messages.ts';

/** Leads to the people who can configure the assistant. */
export function HandRaiseModal({ contactUrl, onClose }: { contactUrl: string; onClose(): void }) {
  return (
    <Dialog
      title={<FormattedMessage {...messages.askTitle} />}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      }
    >
      <p>
        <FormattedMessage {...messages.askBody} />
      </p>
      <p>
        <a className={text.link} href={contactUrl} target="_blank" rel="noreferrer">
          <FormattedMessage {...messages.contact} />
        </a>
      </p>
    </Dialog>
  );
}
