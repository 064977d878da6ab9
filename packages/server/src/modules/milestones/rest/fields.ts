import type { MilestoneId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { idInput } from '../../../platform/rest/input.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { presentMilestone } from '../rest.ts';
import { milestonesById } from '../store.ts';

/** The milestone fields of issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'milestone',
    faces: ['issue'],
    async show(ctx, { milestoneId }) {
      const milestone = milestoneId === null ? null : await ctx.load(milestonesById, milestoneId);
      return { milestone: milestone && presentMilestone(ctx, milestone) };
    },
    write: {
      properties: {
        milestone_id: Type.Optional(
          Type.Union([idInput(), Type.Literal(''), Type.Null()], { description: '0 or empty for none' }),
        ),
      },
      read: (input) => ({
        milestoneId:
          input.milestone_id === undefined ? undefined : ((input.milestone_id || null) as MilestoneId | null),
      }),
    },
  });
}
