import { ValidationError } from '@milepost/core/errors';
import { MAX_DENSITY_PARTS } from '@milepost/core/roadmap/minimap';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { epicListArguments, epicListing } from '../../work-items/graphql/epic-list.ts';
import { densityOf, type EpicDensity } from '../store/density.ts';

const EpicDensityRef = builder.objectRef<EpicDensity>('EpicDensity');

/** `Group.epicDensity`: what the minimap draws. */
export function describeDensity(): void {
  EpicDensityRef.implement({
    description: 'How many epics run at a time, from the first to the last of their dates',
    fields: (t) => ({
      startDate: t.exposeString('startDate', { description: 'The first date of an epic' }),
      dueDate: t.exposeString('dueDate', { description: 'The last date of an epic' }),
      counts: t.exposeIntList('counts', {
        description: 'The number of epics that run in each of the equal parts of these days',
      }),
    }),
  });
  builder.objectField(GroupRef, 'epicDensity', (t) =>
    t.field({
      type: EpicDensityRef,
      nullable: true,
      complexity: costOfPage,
      description:
        'Milepost extension. The density of the epics that match; takes the arguments of `epics`. Null when none has a date',
      args: {
        ...epicListArguments('epics'),
        includeDescendantGroups: t.arg.boolean({ description: 'Includes epics of subgroups; true by default' }),
        includeAncestorGroups: t.arg.boolean({ description: 'Includes epics of ancestor groups; false by default' }),
        parts: t.arg.int({ defaultValue: 200, description: `Number of parts, from 1 to ${MAX_DENSITY_PARTS}` }),
      },
      resolve: async (group, { parts, ...args }, ctx) => {
        const count = parts ?? 200;
        if (count < 1 || count > MAX_DENSITY_PARTS)
          throw new ValidationError({ parts: [`must be from 1 to ${MAX_DENSITY_PARTS}`] });
        return densityOf(ctx, await epicListing(ctx, group, args), count);
      },
    }),
  );
}
