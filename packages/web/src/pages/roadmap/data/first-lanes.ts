import type { EpicArguments } from '@milepost/core/roadmap/arguments';

/** Lanes whose first rows were requested ahead of the page, by the arguments of the list. Only the last list is kept. */
let prefetched: { list: string; lanes: readonly string[] } = { list: '', lanes: [] };

const listOf = (args: EpicArguments): string => JSON.stringify(args);

export function addPrefetchedLane(args: EpicArguments, lane: string): void {
  const lanes = prefetchedLanes(args).filter((other) => other !== lane);
  prefetched = { list: listOf(args), lanes: [...lanes, lane] };
}

export function prefetchedLanes(args: EpicArguments): readonly string[] {
  return prefetched.list === listOf(args) ? prefetched.lanes : [];
}
