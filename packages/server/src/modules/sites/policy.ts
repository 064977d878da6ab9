import type { Viewer } from '@milepost/core/roles';

export const sitePolicy = {
  manage: (viewer: Viewer, _subject: null): boolean => viewer.isAdmin,
};
