import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  hasReferences,
  noReferences,
  ReferenceInput,
  type ReferenceInputProps,
  referencesOf,
} from '../../work-items/references/ReferenceInput.tsx';
import { formMessages as messages } from './form-messages.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';

export interface ReferenceFormProps extends Pick<ReferenceInputProps, 'namespacePath' | 'types' | 'exceptReference'> {
  label: string;
  note: string;
  /** Only confidential items are offered. */
  confidentialOnly: boolean;
  /** Explains that a confidential epic only accepts confidential children. */
  showsConfidentialNote?: boolean;
  /** Adds the items, all or none. Errors are shown by `failureText`, and the references are kept. */
  add(references: readonly string[]): Promise<unknown>;
  failureText(error: Error): string;
  onDone(): void;
  onClose(): void;
}

/** Adds existing items as children by typed or pasted references, with suggestions. */
export function ReferenceForm({
  label,
  note,
  namespacePath,
  types,
  exceptReference = null,
  confidentialOnly,
  ...does
}: ReferenceFormProps) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState(noReferences);
  const add = useMutation({
    mutationFn: () => does.add(referencesOf(draft)),
    onSuccess: () => {
      // The form may stay open, for the next ones.
      setDraft(noReferences);
      does.onDone();
    },
  });
  return (
    <FormFrame
      label={label}
      submit={formatMessage(messages.add)}
      canSubmit={hasReferences(draft)}
      isBusy={add.isPending}
      failure={add.error && does.failureText(add.error)}
      isConfidential={does.showsConfidentialNote ?? false}
      onSubmit={() => add.mutate()}
      onClose={does.onClose}
    >
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        <ReferenceInput
          label={label}
          draft={draft}
          onChange={(next) => {
            if (add.isError) add.reset();
            setDraft(next);
          }}
          namespacePath={namespacePath}
          groupPath={namespacePath.split('/')[0] ?? namespacePath}
          confidentialOnly={confidentialOnly}
          types={types}
          exceptReference={exceptReference}
          isDisabled={add.isPending}
        />
        <p className={styles.note}>{note}</p>
      </div>
    </FormFrame>
  );
}
