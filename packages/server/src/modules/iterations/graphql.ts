import { utcDayOf } from '@milepost/core/days';
import { formatGlobalId, type CadenceId, type IterationId } from '@milepost/core/ids';
import { iterationPath, iterationState } from '@milepost/core/timeboxes/iterations';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { fromLoader } from '../../platform/graphql/preload.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { readTimeframe, TimeframeInput } from '../../platform/graphql/timeframe.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { visibleNamespace } from '../namespaces/commands.ts';
import { GroupPermissionsRef, GroupRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { issueFaces } from '../work-items/graphql.ts';
import type { WorkItem } from '../work-items/store.ts';
import { spanOf } from './commands.ts';
import { iterationPolicy } from './policy.ts';
import { cadenceKey, cadencesAfter, cadencesById, type Cadence, type CadenceListing } from './store/cadences.ts';
import {
  countIterations,
  iterationsAfter,
  iterationsById,
  iterationSorts,
  type Iteration,
  type IterationListing,
  type IterationSearchField,
  type IterationSort,
} from './store.ts';

export const IterationRef = builder.objectRef<Iteration>('Iteration');
export const IterationConnection = connectionType('Iteration', IterationRef);
export const CadenceRef = builder.objectRef<Cadence>('IterationCadence');
export const CadenceConnection = connectionType('IterationCadence', CadenceRef);

const IterationStateEnum = builder.enumType('IterationState', {
  values: ['upcoming', 'current', 'closed', 'opened', 'all'] as const,
});
const IterationSortEnum = builder.enumType('IterationSort', { values: iterationSorts });
const IterationSearchableField = builder.enumType('IterationSearchableField', {
  values: ['TITLE', 'CADENCE_TITLE'] as const,
});

/** The field of the iteration of a work item, for each type that has it. */
const iteration = fromLoader(
  iterationsById,
  (item: Pick<WorkItem, 'iterationId'>) => item.iterationId,
  (found) => found,
  (found) => [found],
);

/** Parses the id of an iteration as clients send it. */
export const readIterationId = (id: string): IterationId => readGlobalId<'Iteration'>(id, 'Iteration');
/** Parses the id of a cadence as clients send it. */
export const readCadenceId = (id: string): CadenceId => readGlobalId<'Cadence'>(id, 'Iterations::Cadence');

export function describeIterations(): void {
  describeCadence();
  describeIteration();
  for (const permission of ['adminIteration', 'adminIterationCadence'] as const) {
    builder.objectField(GroupPermissionsRef, permission, (t) =>
      t.boolean({ resolve: (group, _args, ctx) => ctx.can(iterationPolicy.manage, group) }),
    );
  }
  for (const face of issueFaces) {
    builder.objectField(face, 'iteration', (t) => t.field({ type: IterationRef, nullable: true, ...iteration }));
  }
  addWidget('ITERATION', {
    name: 'Iteration',
    feature: 'iterations',
    types: ['issue', 'incident', 'task'],
    fields: (t) => ({
      iteration: t.field({
        type: IterationRef,
        nullable: true,
        resolve: ({ item }, args, ctx) => iteration.resolve(item, args, ctx),
      }),
    }),
  });
  for (const face of [GroupRef, ProjectRef]) {
    listIterations(face);
    listCadences(face);
  }
  builder.queryField('iteration', (t) =>
    t.field({
      type: IterationRef,
      nullable: true,
      args: { id: t.arg({ type: 'IterationID', required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const iteration = await ctx.load(iterationsById, readIterationId(id));
        const group = iteration && (await visibleNamespace(ctx, iteration.namespaceId));
        return group && hasFeature(group, 'iterations') ? iteration : null;
      },
    }),
  );
}

function describeCadence(): void {
  CadenceRef.implement({
    description: 'A series of iterations',
    fields: (t) => ({
      id: t.field({ type: 'IterationsCadenceID', resolve: ({ id }) => formatGlobalId('Iterations::Cadence', id) }),
      title: t.exposeString('title'),
      description: t.exposeString('description', { nullable: true }),
      active: t.exposeBoolean('isActive', { nullable: true }),
      automatic: t.exposeBoolean('isAutomatic', { nullable: true }),
      startDate: t.expose('startDate', { type: 'Time', nullable: true }),
      durationInWeeks: t.exposeInt('durationInWeeks', { nullable: true }),
      iterationsInAdvance: t.exposeInt('iterationsInAdvance', { nullable: true }),
      rollOver: t.exposeBoolean('rollsOver'),
    }),
  });
}

const pathOf = ({ namespacePath, iid }: Iteration) => iterationPath(namespacePath, iid);

function describeIteration(): void {
  IterationRef.implement({
    description: 'A time-box of a group',
    fields: (t) => ({
      id: t.id({ resolve: (iteration) => formatGlobalId('Iteration', iteration.id) }),
      iid: t.string({ resolve: (iteration) => String(iteration.iid) }),
      sequence: t.exposeInt('sequence'),
      title: t.exposeString('title', { nullable: true }),
      description: t.exposeString('description', { nullable: true }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ descriptionHtml }, _args, ctx) => presentHtml(ctx.services, descriptionHtml),
      }),
      state: t.field({
        type: IterationStateEnum,
        resolve: (iteration) => iterationState(spanOf(iteration), utcDayOf(new Date())),
      }),
      startDate: t.expose('startDate', { type: 'Time', nullable: true }),
      dueDate: t.expose('dueDate', { type: 'Time', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'Time' }),
      updatedAt: t.expose('updatedAt', { type: 'Time' }),
      webPath: t.string({ resolve: pathOf }),
      webUrl: t.string({ resolve: (iteration, _args, ctx) => ctx.baseUrl + pathOf(iteration) }),
      scopedPath: t.string({ nullable: true, resolve: pathOf }),
      scopedUrl: t.string({ nullable: true, resolve: (iteration, _args, ctx) => ctx.baseUrl + pathOf(iteration) }),
      iterationCadence: t.field({
        type: CadenceRef,
        ...fromLoader(
          cadencesById,
          (placed: Iteration) => placed.cadenceId,
          (cadence) => cadence as Cadence,
        ),
      }),
    }),
  });
}

