import { type IntlShape, useIntl } from 'react-intl';
import { ChangeRefusedError } from '../../../platform/api/errors.ts';
import { addExistingTasks, MissingReferences } from './existing-tasks.ts';
import { formMessages as messages } from './form-messages.ts';
import { ReferenceForm } from './ReferenceForm.tsx';

export interface ExistingTaskProps {
  /** The parent issue: a global id of any of its types. */
  issueId: string;
  projectPath: string;
  isConfidential?: boolean;
  onDone(): void;
  onClose(): void;
}

/** Adds existing tasks to an issue. Refused references stay in the form. */
export function ExistingTask({ issueId, projectPath, isConfidential = false, onDone, onClose }: ExistingTaskProps) {
  const { formatMessage } = useIntl();
  return (
    <ReferenceForm
      label={formatMessage(messages.existingTask)}
      note={formatMessage(messages.taskNote)}
      namespacePath={projectPath}
      types={['TASK']}
      confidentialOnly={isConfidential}
      add={(references) => addExistingTasks(issueId, projectPath, references)}
      failureText={(error) => failureText(formatMessage, error)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function failureText(formatMessage: IntlShape['formatMessage'], error: Error): string {
  if (error instanceof MissingReferences) {
    const { references } = error;
    return formatMessage(messages.taskMissing, { references: references.join(', '), count: references.length });
  }
  return error instanceof ChangeRefusedError && error.message !== ''
    ? error.message
    : formatMessage(messages.tasksFailed);
}
