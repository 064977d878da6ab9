import { FormattedMessage, type MessageDescriptor } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { cancelLabel } from '../../ui/text/messages.ts';
import { pageLook } from '../../ui/page/Page.tsx';
import type { FormState } from './form.ts';
import { FormFailure } from './FormFailure.tsx';

export interface FormFootProps {
  form: Pick<FormState<object>, 'failure' | 'isSending'>;
  /** The label of the submit button. */
  send: MessageDescriptor;
  onCancel(): void;
}

/** The end of a form within a page: the error, the submit button and Cancel. */
export function FormFoot({ form, send, onCancel }: FormFootProps) {
  return (
    <>
      <FormFailure failure={form.failure} />
      <div className={pageLook.formActions}>
        <Button type="submit" kind="primary" busy={form.isSending}>
          <FormattedMessage {...send} />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage {...cancelLabel} />
        </Button>
      </div>
    </>
  );
}
