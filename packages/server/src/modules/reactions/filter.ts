import { reactionName } from '@milepost/core/reactions';
import { sql, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** An emoji's name, or `None` or `Any`. */
    myReactionEmoji?: string;
  }
}

/** `my-reaction:thumbsup`: items with the viewer's own reaction. An anonymous viewer has none. */
export const reactionFilter: FilterWord = {
  name: 'reaction',
  conditions({ myReactionEmoji }, operator, ctx) {
    if (!myReactionEmoji) return [];
    const word = myReactionEmoji.toLowerCase();
    const isNamed = word === 'any' || word === 'none' ? sql`` : sql`AND r.name = ${reactionName(myReactionEmoji)}`;
    const isGiven =
      ctx.viewer.id === null
        ? sql<SqlBool>`false`
        : sql<SqlBool>`EXISTS (SELECT FROM reactions r WHERE r.work_item_id = w.id AND r.user_id = ${ctx.viewer.id} ${isNamed})`;
    return [(word === 'none') === (operator === 'not') ? isGiven : sql<SqlBool>`NOT ${isGiven}`];
  },
};
