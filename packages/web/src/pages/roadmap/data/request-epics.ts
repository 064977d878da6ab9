import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { requestRoadmap } from './request.ts';
import { groupEpics } from '../operations/epics.ts';

/** The number of epics per page. */
export const pageSize = 50;

/** One page of the group's epics. */
export function requestEpics(args: EpicArguments, endCursor: string, signal?: AbortSignal) {
  return requestRoadmap(groupEpics, { ...args, first: pageSize, endCursor }, signal);
}
