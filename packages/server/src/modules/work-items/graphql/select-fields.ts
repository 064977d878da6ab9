import {
  givenSelects,
  selectDescription,
  selectFieldNames,
  selectFields,
  selectFieldsOf,
  type SelectFieldName,
} from '@milepost/core/fields/select-fields';
import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import { EpicRef, issueFaces, WorkItemRef } from '../graphql.ts';
import type { InputFields } from './filter-inputs.ts';
import { plugInGraphql, type WriteFace } from './plugs.ts';

const enumName = (name: SelectFieldName) => `WorkItem${name.charAt(0).toUpperCase()}${name.slice(1)}` as const;

/** An enum for each select field: `WorkItemRisk`. */
export const selectEnums = Object.fromEntries(
  selectFieldNames.map((name) => [
    name,
    builder.enumType(enumName(name), {
      description: selectDescription(name),
      values: Object.fromEntries(selectFields[name].values.map((value) => [value.toUpperCase(), { value }])),
    }),
  ]),
);

const issueTypes = workItemTypes.filter((type) => type !== 'epic');

/** The types of items that a mutation may be about. */
const typesOf: Readonly<Record<WriteFace, readonly WorkItemType[]>> = {
  createEpic: ['epic'],
  updateEpic: ['epic'],
  createIssue: issueTypes,
  updateIssue: issueTypes,
  issuesBulkUpdate: issueTypes,
  workItemCreate: workItemTypes,
  workItemUpdate: workItemTypes,
  workItemBulkUpdate: workItemTypes,
};

const fieldOf = (name: SelectFieldName) => ({ type: selectEnums[name] as never, description: selectDescription(name) });

/** The select fields on every face of an item that has them. */
export function describeSelectFields(): void {
  for (const name of selectFieldNames) {
    const field = fieldOf(name);
    const faces = [
      ...(selectFieldsOf('epic').includes(name) ? [EpicRef] : []),
      ...(selectFieldsOf(...issueTypes).includes(name) ? issueFaces : []),
    ];
    for (const face of faces) {
      builder.objectField(face, name, (t) => t.field({ ...field, resolve: (item) => item[name] as never }));
    }
    builder.objectField(WorkItemRef, name, (t) =>
      t.field({
        ...field,
        nullable: true,
        description: `${field.description} Null for items of other types.`,
        resolve: (item) => (selectFieldsOf(item.type).includes(name) ? item[name] : null) as never,
      }),
    );
  }
}

/** The select fields as inputs of mutations, and their enums as the types of filters. */
export function plugInSelectFields(): void {
  plugInGraphql({
    name: 'select-fields',
    types: Object.fromEntries(selectFieldNames.map((name) => [enumName(name), selectEnums[name]])),
    write: {
      fields: (t: InputFields, mutation: WriteFace) =>
        Object.fromEntries(selectFieldsOf(...typesOf[mutation]).map((name) => [name, t.field(fieldOf(name))])),
      read: givenSelects,
    },
  });
}
