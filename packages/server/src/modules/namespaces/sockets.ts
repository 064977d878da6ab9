import type { NamespaceId } from '@milepost/core/ids';
import type { Loader } from '../../platform/context.ts';

/** Counts of a project that other rooms provide. */
export interface ProjectFigures {
  /** The number of open issues, incidents and tasks that the viewer may see. */
  openIssues: number;
}

let figures: Loader<NamespaceId, ProjectFigures> | null = null;

/** Registered by the room that provides the counts, at start. */
export function plugInFigures(loader: Loader<NamespaceId, ProjectFigures>): void {
  figures = loader;
}

/** Null if no room provides counts. */
export function pluggedFigures(): Loader<NamespaceId, ProjectFigures> | null {
  return figures;
}
