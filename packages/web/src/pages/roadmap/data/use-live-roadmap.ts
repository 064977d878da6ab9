import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { LiveMessage } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { useLive } from '../../../platform/live/live.ts';

/** The minimum interval between full refetches. */
const restAfterAll = 3_000;
/** Without live updates everything is refetched at this interval. */
const POLL_INTERVAL_MS = 20_000;

/** Keeps the roadmap in sync with the server. The code is loaded on the first change. */
export function useLiveRoadmap(fullPath: string, args: EpicArguments): void {
  const client = useQueryClient();
  const lastAll = useRef(-restAfterAll);
  const onChange = useCallback(
    async (message: LiveMessage) => {
      const { refreshRoadmap } = await import('./live-roadmap.ts');
      if (message.all) {
        // Only the next refetch of its kind is throttled: changes in between apply immediately.
        const rest = lastAll.current + restAfterAll - performance.now();
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
        lastAll.current = performance.now();
      }
      await refreshRoadmap(client, args, message);
    },
    [client, args],
  );
  useLive({ kind: 'group', fullPath }, onChange);
  useEffect(() => {
    const poll = async (): Promise<void> => {
      if (document.hidden || document.documentElement.dataset['live'] === 'on') return;
      const { pollRoadmap } = await import('./live-roadmap.ts');
      await pollRoadmap(client, args);
    };
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [client, args]);
}
