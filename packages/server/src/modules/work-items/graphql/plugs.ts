import type { FilterList } from '@milepost/core/filters/types';
import type { InputFieldMap } from '@pothos/core';
import { builder } from '../../../platform/graphql/builder.ts';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { readFields, withoutEmpty } from '../filter/read.ts';
import type { FilterFields, FilterOperator, Given, WidgetInput, WorkItemFilter } from '../sockets.ts';
import type { ListOrder } from '../store/orders.ts';
import type { WorkItem } from '../store.ts';
import {
  addArgumentTypes,
  tableInputs,
  type InputFields,
  type ListFace,
  type NamedTypes,
  type TableArguments,
} from './filter-inputs.ts';

/** Fields of an input, or arguments, by name. */
export type PluggedArguments = Readonly<Record<string, InputFieldMap[string] | undefined>>;

/** Mutations with inputs of other rooms. */
export type WriteFace =
  | 'createEpic'
  | 'updateEpic'
  | 'createIssue'
  | 'updateIssue'
  | 'issuesBulkUpdate'
  | 'workItemCreate'
  | 'workItemUpdate'
  | 'workItemBulkUpdate';

/** A change of `createIssue`, `workItemUpdate` or `workItemBulkUpdate` beside the fields of the item; true if it changed something. */
export type ChangeBesideRow = (ctx: Context, item: WorkItem) => Promise<unknown>;

/** The context for reading list arguments. */
export interface FilterScope {
  operator: FilterOperator;
  /** The namespace of the list; null if it has none. */
  of: Namespace | null;
}

/**
 * Additions of a higher room to the GraphQL types of work items, except object fields, which Pothos lets any room add. The
 * counterpart of `RestPlug`. `Filtering` and `Written` are the shapes that `arguments` and `fields` describe.
 */
export interface GraphqlPlug<Filtering extends object = object, Written extends object = object> {
  readonly name: string;
  /** The room's GraphQL types that the table of filters names. */
  readonly types?: NamedTypes;
  /**
   * Arguments of lists (`is`) and fields of their inputs `not` and `or`, with their parser: those that are not in the table of
   * filters in core/filters.
   */
  readonly filter?: {
    arguments(t: InputFields, list: ListFace, operator: FilterOperator): PluggedArguments;
    read(input: Filtering, scope: FilterScope): { [Field in keyof FilterFields]?: FilterFields[Field] | null };
  };
  /** Fields of mutation inputs, with their parser. */
  readonly write?: {
    fields(t: InputFields, mutation: WriteFace): PluggedArguments;
    read?(input: Written, mutation: WriteFace): WidgetInput;
    /** Fields of `workItemBulkUpdate` for `beside`; `workItemBulkUpdateStart`, which stores its changes, has none. */
    besideInBulk?(t: InputFields): PluggedArguments;
    /** What `createIssue`, `workItemUpdate` and `workItemBulkUpdate` change beside the row of the item, in the same transaction and after it; null for nothing. */
    beside?(input: Written): ChangeBesideRow | null;
  };
  /** Values of the sort enums of issues and work items. */
  readonly sorts?: Readonly<Record<string, ListOrder>>;
}

const plugs: GraphqlPlug[] = [];

/** Called by each room with GraphQL additions, before the schema is built. */
export function plugInGraphql<Filtering extends object = object, Written extends object = object>(
  plug: GraphqlPlug<Filtering, Written>,
): void {
  if (plugs.some(({ name }) => name === plug.name)) return;
  plugs.push(plug);
  addArgumentTypes(plug.types ?? {});
}

// Fields of rooms are untyped here: only `filterOf` and `pluggedFields` read them.

/** The arguments of a list from the table of filters and the rooms. */
export function pluggedArguments<List extends FilterList>(list: ListFace): TableArguments<List> {
  return builder.args((t) => pluggedInputs(t as never, list, 'is') as never);
}

/** The fields of a list's arguments, `not` or `or` from the table of filters and the rooms. */
export function pluggedInputs(t: InputFields, list: ListFace, operator: FilterOperator): object {
  return Object.assign(
    tableInputs(t, list, operator),
    ...plugs.map((plug) => plug.filter?.arguments(t, list, operator)),
  ) as object;
}

/** Merges a list's own filter with those that the table and rooms read from the same arguments. */
export function filterOf(
  list: FilterList,
  args: { not?: object | null | undefined; or?: object | null | undefined },
  own: Readonly<Partial<Record<FilterOperator, OwnFilter>>>,
  of: Namespace | null,
): WorkItemFilter {
  const read = (operator: FilterOperator, input: object | null | undefined) =>
    withoutEmpty(
      Object.assign(
        {},
        own[operator],
        readFields(list, operator, (input ?? {}) as Given, 'graphql'),
        ...plugs.map((plug) => input && plug.filter?.read(input, { operator, of })),
      ),
    );
  return { is: read('is', args), not: read('not', args.not), or: read('or', args.or) };
}

export type OwnFilter = { [Field in keyof FilterFields]?: FilterFields[Field] | null };

/** The fields that rooms add to the input of a mutation. */
export function pluggedInput(t: InputFields, mutation: WriteFace): object {
  return Object.assign({}, ...plugs.map((plug) => plug.write?.fields(t, mutation)));
}

/** The fields that rooms add to `workItemBulkUpdate` alone. */
export const pluggedBulkInput = (t: InputFields): object =>
  Object.assign({}, ...plugs.map((plug) => plug.write?.besideInBulk?.(t))) as object;

/** The input that rooms read from a mutation. */
export function pluggedFields(mutation: WriteFace, input: object): WidgetInput {
  const read = Object.assign({}, ...plugs.map((plug) => plug.write?.read?.(input, mutation))) as WidgetInput;
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The changes of rooms beside the row that the input of `createIssue`, `workItemUpdate` or `workItemBulkUpdate` asks for. */
export const pluggedChanges = (input: object): ChangeBesideRow[] =>
  plugs.flatMap((plug) => plug.write?.beside?.(input) ?? []);

/** The sort orders of rooms, by published name. */
export function pluggedSorts(): Readonly<Record<string, ListOrder>> {
  return Object.assign({}, ...plugs.map((plug) => plug.sorts)) as Record<string, ListOrder>;
}
