import type { NamespaceId } from '@milepost/core/ids';
import type { Loader } from '../../platform/context.ts';

/** What is counted in a project by the rooms that hold it. */
export interface ProjectFigures {
  /** Opened issues and their like, as far as the viewer may see them. */
  openIssues: number;
}

let figures: Loader<NamespaceId, ProjectFigures> | null = null;

/** Called by the room that holds the work, before anything is served. */
export function plugInFigures(loader: Loader<NamespaceId, ProjectFigures>): void {
  figures = loader;
}

/** Null where no room counts anything. */
export function pluggedFigures(): Loader<NamespaceId, ProjectFigures> | null {
  return figures;
}
