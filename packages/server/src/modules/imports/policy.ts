import type { Policy } from '../../platform/context.ts';

/** Archives contain members and accounts, so only administrators import. */
export const importPolicy = {
  create: (viewer) => viewer.isAdmin,
  read: (viewer) => viewer.isAdmin,
} satisfies Policy<null>;
