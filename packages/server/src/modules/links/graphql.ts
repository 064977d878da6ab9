import { ValidationError } from '@milepost/core/errors';
import { formatGlobalId, type WorkItemId } from '@milepost/core/ids';
import type { LinkType } from '@milepost/core/links';
import type { Context } from '../../platform/context.ts';
import { readCursor } from '../../platform/cursors.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  costOfShortList,
  pageArguments,
  pageOf,
  sliceOf,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { fromLoader } from '../../platform/graphql/preload.ts';
import { EpicPermissionsRef } from '../work-items/graphql/epics.ts';
import { WorkItemStateEnum } from '../work-items/graphql/enums.ts';
import { IssuePermissionsRef } from '../work-items/graphql/issues.ts';
import { WorkItemPermissionsRef } from '../work-items/graphql/items.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicConnection, EpicRef, IssueConnection, WorkItemRef, issueFaces } from '../work-items/graphql.ts';
import { findVisibleWorkItemById, workItemsById, type WorkItem } from '../work-items/store.ts';
import { changeLag, linkItems, unlinkItems } from './commands.ts';
import { WorkItemRelatedLinkTypeEnum } from './graphql/fields.ts';
import { linkPolicy } from './policy.ts';
import { blockCountsOf, type BlockCounts, linkedItemsOf, linksOf, type SeenLink } from './store.ts';

/** Maximum items of one mutation. */
const MAX_ITEMS = 100;

const LinkedItemRef = builder.objectRef<SeenLink>('LinkedWorkItemType');
const LinkedItemConnection = connectionType('LinkedWorkItemType', LinkedItemRef);

type Linked = Pick<WorkItem, 'id'>;

/** A field that shows the number of blockers, or of blocked items. */
const fromBlockCounts = <Shown>(show: (counts: BlockCounts) => Shown) =>
  fromLoader(
    blockCountsOf,
    (item: Linked) => item.id,
    (counts) => show(counts ?? { blockedBy: 0, blocking: 0 }),
  );
const blockedByCount = fromBlockCounts(({ blockedBy }) => blockedBy);
const blockingCount = fromBlockCounts(({ blocking }) => blocking);
/** Whether an open visible item blocks it; for each type of work item. */
const blocked = fromBlockCounts(({ blockedBy }) => blockedBy > 0);

export function extendSchema(): void {
  describeLinks();
  showLinks();
  mutateLinks();
}

function describeLinks(): void {
  LinkedItemRef.implement({
    description: 'The links of a work item',
    fields: (t) => ({
      linkId: t.field({
        type: 'WorkItemsRelatedWorkItemLinkID',
        resolve: ({ linkId }) => formatGlobalId('WorkItems::RelatedWorkItemLink', linkId),
      }),
      linkType: t.string({
        description: 'The relation of the item to this one: relates_to, blocks or is_blocked_by',
        resolve: ({ linkType }) => linkType,
      }),
      linkCreatedAt: t.field({ type: 'Time', resolve: ({ linkedAt }) => linkedAt }),
      linkUpdatedAt: t.expose('linkUpdatedAt', { type: 'Time' }),
      lagDays: t.exposeInt('lagDays', {
        description: 'Milepost extension. Days that must pass after the blocker ends; 0 for links that do not block',
      }),
      workItem: t.field({
        type: WorkItemRef,
        nullable: true,
        ...fromLoader(
          workItemsById,
          ({ far }: SeenLink) => far.id,
          (item) => item,
        ),
      }),
      workItemState: t.field({ type: WorkItemStateEnum, resolve: ({ far }) => far.state }),
    }),
  });
}

const listArguments = builder.args((t) => ({
  ...pageArguments,
  filter: t.field({ type: WorkItemRelatedLinkTypeEnum, description: 'Only links of this type' }),
}));

function showLinks(): void {
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectFields(face, (t) => ({
      blocked: t.boolean({ nullable: face === EpicRef, ...blocked }),
      blockedByCount: t.int({ nullable: true, ...blockedByCount }),
      blockingCount: t.int({ nullable: face === EpicRef, ...blockingCount }),
      linkedWorkItems: t.field({
        type: LinkedItemConnection,
        nullable: true,
        args: listArguments,
        ...linkedItems,
      }),
    }));
  }
  showVerdicts();
  builder.objectField(EpicRef, 'blockedByEpics', (t) =>
    t.field({
      type: EpicConnection,
      nullable: true,
      description: 'Open epics that block this one',
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async (epic, args, ctx) =>
        pageOfWhole(await openBlockers(ctx, epic, (item) => item.type === 'epic'), args),
    }),
  );
  for (const face of issueFaces) {
    builder.objectField(face, 'blockedByIssues', (t) =>
      t.field({
        type: IssueConnection,
        nullable: true,
        description: 'Open issues that block this one',
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async (issue, args, ctx) =>
          pageOfWhole(await openBlockers(ctx, issue, (item) => item.type !== 'epic'), args),
      }),
    );
  }
  addWidget('LINKED_ITEMS', {
    name: 'LinkedItems',
    fields: (t) => ({
      blocked: t.boolean({ nullable: true, resolve: ({ item }, args, ctx) => blocked.resolve(item, args, ctx) }),
      blockedByCount: t.int({
        nullable: true,
        resolve: ({ item }, args, ctx) => blockedByCount.resolve(item, args, ctx),
      }),
      blockingCount: t.int({
        nullable: true,
        resolve: ({ item }, args, ctx) => blockingCount.resolve(item, args, ctx),
      }),
      linkedItems: t.field({
        type: LinkedItemConnection,
        nullable: true,
        args: listArguments,
        resolve: ({ item }, args, ctx) => linkedItems.resolve(item, args, ctx),
      }),
    }),
  });
}

