import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { NamespaceScope, Viewer } from '@milepost/core/roles';
import type { Feature } from '@milepost/core/settings/features';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import type { RawBuilder, SqlBool } from 'kysely';
import type { KeyType } from '../../platform/cursors.ts';
import type { Context, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { WorkItemRow } from './table.ts';

/**
 * The settable fields of a work item beyond its own columns. Each room adds its fields by declaration merging (`interface
 * WidgetInput { labelIds?: readonly LabelId[] }`); undefined leaves a field unchanged.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface WidgetInput {}

/** A part of a work item that a higher room owns: it validates and writes with the item, in the same transaction. */
export interface Widget {
  readonly name: string;
  /** True for one that writes to other tables only: the row of the item stays as it is. */
  readonly isBesideRow?: boolean;
  /** True for one that reads columns which other widgets have changed. Those of a new item are what its input says. */
  readonly readsRow?: boolean;
  /**
   * Called first, before any row is locked: acquires locks wider than one item, and supplies inherited values of a new item.
   */
  prepare?(ctx: Context, trx: Trx, plan: WidgetPlan): Promise<WidgetDefaults | null>;
  /**
   * Called within the transaction of every create (`before` is null) and update, after the item's own columns were written.
   * Throws ValidationError (or another named error) to refuse; announces its changes. Returns whether it changed anything.
   */
  write(ctx: Context, trx: Trx, change: WidgetChange): Promise<boolean>;
  /** Called after an item was deleted, in the same transaction. */
  deleted?(ctx: Context, trx: Trx, item: WorkItemRow): Promise<void>;
}

/**
 * What a room needs to know about the namespace of an item that is about to change, read by the statement that locks the item: an
 * expression over its row `w` and namespace `n`. Not for data that changes under the lock of the item, which may be stale here.
 */
export interface LockFact {
  readonly name: string;
  readonly of: RawBuilder<unknown>;
  found(trx: Db, namespaceId: NamespaceId, value: unknown): void;
}

export interface WidgetPlan {
  /** Null for a deletion. */
  input: WidgetInput | null;
  isNew: boolean;
  /** The item's top-level group, and its current row; reading them may cost a statement. */
  about: () => Promise<{ rootId: NamespaceId; type: WorkItemType }>;
  /** Nothing becomes an epic or ceases to be one, so this may be known without a statement. */
  isEpic: () => Promise<boolean>;
}

/** Values that a new item inherits, for example from its parent. */
export interface WidgetDefaults {
  isConfidential?: boolean;
  /** For an item without a description. */
  description?: string;
}

export interface WidgetChange {
  itemId: WorkItemId;
  /** The group or project of the item. */
  scope: NamespaceScope;
  namespacePath: string;
  before: WorkItemRow | null;
  /** The current row, including the writes of previous widgets. */
  after: WorkItemRow;
  input: WidgetInput;
}

/**
 * The filters of lists. Each room adds its own by declaration merging:
 * `interface FilterFields { labelName?: readonly string[] }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FilterFields {}

/** Arguments or parameters as clients send them, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** The value that a filter reads: undefined if it is not used. */
export type ReadFields = { [Field in keyof FilterFields]?: FilterFields[Field] | undefined };

/** The three conditions with the same filters: all of, none of, any of. */
export interface WorkItemFilter {
  is: FilterFields;
  not: FilterFields;
  or: FilterFields;
}
export type FilterOperator = keyof WorkItemFilter;

/** The context of a condition. */
export interface AboutList {
  /** The types of the list. */
  types: readonly WorkItemType[];
  /** The top-level namespace of the list; null or omitted for any. */
  rootId?: NamespaceId | null;
  /** Rows are checked one by one, in the list's order, until enough match. */
  isWalk?: boolean;
  /** All filters of the list. */
  filter?: WorkItemFilter;
  /** The statement has the common table of the filter (`FilterWord.table`). */
  hasTables?: boolean;
}

/** A common table of a statement. `hasOnePlan`: its best plan does not depend on its values. */
export interface FilterTable {
  name: string;
  query: RawBuilder<unknown>;
  hasOnePlan: boolean;
}

/**
 * A filter: converts its fields to SQL conditions over the work item's row, aliased `w`. The arguments and parameters of
 * clients are defined in core/filters/definitions.ts under the same name.
 */
export interface FilterWord {
  readonly name: string;
  /** The feature whose values it filters; where it is switched off, items count as without a value. */
  readonly feature?: Feature;
  /** True for a filter that reads only columns of the list indexes: a list in index order stays fast with it. */
  readonly isIndexed?: boolean;
  /** Parses the arguments of a GraphQL list, without empty ones. Omitted if fields and arguments are equal. */
  fromGraphql?(given: Given, operator: FilterOperator): ReadFields;
  /** Parses the parameters of a REST list. Omitted if the fields are the parameters in camel case. */
  fromRest?(given: Given, operator: FilterOperator): ReadFields;
  /** Conditions are joined by AND; an empty list means that the filter is not used. */
  conditions(
    fields: FilterFields,
    operator: FilterOperator,
    ctx: Context,
    about: AboutList,
  ): readonly RawBuilder<SqlBool>[];
  /** What a page computes once for all its conditions on `is`; null for nothing. */
  table?(fields: FilterFields, ctx: Context): FilterTable | null;
}

/** The sort key of a list. It is never null, so that a page can continue after any row. */
export interface Order {
  key: RawBuilder<unknown>;
  /** The key's type, for parsing cursors. */
  type: KeyType;
  /** Further keys, in the same direction, which order rows with equal keys. The id comes last in every order. */
  ties?: readonly Pick<Order, 'key' | 'type'>[];
  /** For lists within dates: excludes rows that end before this day by their position in the order, so that no walk reads them. */
  startsAt?: (day: string) => RawBuilder<SqlBool>;
  /** The lists for which an index contains all items of a top-level group in this order; for issues one per state. */
  walkable?: readonly ('epics' | 'issues')[];
  /**
   * The table with the index of issues in this order, for issues of all states, and the key in its row `k`. It has the columns `root_id` and
   * `work_item_id`. Omitted if the index is on `work_items`.
   */
  beside?: { table: RawBuilder<unknown>; key: RawBuilder<unknown> };
  /**
   * Of a nullable column, which the index of issues contains as is: the column (`beside`: in the row `k`), and the key of rows without a value. With
   * `valuedIn` all issues in that state have a value, and none in the other.
   */
  nullable?: { column: RawBuilder<unknown>; missing: RawBuilder<unknown>; valuedIn?: WorkItemState };
  /**
   * For a key that is derived from other rows, and so is in no index of issues: how the issues of a top-level group are found in this
   * order nevertheless. One phase after the other, in the order of the list.
   */
  phases?: (walk: IssueWalk) => readonly IssuePhase[];
}

/** A walk through the issues of a top-level group in the order of a list. */
export interface IssueWalk {
  rootId: NamespaceId;
  /** The ids of its groups and projects, as a relation. */
  namespaces: RawBuilder<unknown>;
  states: readonly WorkItemState[];
  /** From greater to smaller keys and ids. */
  isDownwards: boolean;
  /** The last row before it; null at an end of the list. */
  after: { keys: readonly RawBuilder<unknown>[]; id: RawBuilder<unknown> } | null;
  /** The condition on rows `near` (`id`, `key`, `tie_1` and so on) that are after it. */
  isAfter: RawBuilder<SqlBool>;
  /** ORDER BY and LIMIT of rows `near`. */
  end: RawBuilder<unknown>;
  /** Maximum number of issues of a phase. */
  most: number;
}

/** A part of the issues in an order. */
export interface IssuePhase {
  /** The first issues (`id`, `key`, `tie_1` and so on) after the start of the walk, in order, at most as many as the walk says. */
  nearest: RawBuilder<unknown>;
  /** Which of these issues `w`, with their keys in `near`, are in this phase; omitted for all. Checked one by one. */
  isIn?: RawBuilder<SqlBool>;
}
/** Keys that depend on other items count only those that the viewer may see. */
export type OrderMaker = (isDescending: boolean, viewer: Viewer) => Order;

/** Orders beyond those by an item's own columns: each room names its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface PluggedOrders {}

const orderMakers = new Map<string, OrderMaker>();
const widgets: Widget[] = [];
const words: FilterWord[] = [];
const facts: LockFact[] = [];

/** Called by the app for each room with plugs, in the order of the rooms, at start. */
export function plugIn(plugs: {
  widgets?: readonly Widget[];
  filters?: readonly FilterWord[];
  orders?: Partial<{ [Key in keyof PluggedOrders]: OrderMaker }>;
  lockFacts?: readonly LockFact[];
}): void {
  for (const [key, maker] of Object.entries<OrderMaker>(plugs.orders ?? {})) orderMakers.set(key, maker);
  for (const widget of plugs.widgets ?? [])
    if (!widgets.some((known) => known.name === widget.name)) widgets.push(widget);
  for (const fact of plugs.lockFacts ?? []) if (!facts.some((known) => known.name === fact.name)) facts.push(fact);
  for (const word of plugs.filters ?? []) if (!words.some((known) => known.name === word.name)) words.push(word);
}

export const pluggedOrders: ReadonlyMap<string, OrderMaker> = orderMakers;
export const pluggedWidgets: readonly Widget[] = widgets;
export const pluggedLockFacts: readonly LockFact[] = facts;
export const pluggedFilters: readonly FilterWord[] = words;
