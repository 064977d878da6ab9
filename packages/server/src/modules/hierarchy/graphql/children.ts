import type { WorkItemId } from '@milepost/core/ids';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context, Loader } from '../../../platform/context.ts';
import { pageOf, sliceOf, type Page, type PageArguments } from '../../../platform/graphql/connections.ts';
import { preloadRows } from '../../../platform/graphql/preload.ts';
import type { Slice } from '../../../platform/cursors.ts';
import type { WorkItem } from '../../work-items/store.ts';
import {
  childKey,
  childrenAfter,
  countListedChildren,
  type ChildListing,
  type ListedChild,
} from '../store/children.ts';

type ChildrenLoader = Loader<WorkItemId, ListedChild[]>;
const loadersOf = new WeakMap<Context, Map<string, ChildrenLoader>>();

/** The children of a field, batched: the same field of fifty epics is one statement. */
export async function pageOfChildren(
  ctx: Context,
  parentId: WorkItemId,
  args: PageArguments,
  listing: ChildListing,
  info: GraphQLResolveInfo,
): Promise<Page<WorkItem>> {
  const slice = sliceOf(args);
  const rows = (await ctx.load(loaderFor(ctx, listing, slice), parentId)) ?? [];
  const { timeframe } = listing.filter.is;
  if (timeframe) for (const row of rows) row.listTimeframe = timeframe;
  await preloadRows(ctx, rows, info);
  const keyOf = (row: WorkItem) => childKey(row as ListedChild);
  return pageOf<WorkItem>(rows, slice, keyOf, () => countListedChildren(ctx, parentId, listing));
}

function loaderFor(ctx: Context, listing: ChildListing, slice: Slice): ChildrenLoader {
  const loaders = loadersOf.get(ctx) ?? new Map<string, ChildrenLoader>();
  loadersOf.set(ctx, loaders);
  const key = JSON.stringify([listing, slice]);
  const known = loaders.get(key);
  if (known) return known;
  const loader = childrenAfter(listing, slice);
  loaders.set(key, loader);
  return loader;
}
