import { ValidationError } from '@milepost/core/errors';
import { filterQuery } from '@milepost/core/filters/address';
import { listStates } from '@milepost/core/filters/lists';
import type { FilterList } from '@milepost/core/filters/types';
import { formatGlobalId } from '@milepost/core/ids';
import { parseQuery, type Query } from '@milepost/core/query';
import { builder } from '../../platform/graphql/builder.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleNamespace } from '../namespaces/commands.ts';
import { GroupRef, ProjectRef } from '../namespaces/graphql.ts';
import { bulkChangeFields, bulkChangeOf } from '../work-items/graphql/bulk-mutations.ts';
import { WorkItemRef } from '../work-items/graphql.ts';
import { visibleWorkItemsOf } from '../work-items/store.ts';
import {
  cancelUpdate,
  dismissUpdate,
  isUndoable,
  startUpdateOfListing,
  undoUpdate,
  updatesToShow,
} from './commands.ts';
import { epicListing, issueListing } from './rest/listing.ts';
import { refusalReasons, type BulkUpdate, type RefusalReason } from './store.ts';

const MAX_REASONS = 20;
const MAX_ITEMS_OF_REASON = 5;
const MAX_FILTERS_LENGTH = 10_000;
const COST_OF_FEW = { field: 1, multiplier: 5 };

const ListEnum = builder.enumType('WorkItemBulkUpdateList', {
  description: 'The page of a list',
  values: { EPICS: { value: 'epics' }, ISSUES: { value: 'issues' } } as const,
});
const StatusEnum = builder.enumType('WorkItemBulkUpdateStatus', {
  values: {
    PENDING: { value: 'pending' },
    DONE: { value: 'done' },
    CANCELLED: { value: 'cancelled' },
    FAILED: { value: 'failed' },
  } as const,
});
const RefusalRef = builder.objectRef<RefusalReason>('WorkItemBulkUpdateRefusal');
const BulkUpdateRef = builder.objectRef<BulkUpdate>('WorkItemBulkUpdate');

/** Bulk updates of all items that match the filters of a list. */
export function extendSchema(): void {
  describeBulkUpdate();
  for (const face of [GroupRef, ProjectRef]) {
    builder.objectField(face, 'workItemBulkUpdates', (t) =>
      t.field({
        type: [BulkUpdateRef],
        description:
          "Milepost extension. The viewer's bulk updates of lists that are not finished, and results of the last day that were not dismissed; newest first",
        complexity: COST_OF_FEW,
        resolve: (namespace, _args, ctx) => updatesToShow(ctx, namespace),
      }),
    );
  }
  startBulkUpdates();
  for (const [name, description, change] of [
    ['Cancel', 'Ends a bulk update of a list; what it has changed stays', cancelUpdate],
    ['Dismiss', 'Hides the result of a bulk update of a list', dismissUpdate],
    [
      'Undo',
      'Starts a bulk update that changes back what another has changed; once, for fields of two values',
      undoUpdate,
    ],
  ] as const) {
    mutation(`workItemBulkUpdate${name}`, {
      description: `Milepost extension. ${description}`,
      input: (t) => ({ id: t.id({ required: true }) }),
      resolve: ({ id }, ctx) => change(ctx, readGlobalId<'BulkUpdate'>(id, BulkUpdateRef.name)),
      payload: bulkUpdatePayload,
    });
  }
}

function startBulkUpdates(): void {
  mutation('workItemBulkUpdateStart', {
    description:
      'Milepost extension. Changes all items that match the filters of a list now, 10,000 at most, in the background, each with its own permissions',
    input: (t) => ({
      fullPath: t.id({ required: true, description: 'The group or project of the list' }),
      list: t.field({ type: ListEnum, required: true }),
      filters: t.string({ required: true, description: 'The parameters of the address of the list, with its `state`' }),
      title: t.string({ required: true, description: 'Describes the change to the viewer; at most 255 characters' }),
      ...bulkChangeFields(t),
    }),
    resolve: async (input, ctx) => {
      const query = readFilters(input.list, input.filters);
      const wanted = { title: input.title, change: bulkChangeOf(input) };
      if (input.list === 'epics') {
        const group = await findVisibleGroup(ctx, input.fullPath);
        return startUpdateOfListing(ctx, group, await epicListing(ctx, group, query), wanted);
      }
      const of = await findVisibleNamespace(ctx, input.fullPath);
      return startUpdateOfListing(ctx, of, issueListing(of, query), wanted);
    },
    payload: bulkUpdatePayload,
  });
}

const bulkUpdatePayload = (t: PayloadFields<BulkUpdate>) => ({
  workItemBulkUpdate: t.field({ type: BulkUpdateRef, nullable: true, resolve: ({ result }) => result }),
});

/** Throws ValidationError for parameters that lists do not have: without them the update would change more items than wanted. */
function readFilters(list: FilterList, text: string): Query {
  if (text.length > MAX_FILTERS_LENGTH) throw new ValidationError({ filters: ['is too long'] });
  const query = parseQuery(text);
  const known = new Set(filterQuery(list, query).map(([key]) => nameOf(key)));
  for (const [key, value] of query) {
    const isUsed =
      key === 'state' ? listStates.some((state) => state === value) : known.has(nameOf(key)) || value === '';
    if (!isUsed) throw new ValidationError({ filters: [`has a parameter that is not used: ${key}`] });
  }
  return query;
}

const nameOf = (key: string): string => key.replace(/\[\]$/, '');

function describeBulkUpdate(): void {
  RefusalRef.implement({
    description: 'Milepost extension. A reason why items were not changed',
    fields: (t) => ({
      reason: t.exposeString('reason'),
      count: t.exposeInt('count'),
      workItems: t.field({
        type: [WorkItemRef],
        description: 'The first of them, without those that the viewer cannot see',
        resolve: ({ itemIds }, _args, ctx) => visibleWorkItemsOf(ctx, itemIds),
      }),
    }),
  });
  BulkUpdateRef.implement({
    description: 'Milepost extension. A change of all items that matched the filters of a list',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId(BulkUpdateRef.name, id) }),
      title: t.exposeString('title'),
      status: t.expose('status', { type: StatusEnum }),
      failure: t.exposeString('failure', { nullable: true }),
      totalCount: t.exposeInt('total', { description: 'The number of items that matched at the start' }),
      processedCount: t.exposeInt('processed'),
      changedCount: t.exposeInt('changed'),
      refusedCount: t.exposeInt('refused', { description: 'Items that could not be changed' }),
      createdAt: t.expose('createdAt', { type: 'Time' }),
      finishedAt: t.expose('finishedAt', { type: 'Time', nullable: true }),
      isUndo: t.boolean({ resolve: ({ undoOfId }) => undoOfId !== null }),
      undoable: t.boolean({ resolve: isUndoable }),
      refusals: t.field({
        type: [RefusalRef],
        complexity: COST_OF_FEW,
        description: 'Why items could not be changed: the most frequent reasons',
        resolve: ({ id, refused }, _args, ctx) =>
          refused === 0 ? [] : refusalReasons(ctx.db, id, { reasons: MAX_REASONS, items: MAX_ITEMS_OF_REASON }),
      }),
    }),
  });
}
