import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { TextField } from '../../../ui/field/Field.tsx';
import { formMessages as messages } from './form-messages.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';

export interface CreateFormProps {
  label: string;
  submit: MessageDescriptor;
  /** Whether a project is chosen. */
  hasProject?: boolean;
  /** Enter was pressed without a project: show an error and focus the field. */
  onNamespaceMissing?: () => void;
  /** A validation error before the request. */
  problem?: string | null;
  /** Explains that a confidential parent only accepts confidential children. */
  showsConfidentialNote?: boolean;
  /** Creates it. Errors are shown by `failureText`, and the input is kept. */
  create(title: string): Promise<unknown>;
  failureText(error: Error): string;
  onDone(): void;
  onClose(): void;
  /** The field beside the title. */
  children?: ReactNode;
  /** Shown below the fields. */
  note?: ReactNode;
}

/**
 * Creates a child: it has a title and may have a choice of the project. If the form stays open it is ready for the next title.
 */
export function CreateForm({ label, submit, hasProject = true, problem = null, children, ...does }: CreateFormProps) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState('');
  const title = typed.trim();
  const [isTitleMissing, setTitleMissing] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const create = useMutation({
    mutationFn: (wanted: string) => does.create(wanted),
    onSuccess: (_answer, wanted) => {
      // The next title may be typed already.
      setTyped((now) => (now.trim() === wanted ? '' : now));
      setAdded(wanted);
      // The button that was pressed cannot keep the focus: without a title it is disabled.
      input.current?.focus();
      does.onDone();
    },
  });
  const complain = (): void => {
    setTitleMissing(title === '');
    if (title === '') input.current?.focus();
    else does.onNamespaceMissing?.();
  };
  const field = (
    <TextField
      ref={input}
      label={formatMessage(messages.title)}
      error={isTitleMissing ? formatMessage(messages.titleMissing) : undefined}
      value={typed}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      data-autofocus
      autoComplete="off"
      maxLength={255}
      onChange={(event) => {
        setTyped(event.target.value);
        setTitleMissing(false);
        setAdded(null);
      }}
    />
  );
  return (
    <FormFrame
      label={label}
      submit={<FormattedMessage {...submit} />}
      canSubmit={hasProject && title !== ''}
      isBusy={create.isPending}
      failure={create.error ? does.failureText(create.error) : problem}
      isConfidential={does.showsConfidentialNote ?? false}
      onSubmit={() => create.mutate(title)}
      onIncomplete={complain}
      said={added !== null && <FormattedMessage {...messages.added} values={{ title: added }} />}
      onClose={does.onClose}
    >
      {children ? (
        <div className={styles.pair}>
          {field}
          {children}
        </div>
      ) : (
        field
      )}
      {does.note}
    </FormFrame>
  );
}
