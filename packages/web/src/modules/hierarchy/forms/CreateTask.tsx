import { useIntl } from 'react-intl';
import { childTaskMessages } from '../data/child-task-messages.ts';
import { createTask } from '../data/child-tasks.ts';
import type { TreeItem } from '../data/items.ts';
import { CreateForm } from './CreateForm.tsx';
import { formMessages as messages } from './form-messages.ts';

export interface CreateTaskProps {
  /** The issue that gets it. */
  item: TreeItem;
  projectPath: string;
  onDone(): void;
  onClose(): void;
}

/** Creates a task under an issue of the tree, in the project. */
export function CreateTask({ item, projectPath, onDone, onClose }: CreateTaskProps) {
  const { formatMessage } = useIntl();
  return (
    <CreateForm
      label={formatMessage(messages.newTask)}
      submit={messages.createTask}
      create={(title) => createTask({ parentId: item.id, projectPath, title, isConfidential: item.isConfidential })}
      failureText={({ message }) => message || formatMessage(childTaskMessages.addFailed)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