/** Whether the viewer may link the item, under the name that each type uses. */
function showVerdicts(): void {
  const mayLink = (item: WorkItem, _args: object, ctx: Context) => ctx.can(linkPolicy.link, item);
  builder.objectField(EpicPermissionsRef, 'adminEpicRelation', (t) => t.boolean({ resolve: mayLink }));
  builder.objectField(IssuePermissionsRef, 'adminIssueRelation', (t) => t.boolean({ resolve: mayLink }));
  builder.objectFields(WorkItemPermissionsRef, (t) => ({
    adminWorkItemLink: t.boolean({ resolve: mayLink }),
    blockedWorkItems: t.boolean({
      nullable: true,
      description: 'Whether the viewer may add blockers',
      resolve: mayLink,
    }),
  }));
}

/** All links of an item are read at once, for every item of the list; a page of them is cut out afterwards. */
const linkedItems = fromLoader(
  linksOf,
  (item: Linked) => item.id,
  (links, _item, args: PageArguments & { filter?: LinkType | null }) => pageOfLinks(links ?? [], args),
  (links) => links,
);

function pageOfLinks(links: readonly SeenLink[], args: PageArguments & { filter?: LinkType | null }): Page<SeenLink> {
  const all = links.filter(({ linkType }) => !args.filter || linkType === args.filter);
  const slice = sliceOf(args);
  const inOrder = slice.isBackward ? all.toReversed() : all;
  const [after] = slice.cursor ? readCursor(slice.cursor, 'bigint') : [];
  const start = after === undefined ? 0 : inOrder.findIndex(({ linkId }) => linkId === after) + 1;
  const rows = inOrder.slice(start, start + slice.limit + 1);
  return pageOf(
    rows,
    slice,
    ({ linkId }) => [linkId],
    () => Promise.resolve(all.length),
  );
}

async function openBlockers(
  ctx: Context,
  item: Linked,
  fits: (other: SeenLink['far']) => boolean,
): Promise<WorkItem[]> {
  const blockers = await linkedItemsOf(
    ctx,
    item.id,
    ({ linkType, far }) => linkType === 'is_blocked_by' && far.state === 'opened' && fits(far),
  );
  return blockers.map(({ item: blocker }) => blocker);
}

function mutateLinks(): void {
  mutation('workItemAddLinkedItems', {
    description: 'Links a work item with others',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      linkType: t.field({ type: WorkItemRelatedLinkTypeEnum, description: 'RELATED by default' }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
      lagDays: t.int({ description: 'Milepost extension. Days that must pass after the blocker ends; 0 by default' }),
    }),
    resolve: async (input, ctx) => {
      const itemId = readItemId(input.id);
      const otherIds = readItemIds(input.workItemsIds);
      const lagDays = input.lagDays ?? 0;
      const made = await linkItems(ctx, { itemId, linkType: input.linkType ?? 'relates_to', otherIds, lagDays });
      const others = made.map(({ sourceId, targetId }) => (sourceId === itemId ? targetId : sourceId));
      return withMessage(ctx, itemId, `Successfully linked ID(s): ${others.join(', ')}.`);
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result?.item }),
      message: t.string({ nullable: true, resolve: ({ result }) => result?.message }),
    }),
  });

  mutation('workItemLinkUpdate', {
    description: 'Milepost extension. Changes the lag of a link',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      linkedItemId: t.field({ type: 'WorkItemID', required: true, description: 'The item at the other end' }),
      lagDays: t.int({ required: true }),
    }),
    resolve: async ({ id, linkedItemId, lagDays }, ctx) => {
      const itemId = readItemId(id);
      await changeLag(ctx, { itemId, otherId: readItemId(linkedItemId), lagDays });
      return { item: await findVisibleWorkItemById(ctx, itemId) };
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result?.item }),
    }),
  });

  mutation('workItemRemoveLinkedItems', {
    description: 'Removes links between a work item and others',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    resolve: async (input, ctx) => {
      const itemId = readItemId(input.id);
      const otherIds = readItemIds(input.workItemsIds);
      await unlinkItems(ctx, { itemId, otherIds });
      return withMessage(ctx, itemId, `Successfully unlinked ID(s): ${otherIds.join(', ')}.`);
    },
    payload: (t) => ({
      workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result?.item }),
      message: t.string({ nullable: true, resolve: ({ result }) => result?.message }),
    }),
  });
}

async function withMessage(
  ctx: Context,
  itemId: WorkItemId,
  message: string,
): Promise<{ item: WorkItem; message: string }> {
  return { item: await findVisibleWorkItemById(ctx, itemId), message };
}

/** The id of an epic or issue is that of the work item. */
function readItemId(text: string): WorkItemId {
  return readGlobalId<'WorkItem'>(text, 'WorkItem', 'Epic', 'Issue');
}

function readItemIds(texts: readonly string[]): WorkItemId[] {
  if (texts.length === 0) throw new ValidationError({ base: ['At least one item is required'] });
  if (texts.length > MAX_ITEMS) throw new ValidationError({ base: [`At most ${MAX_ITEMS} items at once`] });
  return texts.map(readItemId);
}
