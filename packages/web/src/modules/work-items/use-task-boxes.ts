import { setTaskItem } from '@milepost/core/task-lists';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { OvertakenError, RequestError } from '../../app/errors.ts';
import { itemTextQuery, saveItemText, type ItemText } from './item-text.ts';
import { itemWords } from './words.ts';

export interface TaskBoxes {
  /** Ticks or clears the box of a source line. */
  tick(line: number, isDone: boolean): void;
  isSaving: boolean;
  /** A sentence; null when the last box could be saved. */
  failure: string | null;
}

/**
 * Boxes of the description that are ticked where they are read. Each is saved with the lock version of the text it was read
 * from, one after another, so that two quick ones do not lose to each other, nor anybody to either.
 */
export function useTaskBoxes(options: {
  webPath: string;
  typeName: string;
  lockVersion: number | null;
  /** The page shows what was saved. */
  onSaved(saved: ItemText): void;
  /** It asks for everything anew. */
  onFailed(): void;
}): TaskBoxes {
  const { webPath, typeName, lockVersion, onSaved, onFailed } = options;
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const queue = useRef<Promise<ItemText | null>>(Promise.resolve(null));

  const save = async (before: ItemText | null, line: number, isDone: boolean): Promise<ItemText | null> => {
    const text = before ?? (await client.fetchQuery(itemTextQuery(webPath)));
    // The boxes that are shown are those of an older text.
    if (before === null && lockVersion !== null && text.lock_version !== lockVersion) throw new OvertakenError('');
    const description = setTaskItem(text.description_text, line, isDone);
    if (description === null) throw new OvertakenError('');
    const saved = await saveItemText(webPath, { description, lock_version: text.lock_version });
    client.setQueryData(itemTextQuery(webPath).queryKey, saved);
    onSaved(saved);
    return saved;
  };
  return {
    isSaving: waiting > 0,
    failure,
    tick(line, isDone) {
      setFailure(null);
      setWaiting((count) => count + 1);
      queue.current = queue.current
        .then((before) => save(before, line, isDone))
        .catch((error: unknown) => {
          if (!(error instanceof RequestError)) throw error;
          const isOvertaken = error instanceof OvertakenError;
          setFailure(formatMessage(isOvertaken ? itemWords.taskOvertaken : itemWords.taskFailed, { type: typeName }));
          onFailed();
          return null;
        })
        .finally(() => setWaiting((count) => count - 1));
      // A text that somebody else changed since is read anew with the next box.
      const last = queue.current;
      void last.finally(() => {
        if (queue.current === last) queue.current = Promise.resolve(null);
      });
    },
  };
}
