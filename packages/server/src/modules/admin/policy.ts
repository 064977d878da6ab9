import { NotFoundError } from '@milepost/core/errors';
import type { Viewer } from '@milepost/core/roles';

/** For others than administrators the administration does not exist. */
export function requireAdministrator(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new NotFoundError('Page');
}
