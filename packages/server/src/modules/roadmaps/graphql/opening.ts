import { openingFactsOf } from '@milepost/core/roadmap/opening/facts';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { epicListArguments, epicListing } from '../../work-items/graphql/epic-list.ts';
import { todayOf } from '../filter/signals.ts';
import { openingSampleOf } from '../store/opening.ts';

/** `Group.roadmapOverview`. */
export function describeOpening(): void {
  builder.objectField(GroupRef, 'roadmapOverview', (t) =>
    t.field({
      type: 'JSON',
      nullable: true,
      complexity: costOfPage,
      description:
        'Milepost extension. What decides how the overview of the roadmap opens: state, order, color, lanes, and where dates lie. Takes the arguments of `epics`',
      args: {
        ...epicListArguments('epics'),
        includeDescendantGroups: t.arg.boolean({ description: 'Includes epics of subgroups; true by default' }),
        includeAncestorGroups: t.arg.boolean({ description: 'Includes epics of ancestor groups; false by default' }),
        firstWeekday: t.arg.int({ description: '0 (Sunday, the default) to 6' }),
      },
      resolve: async (group, { firstWeekday, ...args }, ctx) => {
        const listing = await epicListing(ctx, group, { ...args, state: 'all' });
        const sample = await openingSampleOf(ctx, group, listing);
        return openingFactsOf(sample, todayOf(ctx, listing.filter.is.today), weekdayOf(firstWeekday));
      },
    }),
  );
}

const weekdayOf = (day: number | null | undefined): number => (day && day > 0 && day < 7 ? day : 0);
