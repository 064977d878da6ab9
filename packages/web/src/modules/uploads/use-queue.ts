import { useEffect, useState, useSyncExternalStore } from 'react';
import { UploadQueue, type QueuedFile, type QueueOptions } from './queue.ts';

/** A queue that lives as long as the component: what still travels when it goes is canceled. Options may change with each drawing. */
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
