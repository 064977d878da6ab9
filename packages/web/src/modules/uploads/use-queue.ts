import { useEffect, useState, useSyncExternalStore } from 'react';
import { UploadQueue, type QueuedFile, type QueueOptions } from './queue.ts';

/**
 * A queue with the lifetime of the component: uploads in progress are canceled on unmount. Options may change on every render.
 */
export function useQueue<Answer>(options: QueueOptions<Answer>): {
  queue: UploadQueue<Answer>;
  items: readonly QueuedFile[];
} {
  const [queue] = useState(() => new UploadQueue<Answer>(options));
  useEffect(() => queue.use(options));
  useEffect(() => () => queue.cancelAll(), [queue]);
  const items = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.items,
  );
  return { queue, items };
}
