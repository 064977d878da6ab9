import { setTaskItem } from '@milepost/core/text/task-lists';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { ConflictError, RequestError } from '../../platform/api/errors.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { itemTextQuery, saveItemText, type ItemText } from './item-text.ts';
import { itemMessages } from './messages.ts';
import { sendJson } from '../../platform/api/http.ts';
import { undoLabel } from '../../ui/text/messages.ts';

export interface TaskBoxes {
  /** Ticks or clears the checkbox of a source line; false if it could not be saved. */
  tick(line: number, isDone: boolean): Promise<boolean>;
  /** Saves the description after applying `change` to its text; null from `change`: the text differs from the shown one. */
  edit(change: (markdown: string) => string | null): void;
  /** Converts the task item on a source line to a child, and offers an undo. */
  convert(line: number): void;
  isSaving: boolean;
  /** An error message; null after a successful save. */
  failure: string | null;
}

/**
 * The task lists of a description, changed where they are read. Each change is saved with the lock version of the text it was
 * read from, one after another, so that no change overwrites another.
 */
export function useTaskBoxes(options: {
  webPath: string;
  typeName: string;
  lockVersion: number | null;
  /** The page shows what was saved. */
  onSaved(saved: ItemText): void;
  /** It refetches everything. */
  onFailed(): void;
}): TaskBoxes {
  const { webPath, typeName, lockVersion, onSaved, onFailed } = options;
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const queue = useRef<Promise<ItemText | null>>(Promise.resolve(null));

  const readText = async (before: ItemText | null): Promise<ItemText> => {
    const text = before ?? (await client.fetchQuery(itemTextQuery(webPath)));
    // The rendered checkboxes belong to an older text.
    if (before === null && lockVersion !== null && text.lock_version !== lockVersion) throw new ConflictError('');
    return text;
  };
  /** Runs `step` after all earlier ones; false if it could not be saved. */
  const enqueue = (
    step: (before: ItemText | null) => Promise<ItemText>,
    failed: MessageDescriptor,
  ): Promise<boolean> => {
    setFailure(null);
    setWaiting((count) => count + 1);
    queue.current = queue.current
      .then(async (before) => {
        const saved = await step(before);
        client.setQueryData(itemTextQuery(webPath).queryKey, saved);
        onSaved(saved);
        return saved;
      })
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        const isOvertaken = error instanceof ConflictError;
        setFailure(formatMessage(isOvertaken ? itemMessages.taskOvertaken : failed, { type: typeName }));
        onFailed();
        return null;
      })
      .finally(() => setWaiting((count) => count - 1));
    // A text that another user changed is read again with the next change.
    const last = queue.current;
    void last.finally(() => {
      if (queue.current === last) queue.current = Promise.resolve(null);
    });
    return last.then((saved) => saved !== null);
  };
  const edit = (change: (markdown: string) => string | null): Promise<boolean> =>
    enqueue(async (before) => {
      const text = await readText(before);
      const description = change(text.description_text);
      if (description === null) throw new ConflictError('');
      return saveItemText(webPath, { description, lock_version: text.lock_version });
    }, itemMessages.taskFailed);
  /** The children, their count and the activity have changed. */
  const renewChildren = (): void => {
    for (const queryKey of [['child-tasks'], ['children'], ['activity']]) void client.invalidateQueries({ queryKey });
  };
  const revert = (converted: ConvertedTask, description: string): void => {
    void enqueue(async () => {
      const text = await revertTask(webPath, converted, description);
      renewChildren();
      toast({
        text: formatMessage(converted.task.type === 'issue' ? itemMessages.issueReverted : itemMessages.taskReverted),
      });
      return text;
    }, itemMessages.revertFailed);
  };
  return {
    isSaving: waiting > 0,
    failure,
    tick: (line, isDone) => edit((markdown) => setTaskItem(markdown, line, isDone)),
    edit: (change) => void edit(change),
    convert: (line) =>
      void enqueue(async (before) => {
        const text = await readText(before);
        const converted = await convertTask(webPath, line, text.lock_version);
        renewChildren();
        toast({
          text: formatMessage(
            converted.task.type === 'issue' ? itemMessages.issueConverted : itemMessages.taskConverted,
          ),
          action: {
            label: formatMessage(undoLabel),
            perform: () => revert(converted, text.description_text),
          },
        });
        return converted.item;
      }, itemMessages.convertFailed),
  };
}

interface ConvertedTask {
  /** The texts of the parent, without the item of the list. */
  item: ItemText;
  task: { id: number; iid: number; type: string; title: string; web_url: string };
}

/** Converts the task list item on a source line to a child. `webPath`: of the item with the description. */
function convertTask(webPath: string, line: number, lockVersion: number): Promise<ConvertedTask> {
  return sendJson<ConvertedTask>(`${webPath}/task_conversions`, {
    method: 'POST',
    body: { line, lock_version: lockVersion },
  });
}

/** Deletes the child that a conversion created, and restores the previous description. */
function revertTask(webPath: string, { item, task }: ConvertedTask, description: string): Promise<ItemText> {
  return sendJson<ItemText>(`${webPath}/task_conversions/${task.id}/revert`, {
    method: 'POST',
    body: { description, lock_version: item.lock_version },
  });
}
