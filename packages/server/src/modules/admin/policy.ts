import { NotFoundError } from '@milepost/core/errors';
import type { Viewer } from '@milepost/core/roles';

/** Throws NotFoundError unless the viewer is an administrator: everyone else gets 404 for the admin area. */
export function requireAdministrator(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new NotFoundError('Page');
}
