import type { FilterList } from '@milepost/core/filters/types';
import type { InputFieldMap } from '@pothos/core';
import { builder } from '../../../platform/graphql/builder.ts';
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

/** Fields of an input, or arguments, by their names. */
export type PluggedWords = Readonly<Record<string, InputFieldMap[string] | undefined>>;

/** The mutations that write what rooms add to an item. */
export type WriteFace =
  | 'createEpic'
  | 'updateEpic'
  | 'createIssue'
  | 'updateIssue'
  | 'issuesBulkUpdate'
  | 'workItemCreate'
  | 'workItemUpdate'
  | 'workItemBulkUpdate';

/** What a reader of list arguments may need to know. */
export interface FilterScope {
  operator: FilterOperator;
  /** The namespace whose items are listed; null where the list is not one of a namespace. */
  of: Namespace | null;
}

/**
 * What a higher room adds to the GraphQL types of work items beyond fields of objects, which Pothos lets any room add. The
 * twin of `RestPlug`. `Filtering` and `Written` are the shapes that `words` and `fields` describe.
 */
export interface GraphqlPlug<Filtering extends object = object, Written extends object = object> {
  readonly name: string;
  /** The GraphQL types that the table of filters names and that belong to the room. */
  readonly types?: NamedTypes;
  /**
   * Arguments that narrow lists (`is`) and fields of their inputs `not` and `or`, and what they ask for: those that are no
   * filters of the table in core/filters.
   */
  readonly filter?: {
    words(t: InputFields, list: ListFace, operator: FilterOperator): PluggedWords;
    read(input: Filtering, scope: FilterScope): { [Field in keyof FilterFields]?: FilterFields[Field] | null };
  };
  /** Fields of the inputs of mutations, and what they write. */
  readonly write?: {
    fields(t: InputFields, mutation: WriteFace): PluggedWords;
    read(input: Written, mutation: WriteFace): WidgetInput;
  };
  /** Values of the enums by which issues and work items are sorted. */
  readonly sorts?: Readonly<Record<string, ListOrder>>;
  /** Interfaces that every face of a work item implements. */
  readonly interfaces?: readonly ReturnType<typeof builder.interfaceRef<WorkItem>>[];
}

const plugs: GraphqlPlug[] = [];

/** Called by each room that adds something, before the schema is built. */
export function plugInGraphql<Filtering extends object = object, Written extends object = object>(
  plug: GraphqlPlug<Filtering, Written>,
): void {
  if (plugs.some(({ name }) => name === plug.name)) return;
  plugs.push(plug);
  addArgumentTypes(plug.types ?? {});
}

// The fields that rooms add are typed as none: only `filterOf` and `pluggedFields` read them.

/** The arguments that the table of filters and rooms give a list. */
export function pluggedArguments<List extends FilterList>(list: ListFace): TableArguments<List> {
  return builder.args((t) => pluggedWords(t as never, list, 'is') as never);
}

/** The fields that the table of filters and rooms add to the arguments, or to the `not` or `or`, of a list. */
export function pluggedWords(t: InputFields, list: ListFace, operator: FilterOperator): object {
  return Object.assign(
    tableInputs(t, list, operator),
    ...plugs.map((plug) => plug.filter?.words(t, list, operator)),
  ) as object;
}

/** A list's own filter together with those that the table and rooms read from the same arguments. */
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

/** What rooms read from the input of a mutation. */
export function pluggedFields(mutation: WriteFace, input: object): WidgetInput {
  const read = Object.assign({}, ...plugs.map((plug) => plug.write?.read(input, mutation))) as WidgetInput;
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The orders that rooms add, by the name that clients ask for. */
export function pluggedSorts(): Readonly<Record<string, ListOrder>> {
  return Object.assign({}, ...plugs.map((plug) => plug.sorts)) as Record<string, ListOrder>;
}

/** The interfaces that rooms add. */
export const pluggedInterfaces = () => plugs.flatMap(({ interfaces = [] }) => interfaces);
