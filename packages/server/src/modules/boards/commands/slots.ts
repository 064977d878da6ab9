import { boardLimits, CLOSED, DELETED, parseSlotKey, slotKey } from '@milepost/core/boards/boards';
import type { Division, NONE, SlotKey, SlotKind } from '@milepost/core/boards/boards';
import type { IterationId, LabelId, MilestoneId, NamespaceId, StatusId, UserId, WorkItemId } from '@milepost/core/ids';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import type { Context } from '../../../platform/context.ts';
import { spanOf } from '../../iterations/commands.ts';
import { iterationsById, iterationsOnPage, type Iteration } from '../../iterations/store.ts';
import { labelsById, labelsOnPage, type Label } from '../../labels/store.ts';
import { milestonesById, milestonesOnPage, type Milestone } from '../../milestones/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { usersById, type User } from '../../users/store.ts';
import type { WorkItemChange } from '../../work-items/commands/fields.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { lifecycleOf, lifecyclesIn, statusesById, type Status } from '../../work-items/store/statuses.ts';
import { issueTypes, visibleWorkItemsOf, type WorkItem } from '../../work-items/store.ts';
import { assigneesOfCards, epicsOfCards } from '../store/cards.ts';
import type { BoardList } from '../store.ts';

/** The values that columns and lanes can have, by kind. */
export interface SlotValues {
  status: Status;
  label: Label;
  assignee: User;
  milestone: Milestone;
  iteration: Iteration;
  epic: WorkItem;
}

/** A column or lane: of a value, or of items without one (`none`), of closed items, or of a deleted label and without items. */
export interface Slot {
  key: SlotKey;
  kind: SlotKind | typeof NONE | typeof CLOSED | typeof DELETED;
  title: string | null;
  value: SlotValues[SlotKind] | null;
  /** Only items of this group or project and below can get the value; null for any item. */
  namespaceId: NamespaceId | null;
  /** The stored column. */
  list: BoardList | null;
}

/** The value of a slot of this kind; null for any other slot. */
export function valueOfSlot<Kind extends SlotKind>(slot: Slot, kind: Kind): SlotValues[Kind] | null {
  return slot.kind === kind ? (slot.value as SlotValues[Kind] | null) : null;
}

/** What is needed to find the values of a division. */
export interface DivisionScope {
  namespace: Namespace;
  division: Division;
  /** The cards of the board. */
  cards: WorkItemListing;
  most: number;
}

/** A field that divides boards. Its SQL is in `store/slot-kinds.ts`. */
interface SlotKindRules<Value> {
  /** Those of these values that the viewer may see. */
  load(ctx: Context, ids: readonly number[]): Promise<readonly Value[]>;
  /** The ids of the columns or lanes of a board without lists. */
  derive(ctx: Context, scope: DivisionScope): Promise<readonly number[]>;
  titleOf(value: Value): string;
  namespaceOf?(value: Value): NamespaceId;
  /**
   * The change that sets the value (`enter`), removes it before another value of the kind is set (`leave`), or leaves the item
   * without a value of the kind (`clear`). Without `leave`, setting another value replaces this one.
   */
  enter(id: number): WorkItemChange;
  leave?(id: number): WorkItemChange;
  clear(id: number): WorkItemChange;
}

const page = (most: number) => ({ page: 1, perPage: most, offset: 0 });

