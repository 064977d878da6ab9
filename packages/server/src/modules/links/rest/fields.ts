import { plugInRest } from '../../work-items/rest/plugs.ts';
import { blockCountsOf } from '../store.ts';

/** The link fields of issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'links',
    faces: ['issue'],
    async show(ctx, item) {
      const counts = await ctx.load(blockCountsOf, item.id);
      return { blocking_issues_count: counts?.blocking ?? 0 };
    },
  });
}
