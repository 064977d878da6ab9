import type { FilterArguments } from '@milepost/core/filters/arguments';
import { descriptionOf, filtersOf, typeOf } from '@milepost/core/filters/table';
import type { ArgumentTypes, FilterList } from '@milepost/core/filters/types';
import type { InputFieldMap, InputFieldRef } from '@pothos/core';
import { builder } from '../../../platform/graphql/builder.ts';
import type { FilterOperator } from '../sockets.ts';
import { HealthStatusEnum, IssueTypeEnum } from './enums.ts';
import { itemsOptional, wildcards } from './filters.ts';

/** The builder of input fields; it builds arguments as well. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** Filterable lists: epics of a group, child epics, issues, work items of any type. */
export type ListFace = 'epics' | 'childEpics' | 'issues' | 'workItems';

export const filterListOf = (list: ListFace): FilterList =>
  list === 'epics' || list === 'childEpics' ? 'epics' : 'issues';

/** The GraphQL types named in core/filters/definitions.ts; each room adds its own. */
export type NamedTypes = Partial<Record<keyof ArgumentTypes, unknown>>;
const types: NamedTypes = {
  ID: 'ID',
  String: 'String',
  Boolean: 'Boolean',
  AssigneeWildcardId: builder.enumType('AssigneeWildcardId', { values: wildcards }),
  HealthStatus: HealthStatusEnum,
  HealthStatusFilter: builder.enumType('HealthStatusFilter', {
    values: {
      ...wildcards,
      onTrack: { value: 'on_track' },
      needsAttention: { value: 'needs_attention' },
      atRisk: { value: 'at_risk' },
    } as const,
  }),
  IssueType: IssueTypeEnum,
  ReleaseTagWildcardId: builder.enumType('ReleaseTagWildcardId', { values: wildcards }),
  WeightWildcardId: builder.enumType('WeightWildcardId', { values: wildcards }),
};

export function addArgumentTypes(added: NamedTypes): void {
  Object.assign(types, added);
}

/** The arguments that the table of filters gives a list. */
export type TableArguments<List extends FilterList> = {
  [Name in Exclude<keyof FilterArguments<List>, 'not' | 'or'>]: InputFieldRef<
    typeof builder.$inferSchemaTypes,
    FilterArguments<List>[Name] | null
  >;
};

/** The table names types as strings, which the builder cannot check: rooms validate the values. */
type AnyField = (options: {
  type: unknown;
  required?: unknown;
  description?: string | undefined;
}) => InputFieldMap[string];

/** The arguments, or the fields of `not` or `or`, that the table of filters gives a list. */
export function tableInputs(t: InputFields, face: ListFace, operator: FilterOperator): InputFieldMap {
  const field = t.field.bind(t) as unknown as AnyField;
  const inputs = filtersOf(filterListOf(face)).flatMap((filter) =>
    Object.entries(filter[operator]?.graphql ?? {}).map(([name, described]) => {
      const [, own, bang] = /^\[?(\w+)(!?)\]?$/.exec(typeOf(described)) ?? [];
      const type = types[own as keyof ArgumentTypes];
      if (type === undefined) throw new Error(`No room names the GraphQL type ${own} of the filter ${filter.name}`);
      const isList = typeOf(described).startsWith('[');
      // In the published schema, elements of text lists are nullable, except in lists of work items.
      const mayHoldNull = isList && !bang && !(face === 'workItems' && own === 'String');
      return [
        name,
        field({
          type: isList ? [type] : type,
          ...(mayHoldNull && { required: itemsOptional }),
          description: descriptionOf(described),
        }),
      ] as const;
    }),
  );
  return Object.fromEntries(inputs);
}