const slotKindRules: { readonly [Kind in SlotKind]: SlotKindRules<SlotValues[Kind]> } = {
  status: {
    load: (ctx, ids) => ctx.loadMany(statusesById, ids as readonly StatusId[]),
    async derive(ctx, { namespace, most }) {
      // Types with lifecycles of their own add their statuses after those of issues.
      const lifecycles = await Promise.all(issueTypes.map((type) => lifecycleOf(ctx, namespace.rootId, type)));
      const ids = new Set(lifecycles.flatMap(({ statuses }) => statuses.map(({ id }) => id)));
      return [...ids].slice(0, most);
    },
    titleOf: ({ name }) => name,
    enter: (id) => ({ statusId: id as StatusId }),
    clear: () => ({}),
  },
  label: {
    load: (ctx, ids) => ctx.loadMany(labelsById, ids as readonly LabelId[]),
    async derive(ctx, { namespace, division, most }) {
      const prefix = `${division.scope ?? ''}::`.toLowerCase();
      const labels = await labelsOnPage(
        ctx,
        {
          namespace,
          includeAncestors: true,
          onlyGroupLabels: true,
          isArchived: false,
          search: prefix,
          searchIn: ['title'],
        },
        page(most),
      );
      const isOfScope = (title: string) =>
        title.toLowerCase().startsWith(prefix) && !title.slice(prefix.length).includes('::');
      return labels.filter(({ title }) => isOfScope(title)).map(({ id }) => id);
    },
    titleOf: ({ title }) => title,
    namespaceOf: ({ namespaceId }) => namespaceId,
    enter: (id) => ({ addLabelIds: [id as LabelId] }),
    leave: (id) => ({ removeLabelIds: [id as LabelId] }),
    clear: (id) => ({ removeLabelIds: [id as LabelId] }),
  },
  assignee: {
    load: (ctx, ids) => ctx.loadMany(usersById, ids as readonly UserId[]),
    derive: (ctx, { cards, most }) => assigneesOfCards(ctx, cards, most),
    titleOf: ({ name }) => name,
    enter: (id) => ({ addAssigneeIds: [id as UserId] }),
    leave: (id) => ({ removeAssigneeIds: [id as UserId] }),
    clear: () => ({ assigneeIds: [] }),
  },
  milestone: {
    load: (ctx, ids) => ctx.loadMany(milestonesById, ids as readonly MilestoneId[]),
    async derive(ctx, { namespace, most }) {
      const listing = { namespace, includeAncestors: true, state: 'active', sort: 'DUE_DATE_ASC' } as const;
      return (await milestonesOnPage(ctx, listing, page(most))).map(({ id }) => id);
    },
    titleOf: ({ title }) => title,
    namespaceOf: ({ namespaceId }) => namespaceId,
    enter: (id) => ({ milestoneId: id as MilestoneId }),
    clear: () => ({ milestoneId: null }),
  },
  iteration: {
    load: (ctx, ids) => ctx.loadMany(iterationsById, ids as readonly IterationId[]),
    async derive(ctx, { namespace, most }) {
      const listing = { namespace, includeAncestors: true, state: 'opened' } as const;
      return (await iterationsOnPage(ctx, listing, page(most))).map(({ id }) => id);
    },
    titleOf: (iteration) => iterationName(iteration.title, spanOf(iteration)),
    namespaceOf: ({ namespaceId }) => namespaceId,
    enter: (id) => ({ iterationId: id as IterationId }),
    clear: () => ({ iterationId: null }),
  },
  epic: {
    load: (ctx, ids) => visibleWorkItemsOf(ctx, ids as readonly WorkItemId[]),
    derive: (ctx, { cards, most }) => epicsOfCards(ctx, cards, most),
    titleOf: ({ title }) => title,
    enter: (id) => ({ parentId: id as WorkItemId }),
    clear: () => ({ parentId: null }),
  },
};

export function rulesOfKind(kind: SlotKind): SlotKindRules<SlotValues[SlotKind]> {
  return slotKindRules[kind];
}

/** The columns or lanes of a field, without those of no value and of closed items. */
export async function derivedSlots(ctx: Context, scope: DivisionScope): Promise<Slot[]> {
  const ids = await rulesOfKind(scope.division.kind).derive(ctx, scope);
  const slots = await slotsOf(
    ctx,
    ids.map((id) => ({ kind: scope.division.kind, id, list: null })),
  );
  return withDistinctNames(ctx, scope.namespace, slots);
}

/** The columns of stored lists. */
export async function listSlots(ctx: Context, namespace: Namespace, lists: readonly BoardList[]): Promise<Slot[]> {
  const shown = lists.slice(0, boardLimits.columns);
  const slots = await slotsOf(
    ctx,
    shown.flatMap((list) => {
      const value = valueOfList(list);
      return value ? [{ ...value, list }] : [];
    }),
  );
  const named = new Map((await withDistinctNames(ctx, namespace, slots)).map((slot) => [slot.list?.id, slot]));
  return shown.flatMap((list) => named.get(list.id) ?? (valueOfList(list) === null ? [slotOfDeleted(list)] : []));
}

