import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { TextField } from '../../../ui/Field.tsx';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';

export interface CreateFormProps {
  label: string;
  submit: MessageDescriptor;
  /** Whether there is a place to make it in. */
  hasPlace?: boolean;
  /** What went wrong before anything was sent. */
  problem?: string | null;
  /** Says that a confidential parent takes nothing else. */
  showsConfidentialNote?: boolean;
  /** Makes it. What it throws is told by `failureText`, and what was typed stays. */
  create(title: string): Promise<unknown>;
  failureText(error: Error): string;
  onDone(): void;
  onClose(): void;
  /** The field beside the title. */
  children?: ReactNode;
  /** Stands below the fields. */
  note?: ReactNode;
}

/** Makes something new below an item: it has a title, and may have a choice of where it is made. */
export function CreateForm({ label, submit, hasPlace = true, problem = null, children, ...does }: CreateFormProps) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState('');
  const title = typed.trim();
  const create = useMutation({ mutationFn: () => does.create(title), onSuccess: does.onDone });
  const field = (
    <TextField
      label={formatMessage(words.title)}
      value={typed}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      data-autofocus
      autoComplete="off"
      maxLength={255}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return (
    <FormFrame
      label={label}
      submit={<FormattedMessage {...submit} />}
      canSubmit={hasPlace && title !== ''}
      isBusy={create.isPending}
      failure={create.error ? does.failureText(create.error) : problem}
      isConfidential={does.showsConfidentialNote ?? false}
      onSubmit={() => create.mutate()}
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
