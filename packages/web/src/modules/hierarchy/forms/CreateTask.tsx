import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '../../../ui/Field.tsx';
import { childTaskWords } from '../child-task-words.ts';
import { createTask } from '../child-tasks.ts';
import type { TreeItem } from '../items.ts';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';

export interface CreateTaskProps {
  /** The issue that gets it. */
  item: TreeItem;
  projectPath: string;
  onDone(): void;
  onClose(): void;
}

/** Makes a task under an issue of the tree, in the project of that. */
export function CreateTask({ item, projectPath, onDone, onClose }: CreateTaskProps) {
  const { formatMessage } = useIntl();
  const [title, setTitle] = useState('');
  const create = useMutation({
    mutationFn: () => createTask({ parentId: item.id, projectPath, title: title.trim() }),
    onSuccess: onDone,
  });
  return (
    <FormFrame
      label={formatMessage(words.newTask)}
      submit={<FormattedMessage {...words.createTask} />}
      canSubmit={title.trim() !== ''}
      isBusy={create.isPending}
      failure={create.error && (create.error.message || formatMessage(childTaskWords.addFailed))}
      isConfidential={false}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(words.title)}
        value={title}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        data-autofocus
        autoComplete="off"
        maxLength={255}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormFrame>
  );
}
