import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { numberOfId } from '@milepost/core/global-ids';
import { nothingChanged, type LiveMessage } from '@milepost/core/live';
import type { NamespaceRef } from '../api/endpoints.ts';
import type { OnChange, watch } from './connection.ts';

/** The minimum interval between full refetches of a page. */
const restAfterAsking = 500;

/**
 * Reports changes in a namespace while this component is mounted. What it shows may change unnoticed after that, so it must
 * be marked as stale.
 */
export function useLive(namespace: NamespaceRef, onChange: OnChange): void {
  const client = useQueryClient();
  const current = useRef(onChange);
  useEffect(() => {
    current.current = onChange;
  }, [onChange]);
  const { kind, fullPath } = namespace;
  useEffect(() => {
    let end: (() => void) | null = null;
    let isOver = false;
    const begin = async () => {
      const start = await loadAfterPaint();
      if (isOver) return;
      end = start({ kind, fullPath }, (message) => current.current(message), client);
    };
    void begin();
    return () => {
      isOver = true;
      end?.();
    };
  }, [kind, fullPath, client]);
}

/** Invalidates those of these keys that a change concerns, and all of them once this component no longer shows them. */
export function useFreshOnChange(namespace: NamespaceRef, keysOf: (message: LiveMessage) => readonly QueryKey[]): void {
  const client = useQueryClient();
  useLive(namespace, async (message) => {
    for (const queryKey of keysOf(message)) void client.invalidateQueries({ queryKey });
    await new Promise((resolve) => {
      setTimeout(resolve, restAfterAsking);
    });
  });
  const shown = JSON.stringify(keysOf({ ...nothingChanged, all: true }));
  useEffect(
    () => () => {
      for (const queryKey of JSON.parse(shown) as QueryKey[]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    },
    [client, shown],
  );
}

/** Whether a change concerns this work item or its discussion. `id`: a global id. */
export function concerns(message: LiveMessage, id: string): boolean {
  const number = numberOfId(id);
  return (
    message.all ||
    [message.epics, message.items, message.discussions, message.removed].some((ids) =>
      ids.some((each) => each === number),
    )
  );
}

/** The same for a page that shows the item's labels: a renamed label concerns it, too. */
export function concernsWithLabels(message: LiveMessage, id: string): boolean {
  return message.labels.length > 0 || concerns(message, id);
}

let loading: Promise<typeof watch> | undefined;

/** The page's own content has priority: what connects is loaded after the first paint, when the browser is idle. */
function loadAfterPaint(): Promise<typeof watch> {
  loading ??= new Promise<void>((resolve) => {
    const idle = () => {
      if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 1_000 });
      else resolve();
    };
    requestAnimationFrame(() => setTimeout(idle, 100));
  }).then(async () => (await import('./connection.ts')).watch);
  return loading;
}
