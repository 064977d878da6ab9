import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import type { RawBuilder, SqlBool } from 'kysely';
import type { KeyType } from '../../platform/cursors.ts';
import type { Context, Trx } from '../../platform/context.ts';
import type { WorkItemRow } from './table.ts';

/**
 * What one may set on a work item beyond its own columns. Each room adds its fields by declaration merging
 * (`interface WidgetInput { labelIds?: readonly LabelId[] }`); undefined always means "leave as it is".
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface WidgetInput {}

/** A part of a work item that lives in a room above: it checks and writes with the item, in the same transaction. */
export interface Widget {
  readonly name: string;
  /**
   * Called first, before any row is locked: the place to take locks wider than one item, and to say what a new item takes
   * from elsewhere where its maker said nothing.
   */
  prepare?(ctx: Context, trx: Trx, plan: WidgetPlan): Promise<WidgetDefaults | null>;
  /**
   * Called within the transaction of every create (`before` is null) and update, after the item's own columns were written.
   * Throws ValidationError (or another named error) to refuse; announces what it changed. True when it changed something.
   */
  write(ctx: Context, trx: Trx, change: WidgetChange): Promise<boolean>;
  /** Called after an item was deleted, in the same transaction. */
  deleted?(ctx: Context, trx: Trx, item: WorkItemRow): Promise<void>;
}

export interface WidgetPlan {
  /** Null for a deletion. */
  input: WidgetInput | null;
  isNew: boolean;
  /** The top-level group of the item, and what it is now; asking may cost a statement. */
  about: () => Promise<{ rootId: NamespaceId; type: WorkItemType }>;
}

/** What a new item takes from elsewhere, its parent say. */
export interface WidgetDefaults {
  isConfidential?: boolean;
}

export interface WidgetChange {
  itemId: WorkItemId;
  before: WorkItemRow | null;
  /** As it stands now, with what the widgets before this one wrote. */
  after: WorkItemRow;
  input: WidgetInput;
}

/**
 * The words a list can be narrowed by. Each room adds its own by declaration merging:
 * `interface FilterFields { labelName?: readonly string[] }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FilterFields {}

/** Arguments or parameters as clients send them, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** What a filter reads: undefined says nothing. */
export type ReadFields = { [Field in keyof FilterFields]?: FilterFields[Field] | undefined };

/** Three readings of the same words: must be, must not be, may be any of. */
export interface WorkItemFilter {
  is: FilterFields;
  not: FilterFields;
  or: FilterFields;
}
export type FilterOperator = keyof WorkItemFilter;

/** What a condition may need to know of the list it narrows. */
export interface AboutList {
  /** What the list holds. */
  types: readonly WorkItemType[];
  /** The tree of groups that all of it lies in, by its top-level namespace; null or left out for any. */
  rootId?: NamespaceId | null;
  /** Rows are looked at one by one, in the list's order, until enough have passed. */
  isWalk?: boolean;
}

/**
 * A filter: turns its fields into SQL conditions over the work item's row, aliased `w`. What clients can send for it stands in
 * core/filters/definitions.ts under the same name.
 */
export interface FilterWord {
  readonly name: string;
  /** True for a word that reads nothing but what the indexes of lists hold: a list in order of an index stays cheap with it. */
  readonly isIndexed?: boolean;
  /** Reads the arguments of a GraphQL list, already without empty ones. Left out where fields and arguments are the same. */
  fromGraphql?(given: Given, operator: FilterOperator): ReadFields;
  /** Reads the parameters of a REST list. Left out where fields are the parameters in camel case. */
  fromRest?(given: Given, operator: FilterOperator): ReadFields;
  /** Conditions are joined by AND; an empty list means the word is not used. */
  conditions(
    fields: FilterFields,
    operator: FilterOperator,
    ctx: Context,
    about: AboutList,
  ): readonly RawBuilder<SqlBool>[];
}

/** The sort key of a list. It is never null, so that a page can go on behind any row. */
export interface Order {
  key: RawBuilder<unknown>;
  /** The key's type, in which a cursor is read. */
  type: KeyType;
  /** Of these one index holds all of a top-level group in this order; issues each state by itself. */
  walkable?: readonly ('epics' | 'issues')[];
  /**
   * Of a column that may be empty, which the index of issues holds as it is: the column, and the key of what has none. With
   * `valuedIn` all issues in that state have a value, and none in the other.
   */
  nullable?: { column: RawBuilder<unknown>; missing: RawBuilder<unknown>; valuedIn?: WorkItemState };
}
export type OrderMaker = (isDescending: boolean) => Order;

/** Orders beyond those by an item's own columns: each room names its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface PluggedOrders {}

const orderMakers = new Map<string, OrderMaker>();
const widgets: Widget[] = [];
const words: FilterWord[] = [];

/** Called by the app for each room that has plugs, in the order of the rooms, before anything is served. */
export function plugIn(plugs: {
  widgets?: readonly Widget[];
  filters?: readonly FilterWord[];
  orders?: Partial<{ [Key in keyof PluggedOrders]: OrderMaker }>;
}): void {
  for (const [key, maker] of Object.entries<OrderMaker>(plugs.orders ?? {})) orderMakers.set(key, maker);
  for (const widget of plugs.widgets ?? [])
    if (!widgets.some((known) => known.name === widget.name)) widgets.push(widget);
  for (const word of plugs.filters ?? []) if (!words.some((known) => known.name === word.name)) words.push(word);
}

export const pluggedOrders: ReadonlyMap<string, OrderMaker> = orderMakers;
export const pluggedWidgets: readonly Widget[] = widgets;
export const pluggedFilters: readonly FilterWord[] = words;
