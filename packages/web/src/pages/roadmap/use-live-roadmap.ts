import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LiveMessage } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { useLive } from '../../app/live.ts';

/** Everything at once is asked for this often at most. */
const restAfterAll = 3_000;

/** Keeps the roadmap as it is on the server, whoever changes it. The code for it comes with the first change. */
export function useLiveRoadmap(fullPath: string, args: EpicArguments): void {
  const client = useQueryClient();
  const onChange = useCallback(
    async (message: LiveMessage) => {
      const { refreshRoadmap } = await import('./live-roadmap.ts');
      await refreshRoadmap(client, args, message);
      if (message.all) await new Promise((resolve) => setTimeout(resolve, restAfterAll));
    },
    [client, args],
  );
  useLive({ kind: 'group', fullPath }, onChange);
}
