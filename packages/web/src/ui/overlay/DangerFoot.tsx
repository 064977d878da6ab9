import { FormattedMessage } from 'react-intl';
import { Button, type ButtonProps } from '../button/Button.tsx';
import { cancelLabel } from '../text/messages.ts';

/** The foot of a question about something that cannot be brought back: the safe button, which has the focus, and the one that does it. */
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
