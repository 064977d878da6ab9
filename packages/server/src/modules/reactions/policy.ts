import type { UserId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import type { Awardable } from './sockets.ts';

/** Whoever may comment may react; where a discussion is locked, members only. */
export const reactionPolicy = {
  create: (viewer, { item, isSystem }) =>
    !isSystem &&
    workItemPolicy.comment(viewer, item) &&
    (!item.isDiscussionLocked || viewer.atLeast('guest', item.place)),
} satisfies Policy<Awardable>;

/** A reaction is taken back by who gave it; administrators may take away any. */
export const ownReactionPolicy = {
  destroy: (viewer, reaction) => viewer.is(reaction.userId) || viewer.isAdmin,
} satisfies Policy<{ userId: UserId }>;
