import { queryOptions } from '@tanstack/react-query';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import type { RoadmapSignalsQuery } from '../../../gen/graphql.ts';
import { present } from '../../../platform/api/graphql.ts';
import { requestRoadmap } from '../data/request.ts';
import { batched } from '../data/batches.ts';
import { roadmapSignals } from '../operations/signals.ts';

/** The parameters of signals, in addition to the epic. */
export interface SignalQuestion {
  fullPath: string;
  /** The viewer's day. */
  today: string;
  progress: ProgressTracking;
  /** The past day that is read. */
  asOf?: string;
}

type Epics = NonNullable<NonNullable<RoadmapSignalsQuery['group']>['epics']>['nodes'];
export type SignalDetail = NonNullable<NonNullable<Epics>[number]>['signalDetails'][number];

const none: readonly SignalDetail[] = [];

/** The signals of at most 100 epics. */
export async function requestSignals(
  question: SignalQuestion,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly SignalDetail[]>> {
  const { group } = await requestRoadmap(roadmapSignals, { ...question, ids: [...ids] });
  return new Map(present(group?.epics?.nodes).map(({ id, signalDetails }) => [id, signalDetails]));
}

const signalsOf = batched(requestSignals);

/** The signals of one epic, worked out by the server. */
export function signalsQuery(question: SignalQuestion, epicId: string) {
  return queryOptions({
    queryKey: ['roadmapSignals', question, epicId],
    queryFn: async () => (await signalsOf(question, JSON.stringify(question), epicId)) ?? none,
    // Its marks stay while another unit of progress, or another day, is requested.
    placeholderData: (previous, query) => (query?.queryKey[2] === epicId ? previous : undefined),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
