import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import { ChangeRefusedError } from '../../../app/errors.ts';
import {
  hasReferences,
  noReferences,
  ReferenceInput,
  referencesOf,
} from '../../work-items/references/ReferenceInput.tsx';
import { addExistingTasks, MissingReferences } from './existing-tasks.ts';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';

export interface ExistingTaskProps {
  /** Of the issue that is to hold the tasks: a global id of any of its faces. */
  issueId: string;
  projectPath: string;
  isConfidential?: boolean;
  onDone(): void;
  onClose(): void;
}

/** Puts tasks that are there already below an issue. What is refused stays in the form. */
export function ExistingTask({ issueId, projectPath, isConfidential = false, onDone, onClose }: ExistingTaskProps) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState(noReferences);
  const add = useMutation({
    mutationFn: () => addExistingTasks(issueId, projectPath, referencesOf(draft)),
    onSuccess: () => {
      setDraft(noReferences);
      onDone();
    },
  });
  const label = formatMessage(words.existingTask);
  return (
    <FormFrame
      label={label}
      submit={<FormattedMessage {...words.add} />}
      canSubmit={hasReferences(draft)}
      isBusy={add.isPending}
      failure={add.error && failureText(formatMessage, add.error)}
      isConfidential={false}
      onSubmit={() => add.mutate()}
      onClose={onClose}
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
          placePath={projectPath}
          groupPath={projectPath.split('/')[0] ?? projectPath}
          confidentialOnly={isConfidential}
          types={['TASK']}
          isDisabled={add.isPending}
        />
        <p className={styles.note}>
          <FormattedMessage {...words.taskNote} />
        </p>
      </div>
    </FormFrame>
  );
}

function failureText(formatMessage: IntlShape['formatMessage'], error: Error): string {
  if (error instanceof MissingReferences) {
    const { references } = error;
    return formatMessage(words.taskMissing, { references: references.join(', '), count: references.length });
  }
  return error instanceof ChangeRefusedError && error.message !== '' ? error.message : formatMessage(words.tasksFailed);
}
