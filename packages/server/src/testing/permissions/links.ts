import type { Visibility } from '@milepost/core/roles';
import { linkItems, unlinkItems } from '../../modules/links/commands.ts';
import { linkedItemsOf } from '../../modules/links/store.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

interface Pair {
  one: WorkItem;
  other: WorkItem;
}

async function pair(build: Builders, visibility: Visibility): Promise<Pair> {
  const group = await build.group({ visibility });
  const one = await build.epic({ group, author: null });
  const other = await build.issue({ project: await build.project({ group }), author: null });
  return { one, other };
}

async function linkedPair(build: Builders, visibility: Visibility): Promise<Pair> {
  const { one, other } = await pair(build, visibility);
  await build.link({ from: one, to: other });
  return { one, other };
}

export const linkPermissions: readonly PermissionRow[] = [
  permission<Pair>({
    operation: 'see the links of an item',
    least: 'visitor',
    given: linkedPair,
    perform: async (ctx, { one }) => linkedItemsOf(ctx, (await findVisibleWorkItemById(ctx, one.id)).id),
    isReading: true,
  }),
  permission<Pair>({
    operation: 'link two items',
    least: 'guest',
    given: pair,
    perform: (ctx, { one, other }) => linkItems(ctx, { itemId: one.id, linkType: 'blocks', otherIds: [other.id] }),
  }),
  permission<Pair>({
    operation: 'remove a link between two items',
    least: 'guest',
    given: linkedPair,
    perform: (ctx, { one, other }) => unlinkItems(ctx, { itemId: one.id, otherIds: [other.id] }),
  }),
];
