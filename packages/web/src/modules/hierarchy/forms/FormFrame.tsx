import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { formMessages as messages } from './form-messages.ts';
import styles from './forms.module.css';

export interface FormFrameProps {
  /** Names the form. */
  label: string;
  submit: ReactNode;
  canSubmit: boolean;
  isBusy: boolean;
  failure?: string | null;
  /** Whether the parent only accepts confidential children. */
  isConfidential: boolean;
  onSubmit(): void;
  /** Enter while the form is invalid: show why nothing happens. */
  onIncomplete?: () => void;
  /** The last result, shown beside the buttons. */
  said?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The common layout of the forms of the tree. */
export function FormFrame(props: FormFrameProps) {
  const { label, submit, canSubmit, isBusy, failure, isConfidential, onSubmit, onClose, children } = props;
  return (
    <form
      aria-label={label}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit && !isBusy) onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !canSubmit && !isBusy && !event.defaultPrevented && isField(event.target)) {
          // The focus may move to a button, which the same key press would activate.
          event.preventDefault();
          props.onIncomplete?.();
        }
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // This also closes a surrounding dialog.
        event.preventDefault();
        onClose();
      }}
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      {children}
      {isConfidential && (
        <Alert tone="info">
          <FormattedMessage {...messages.confidential} />
        </Alert>
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={isBusy} disabled={!canSubmit || isBusy}>
          {submit}
        </Button>
        <Button onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
        <span role="status" className={styles.said}>
          {props.said}
        </span>
      </div>
    </form>
  );
}

/** Enter submits the form from a field; on a button it activates the button. */
const isField = (target: EventTarget): boolean => target instanceof HTMLInputElement;
