import type { Viewer } from '@milepost/core/roles';
import type { Namespace } from '../../namespaces/store.ts';

/** How groups are named for a viewer. */
export interface Paths {
  /** Whether the viewer can open addresses. */
  isWhole: boolean;
  path: (fullPath: string) => string;
  name: (fullName: string) => string;
}

/** A viewer with a link to a group sees nothing above it: paths and names start there. */
export function pathsWithin(viewer: Viewer, group: Namespace): Paths {
  if (viewer.linkedTo === null) return { isWhole: true, path: (path) => path, name: (name) => name };
  const abovePath = group.fullPath.length - group.path.length;
  const aboveName = group.fullName.length - group.name.length;
  return { isWhole: false, path: (path) => path.slice(abovePath), name: (name) => name.slice(aboveName) };
}
