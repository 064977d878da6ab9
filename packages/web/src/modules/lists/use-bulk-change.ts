import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ChangeRefusedError } from '../../platform/api/errors.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { changeItemsOf, type BulkChange, type Refused } from './bulk-api.ts';
import { bulkUpdatesKey, startBulkUpdate } from './bulk-updates.ts';
import { bulkMessages as messages } from './bulk-messages.ts';
import { undoLabel } from '../../ui/text/messages.ts';

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

/** All items that match the filters of a list. */
export interface MatchingItems {
  list: 'ISSUES' | 'EPICS';
  /** The parameters of the address of the list. */
  filters: string;
  count: number;
}

/** The selected items: by their ids, or all that match. */
export type BulkSubject = { ids: readonly string[] } | MatchingItems;

export const countOf = (of: BulkSubject): number => ('ids' in of ? of.ids.length : of.count);

/** More than this number needs a confirmation. */
const MAX_UNCONFIRMED = 20;

/** Bulk changes of the items of a namespace: confirmed if there are many, with progress and the refused ones. */
export function useBulkChange({ fullPath, kind }: NamespaceRef, onDone: () => void) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ task: BulkTask; of: BulkSubject } | null>(null);
  const [isStarting, setStarting] = useState(false);
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
              label: formatMessage(undoLabel),
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

  /** The server changes the items, whether or not this page stays open. */
  const runOnServer = async (task: BulkTask, { list, filters }: MatchingItems): Promise<void> => {
    setAsked(null);
    setStarting(true);
    try {
      await startBulkUpdate({ ...task.change, fullPath, list, filters, title: task.title });
      toast({ text: formatMessage(messages.started) });
      onDone();
    } catch (error) {
      toast({ text: error instanceof ChangeRefusedError ? error.message : formatMessage(messages.failed) });
    } finally {
      setStarting(false);
      void client.invalidateQueries({ queryKey: bulkUpdatesKey({ kind, fullPath }) });
    }
  };

  const perform = (task: BulkTask, of: BulkSubject): void =>
    void ('ids' in of ? run(task, of.ids) : runOnServer(task, of));

  return {
    asked,
    isStarting,
    progress,
    refused,
    /** Runs it, or asks for confirmation. */
    start: (task: BulkTask, of: BulkSubject): void => {
      if (countOf(of) > MAX_UNCONFIRMED) setAsked({ task, of });
      else if (countOf(of) > 0) perform(task, of);
    },
    confirm: (): void => void (asked && perform(asked.task, asked.of)),
    cancel: () => setAsked(null),
    stop: () => stopping.current?.abort(),
    forget: () => setRefused([]),
  };
}
