import { plugInRest } from '../../work-items/rest/plugs.ts';
import { votesOfWorkItem } from '../store.ts';

/** The reaction fields of epics and issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'reactions',
    faces: ['epic', 'issue'],
    async show(ctx, item) {
      const votes = await ctx.load(votesOfWorkItem, item.id);
      return { upvotes: votes?.upvotes ?? 0, downvotes: votes?.downvotes ?? 0 };
    },
  });
}
