import type { LabelId } from '@milepost/core/ids';
import type { Loader } from '../../platform/context.ts';

let openRequests: Loader<LabelId, number> | null = null;

/** Registered at start by the room of merge requests: the open ones with a label, of those that the viewer may see. */
export function plugInOpenRequests(loader: Loader<LabelId, number>): void {
  openRequests = loader;
}

export function pluggedOpenRequests(): Loader<LabelId, number> | null {
  return openRequests;
}
