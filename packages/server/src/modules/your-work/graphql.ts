import { GraphQLError } from 'graphql';
import { builder } from '../../platform/graphql/builder.ts';
import { pageArguments, pageOf, sliceOf } from '../../platform/graphql/connections.ts';
import { CurrentUserRef } from '../users/graphql.ts';
import { WorkItemConnection } from '../work-items/graphql.ts';
import { workItemsById } from '../work-items/store.ts';
import { countYourWork, MAX_YOUR_WORK_COUNT, yourWorkAfter, type YourWorkTab } from './store.ts';

const TabEnum = builder.enumType('YourWorkTab', {
  values: {
    ASSIGNED: { value: 'assigned', description: 'Issues and tasks assigned to the viewer' },
    CREATED: { value: 'created' },
    MENTIONED: { value: 'mentioned', description: 'Their text or comments mention the viewer' },
    EPICS: { value: 'epics', description: 'Epics that the viewer owns' },
  } as const,
});
const SortEnum = builder.enumType('YourWorkSort', {
  values: {
    DEFAULT: { value: 'tab', description: 'The newest mention first, the latest change in the other tabs' },
    UPDATED_DESC: { value: 'updated' },
    CREATED_DESC: { value: 'created' },
    DUE_DATE_ASC: { value: 'due' },
  } as const,
});
const StateEnum = builder.enumType('YourWorkState', {
  values: { OPENED: { value: 'opened' }, CLOSED: { value: 'closed' } } as const,
});
const CountsRef = builder.objectRef<Record<YourWorkTab, number>>('YourWorkCounts');

export function extendSchema(): void {
  CountsRef.implement({
    description: `Open items of each tab: exact up to ${MAX_YOUR_WORK_COUNT}, ${MAX_YOUR_WORK_COUNT + 1} for more`,
    fields: (t) => ({
      assigned: t.exposeInt('assigned'),
      created: t.exposeInt('created'),
      mentioned: t.exposeInt('mentioned'),
      epics: t.exposeInt('epics'),
    }),
  });
  builder.objectFields(CurrentUserRef, (t) => ({
    yourWorkCounts: t.field({
      type: CountsRef,
      description: 'Milepost extension. Open items that concern the viewer',
      resolve: (_user, _args, ctx) => countYourWork(ctx),
    }),
    yourWork: t.field({
      type: WorkItemConnection,
      description:
        'Milepost extension. Items that concern the viewer, without those of archived and deleted groups and projects',
      args: {
        ...pageArguments,
        tab: t.arg({ type: TabEnum, required: true }),
        state: t.arg({ type: StateEnum }),
        search: t.arg.string({ description: 'Part of a title' }),
        sort: t.arg({ type: SortEnum, defaultValue: 'tab' }),
      },
      resolve: async (_user, { tab, state, search, sort, ...args }, ctx) => {
        const slice = sliceOf(args);
        if (slice.isBackward) throw new GraphQLError('This list supports forward paging only: use first and after');
        const listing = { tab, state: state ?? null, search: search?.trim() ?? '', sort: sort ?? 'tab' } as const;
        const rows = await yourWorkAfter(ctx, listing, slice);
        const items = await ctx.loadMany(
          workItemsById,
          rows.map(({ id }) => id),
        );
        const keys = new Map(rows.map(({ id, key }) => [id, key]));
        return pageOf(items, slice, ({ id }) => [keys.get(id) ?? '', id]);
      },
    }),
  }));
}
