import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { toast } from '../../ui/overlay/Toast.tsx';
import { changeItemsOf, type BulkChange, type Refused } from './bulk-api.ts';
import { bulkMessages as messages } from './bulk-messages.ts';

/** A change of many items. */
export interface BulkTask {
  /** A description for the confirmation. */
  title: string;
  change: BulkChange;
  /** The inverse change for the items that it changed: of two values the other one. */
  undo?: BulkChange;
}

export interface BulkProgress {
  done: number;
  count: number;
}

/** More than this number needs a confirmation. */
const MAX_UNCONFIRMED = 20;

/** Bulk changes of the items of a namespace: confirmed if there are many, with progress and the refused ones. */
export function useBulkChange(fullPath: string, onDone: () => void) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ task: BulkTask; ids: readonly string[] } | null>(null);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const stopping = useRef<AbortController | null>(null);

  const run = async (task: BulkTask, ids: readonly string[]): Promise<void> => {
    const stop = new AbortController();
    stopping.current = stop;
    setAsked(null);
    setProgress({ done: 0, count: ids.length });
    try {
      const onProgress = (done: number): void => setProgress({ done, count: ids.length });
      const result = await changeItemsOf(fullPath, ids, task.change, onProgress, stop.signal);
      const { undo } = task;
      const { changed } = result;
      toast({
        text: formatMessage(messages.done, { count: changed.length }),
        ...(undo &&
          changed.length > 0 && {
            action: {
              label: formatMessage(messages.undo),
              perform: () => void run({ title: task.title, change: undo }, changed),
            },
          }),
      });
      setRefused(result.refused);
      if (result.refused.length === 0) onDone();
    } catch {
      toast({ text: formatMessage(messages.failed) });
    } finally {
      setProgress(null);
      for (const key of ['issues', 'epics', 'children']) void client.invalidateQueries({ queryKey: [key] });
    }
  };

  return {
    asked,
    progress,
    refused,
    /** Runs it, or asks for confirmation. */
    start: (task: BulkTask, ids: readonly string[]): void => {
      if (ids.length > MAX_UNCONFIRMED) setAsked({ task, ids });
      else if (ids.length > 0) void run(task, ids);
    },
    confirm: (): void => void (asked && run(asked.task, asked.ids)),
    cancel: () => setAsked(null),
    stop: () => stopping.current?.abort(),
    forget: () => setRefused([]),
  };
}
