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

let shares: Loader<NamespaceId, readonly object[]> | null = null;

/** Registered at start by the room that knows with which groups a group or project is shared. */
export function plugInShares(loader: Loader<NamespaceId, readonly object[]>): void {
  shares = loader;
}

export function pluggedShares(): Loader<NamespaceId, readonly object[]> | null {
  return shares;
}