function listIterations(face: typeof GroupRef): void {
  builder.objectField(face, 'iterations', (t) =>
    t.field({
      type: IterationConnection,
      nullable: true,
      args: {
        ...pageArguments,
        id: t.arg.id(),
        iid: t.arg.id(),
        state: t.arg({ type: IterationStateEnum }),
        search: t.arg.string(),
        title: t.arg.string({ deprecationReason: 'The argument will be removed in favor of `search` and `in`.' }),
        in: t.arg({ type: [IterationSearchableField], description: 'The searched fields; the title by default' }),
        timeframe: t.arg({ type: TimeframeInput }),
        iterationCadenceIds: t.arg({ type: ['IterationsCadenceID'] }),
        includeAncestors: t.arg.boolean({ description: 'Iterations of the groups above; true by default' }),
        includeDescendants: t.arg.boolean(),
        sort: t.arg({ type: IterationSortEnum }),
      },
      resolve: (namespace, args, ctx) =>
        hasFeature(namespace, 'iterations') ? pageOfIterations(ctx, args, listingOf(namespace, args)) : null,
    }),
  );
}

interface SearchArguments extends PageArguments {
  id?: string | number | null;
  iid?: string | number | null;
  state?: IterationListing['state'];
  search?: string | null;
  title?: string | null;
  in?: readonly IterationSearchField[] | null;
  timeframe?: { start: string; end: string } | null;
  iterationCadenceIds?: readonly string[] | null;
  includeAncestors?: boolean | null;
  includeDescendants?: boolean | null;
  sort?: IterationSort | null;
}

function listingOf(namespace: Namespace, args: SearchArguments): IterationListing {
  const iid = Number(args.iid);
  return {
    namespace,
    ids: args.id ? [readIterationId(String(args.id))] : null,
    iids: args.iid ? [Number.isInteger(iid) && iid <= 2_147_483_647 ? iid : 0] : null,
    state: args.state,
    search: args.search ?? args.title,
    searchIn: args.in,
    timeframe: readTimeframe(args.timeframe),
    cadenceIds: args.iterationCadenceIds?.map(readCadenceId),
    includeAncestors: args.includeAncestors ?? true,
    includeDescendants: namespace.kind === 'group' && (args.includeDescendants ?? false),
    sort: args.sort,
  };
}

async function pageOfIterations(
  ctx: Context,
  args: PageArguments,
  listing: IterationListing,
): Promise<Page<Iteration>> {
  const slice = sliceOf(args);
  const rows = await iterationsAfter(ctx, listing, slice);
  const keys = new Map(rows.map((row) => [row.id, row.sortKey]));
  return pageOf<Iteration>(
    rows,
    slice,
    (iteration) => keys.get(iteration.id) ?? [],
    () => countIterations(ctx, listing),
  );
}

function listCadences(face: typeof GroupRef): void {
  builder.objectField(face, 'iterationCadences', (t) =>
    t.field({
      type: CadenceConnection,
      nullable: true,
      args: {
        ...pageArguments,
        id: t.arg({ type: 'IterationsCadenceID' }),
        title: t.arg.string(),
        durationInWeeks: t.arg.int(),
        active: t.arg.boolean(),
        automatic: t.arg.boolean(),
        includeAncestorGroups: t.arg.boolean({ description: 'Cadences of the groups above; true by default' }),
        includeDescendantGroups: t.arg.boolean(),
      },
      resolve: async (namespace, args, ctx) => {
        if (!hasFeature(namespace, 'iterations')) return null;
        const slice = sliceOf(args);
        const listing: CadenceListing = {
          namespace,
          id: args.id ? readCadenceId(args.id) : null,
          title: args.title,
          durationInWeeks: args.durationInWeeks,
          isActive: args.active,
          isAutomatic: args.automatic,
          includeAncestors: args.includeAncestorGroups ?? true,
          includeDescendants: namespace.kind === 'group' && (args.includeDescendantGroups ?? false),
        };
        return pageOf(await cadencesAfter(ctx, listing, slice), slice, cadenceKey);
      },
    }),
  );
}
