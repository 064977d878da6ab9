import type { Endpoints } from '@milepost/core/settings/endpoints';
import { session } from '../session/session.ts';

/**
 * A path that the server handed to this page, for a group or project where the path is one of these.
 * @throws Error when the server named none: a page without a server
 */
export function endpoint(name: keyof Endpoints, fullPath = ''): string {
  const path = session().endpoints[name];
  if (path === undefined) throw new Error(`The server named no path for ${name}`);
  return path.replace('{fullPath}', fullPath);
}

export type NamespaceKind = 'group' | 'project';

/** A group or project, by its full path. */
export interface NamespaceRef {
  kind: NamespaceKind;
  fullPath: string;
}
