import { staleLimits } from '@milepost/core/roadmap/signals';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { setStaleLimit } from '../commands/stale-limit.ts';
import { staleLimitsOf } from '../store/stale-limit.ts';

const path = '/groups/:id/roadmap_stale_limit';
const tags = ['roadmaps'];
const { min, max } = staleLimits;

/** After how many days without a change epics are stale. */
export function addStaleLimit(routes: Routes): void {
  const presented = async (ctx: Context, { rootId }: Namespace) => ({
    days: (await ctx.load(staleLimitsOf, rootId)) ?? staleLimits.default,
  });
  routes.get(
    path,
    { summary: 'After how many days without a change epics are stale; the top-level group decides', tags },
    async ({ params }, ctx) => presented(ctx, await findVisibleGroup(ctx, params['id'] ?? '')),
  );
  routes.put(
    path,
    {
      summary: 'Set after how many days without a change the epics of a top-level group are stale',
      tags,
      signedIn: true,
      input: Type.Object({
        days: Type.Union([Type.Integer(), Type.Null()], {
          description: `${min} to ${max}; null: ${staleLimits.default}`,
        }),
        days_read: Type.Optional(
          Type.Integer({ description: 'The limit that was shown: refused if it has changed since' }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      await setStaleLimit(ctx, group, { days: input.days, daysRead: input.days_read });
      return { days: input.days ?? staleLimits.default };
    },
  );
}
