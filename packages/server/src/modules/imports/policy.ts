import type { Policy } from '../../platform/context.ts';

/** Members and accounts come with an archive, so bringing one in is for administrators. */
export const importPolicy = {
  create: (viewer) => viewer.isAdmin,
  read: (viewer) => viewer.isAdmin,
} satisfies Policy<null>;
