import { formatDay, utcDayOf, type Day } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import { firstRecordedDay, recordedSince } from '../store/as-of.ts';

/** What a roadmap as of a past day shows of its records. */
export function describeRecords(): void {
  builder.objectField(GroupRef, 'firstRecordedDay', (t) =>
    t.field({
      type: 'Date',
      nullable: true,
      description: 'Milepost extension. The first past day that its roadmap can show; null without epics',
      resolve: async (group, _args, ctx) => {
        const day = await firstRecordedDay(ctx, group);
        return day === null ? null : formatDay(day);
      },
    }),
  );
  builder.objectField(EpicRef, 'recordedSince', (t) =>
    t.field({
      type: 'Date',
      nullable: true,
      description:
        'Milepost extension. As of a past day: the time since which changes are recorded, if that is later. Some values are then the earliest known ones',
      // Not async, because the present roadmap requests it in each row.
      resolve: (epic, _args, ctx) => (ctx.asOf === null ? null : lateRecordOf(ctx, epic.id, ctx.asOf)),
    }),
  );
}

async function lateRecordOf(ctx: Context, id: WorkItemId, asOf: Day): Promise<string | null> {
  const since = await ctx.load(recordedSince, id);
  return since && utcDayOf(since) > asOf ? formatDay(utcDayOf(since)) : null;
}
