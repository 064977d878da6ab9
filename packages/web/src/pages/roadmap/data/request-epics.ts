import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { ask } from './ask.ts';
import { groupEpics } from '../operations/epics.ts';
import { pageSize } from './page-size.ts';

/** One page of the group's epics. */
export function requestEpics(args: EpicArguments, endCursor: string, signal?: AbortSignal) {
  return ask(groupEpics, { ...args, first: pageSize, endCursor }, signal);
}
