import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { LiveMessage } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { useLive } from '../../../platform/live/live.ts';

/** Everything at once is asked for this often at most. */
const restAfterAll = 3_000;

/** Keeps the roadmap as it is on the server, whoever changes it. The code for it comes with the first change. */
export function useLiveRoadmap(fullPath: string, args: EpicArguments): void {
  const client = useQueryClient();
  const lastAll = useRef(-restAfterAll);
  const onChange = useCallback(
    async (message: LiveMessage) => {
      const { refreshRoadmap } = await import('./live-roadmap.ts');
      if (message.all) {
        // Only the next of its kind waits: what changes in between is shown at once.
        const rest = lastAll.current + restAfterAll - performance.now();
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
        lastAll.current = performance.now();
      }
      await refreshRoadmap(client, args, message);
    },
    [client, args],
  );
  useLive({ kind: 'group', fullPath }, onChange);
}
