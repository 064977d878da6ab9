import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { LiveMessage } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { useLive } from '../../../platform/live/live.ts';

/** Without live updates everything is refetched at this interval. */
const POLL_INTERVAL_MS = 20_000;

/** Whether this page shows the query. */
const isOfRoadmap = ({ queryKey }: Query) => /^(roadmap|epicChild|groupMile)/.test(String(queryKey[0]));

/** Keeps the roadmap in sync with the server. The code is loaded on the first change. */
export function useLiveRoadmap(fullPath: string, args: EpicArguments): void {
  const client = useQueryClient();
  const onChange = useCallback(
    async (message: LiveMessage) => {
      const { applyChange } = await import('./live-roadmap.ts');
      await applyChange(client, args, message);
    },
    [client, args],
  );
  useLive({ kind: 'group', fullPath }, onChange);
  useEffect(
    () => () => void client.invalidateQueries({ predicate: isOfRoadmap, refetchType: 'none' }),
    [client, fullPath],
  );
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
