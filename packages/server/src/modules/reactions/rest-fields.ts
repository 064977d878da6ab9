import { Type } from 'typebox';
import { plugInRest } from '../work-items/rest-plugs.ts';
import { votesOfWorkItem } from './store.ts';

/** What reactions add to epics and issues over REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'reactions',
    faces: ['epic', 'issue'],
    async show(ctx, item, { face }) {
      const votes = await ctx.load(votesOfWorkItem, item.id);
      const award_emoji = `${ctx.baseUrl}/api/v4/projects/${item.namespaceId}/issues/${item.iid}/award_emoji`;
      return {
        upvotes: votes?.upvotes ?? 0,
        downvotes: votes?.downvotes ?? 0,
        ...(face === 'issue' && { _links: { award_emoji } }),
      };
    },
    filter: {
      words: { my_reaction_emoji: Type.Optional(Type.String({ description: 'The name of an emoji, None or Any' })) },
      read: (input) => ({ myReactionEmoji: input.my_reaction_emoji }),
    },
  });
}