const slotOfDeleted = (list: BoardList): Slot => ({ ...slotWithout(DELETED), key: `${DELETED}:${list.id}`, list });

/** Types with different lifecycles may have statuses of the same name: those are named with their lifecycle. */
async function withDistinctNames(ctx: Context, { rootId }: Namespace, slots: Slot[]): Promise<Slot[]> {
  const nameOf = ({ kind, title }: Slot) => (kind === 'status' ? (title ?? '').toLowerCase() : null);
  const names = slots.map(nameOf).filter((name) => name !== null);
  if (new Set(names).size === names.length) return slots;
  const lifecycles = await lifecyclesIn(ctx.db, rootId);
  return slots.map((slot) => {
    const name = nameOf(slot);
    if (name === null || names.filter((each) => each === name).length < 2) return slot;
    const lifecycle = lifecycles.find(({ statuses }) => statuses.some(({ id }) => id === slot.value?.id));
    return lifecycle ? { ...slot, title: `${slot.title} (${lifecycle.name})` } : slot;
  });
}

/** Null when its label was deleted. */
export function valueOfList(list: BoardList): { kind: SlotKind; id: number } | null {
  const { labelId, assigneeId, milestoneId, iterationId, statusId } = list;
  if (statusId !== null) return { kind: 'status', id: statusId };
  if (labelId !== null) return { kind: 'label', id: labelId };
  if (assigneeId !== null) return { kind: 'assignee', id: assigneeId };
  if (milestoneId !== null) return { kind: 'milestone', id: milestoneId };
  return iterationId === null ? null : { kind: 'iteration', id: iterationId };
}

/** Values that the viewer may not see have no column. */
async function slotsOf(
  ctx: Context,
  wanted: readonly { kind: SlotKind; id: number; list: BoardList | null }[],
): Promise<Slot[]> {
  const slots = new Map<SlotKey, Slot>();
  for (const kind of new Set(wanted.map((each) => each.kind))) {
    const rules = rulesOfKind(kind);
    const ofKind = wanted.filter((each) => each.kind === kind);
    const values = await rules.load(
      ctx,
      ofKind.map(({ id }) => id),
    );
    for (const value of values) {
      const key = slotKey({ kind, id: value.id });
      const list = ofKind.find(({ id }) => id === value.id)?.list ?? null;
      const namespaceId = rules.namespaceOf?.(value) ?? null;
      slots.set(key, { key, kind, title: rules.titleOf(value), value, namespaceId, list });
    }
  }
  return wanted.flatMap((each) => slots.get(slotKey(each)) ?? []);
}

export const slotWithout = (kind: typeof NONE | typeof CLOSED | typeof DELETED): Slot => ({
  key: kind,
  kind,
  title: null,
  value: null,
  namespaceId: null,
  list: null,
});

/** The group or project whose items can get the value of a column. */
export async function homeOfSlot(ctx: Context, slot: Slot): Promise<Namespace | null> {
  return slot.namespaceId === null ? null : ctx.load(namespacesById, slot.namespaceId);
}

/** The change of an item that goes from one column or lane to another. */
export function changeBetween(from: SlotKey, to: SlotKey): WorkItemChange {
  if (from === to) return {};
  const [left, entered] = [parseSlotKey(from), parseSlotKey(to)];
  if (to === CLOSED) return { stateEvent: 'close' };
  // A status decides the state itself.
  const opened: WorkItemChange = from === CLOSED && entered?.kind !== 'status' ? { stateEvent: 'reopen' } : {};
  if (entered) {
    const isExchanged = left?.kind === entered.kind;
    const leaving = isExchanged ? rulesOfKind(left.kind).leave?.(left.id) : undefined;
    return merged(opened, leaving ?? {}, rulesOfKind(entered.kind).enter(entered.id));
  }
  return merged(opened, left ? rulesOfKind(left.kind).clear(left.id) : {});
}

/** One change of several: lists in the same field are concatenated; of other fields the last value wins. */
export function merged(...changes: readonly WorkItemChange[]): WorkItemChange {
  const result: Record<string, unknown> = {};
  for (const change of changes) {
    for (const [field, value] of Object.entries(change)) {
      const before = result[field];
      result[field] =
        Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value;
    }
  }
  return result;
}
