import { staleLimits } from '@milepost/core/roadmap/signals';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { GroupPermissionsRef, GroupRef } from '../../namespaces/graphql.ts';
import { setStaleLimit } from '../commands/stale-limit.ts';
import { roadmapPolicy } from '../policy.ts';
import { staleLimitsOf } from '../store/stale-limit.ts';

/** `Group.roadmapStaleAfterDays` and its mutation. */
export function describeStaleLimit(): void {
  builder.objectField(GroupRef, 'roadmapStaleAfterDays', (t) =>
    t.int({
      description: `Milepost extension. After how many days without a change an epic is stale: the top-level group decides, otherwise ${staleLimits.default}`,
      resolve: async ({ rootId }, _args, ctx) => (await ctx.load(staleLimitsOf, rootId)) ?? staleLimits.default,
    }),
  );
  builder.objectField(GroupPermissionsRef, 'setRoadmapStaleLimit', (t) =>
    t.boolean({ resolve: (group, _args, ctx) => ctx.can(roadmapPolicy.setStaleLimit, group) }),
  );
  mutation('roadmapStaleLimitSet', {
    description:
      'Milepost extension. Sets after how many days without a change the epics of a top-level group are stale',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      days: t.int({ description: `${staleLimits.min} to ${staleLimits.max}; null: ${staleLimits.default}` }),
      daysRead: t.int({ description: 'The limit that was shown: refused if it has changed since' }),
    }),
    resolve: async ({ groupPath, days, daysRead }, ctx) => {
      const group = await findVisibleGroup(ctx, groupPath);
      await setStaleLimit(ctx, group, { days: days ?? null, daysRead: daysRead ?? undefined });
      return group;
    },
    payload: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
