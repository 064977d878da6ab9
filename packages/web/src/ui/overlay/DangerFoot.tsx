import { FormattedMessage } from 'react-intl';
import { Button, type ButtonProps } from '../button/Button.tsx';
import { cancelLabel } from '../text/messages.ts';

/** The buttons of a dialog that confirms an irreversible action: Cancel, which has the focus, and the confirming one. */
export function DangerFoot({ onCancel, ...danger }: ButtonProps & { onCancel(): void }) {
  return (
    <>
      <Button data-autofocus onClick={onCancel}>
        <FormattedMessage {...cancelLabel} />
      </Button>
      <Button kind="danger" {...danger} />
    </>
  );
}
