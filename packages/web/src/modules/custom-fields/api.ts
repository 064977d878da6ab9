import { isSelect, type CustomFieldType } from '@milepost/core/fields/custom-fields';
import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import { graphql } from '../../gen/gql.ts';

/** A field as its group defines it. */
export interface CustomFieldView {
  id: string;
  name: string;
  fieldType: CustomFieldType;
  active: boolean;
  selectOptions: readonly FieldOption[];
  /** Global ids and names of the types that have it. */
  workItemTypes: readonly { id: string; name: string }[];
}

export interface FieldOption {
  id: string;
  value: string;
}

graphql(`
  fragment CustomFieldFacts on CustomField {
    id
    name
    fieldType
    active
    selectOptions {
      id
      value
    }
    workItemTypes {
      id
      name
    }
  }
`);

const groupCustomFields = graphql(`
  query groupCustomFields($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      fullName
      userPermissions {
        adminCustomField
      }
      rootNamespace {
        id
        fullName
        fullPath
      }
      customFields {
        nodes {
          ...CustomFieldFacts
        }
      }
    }
  }
`);

export interface GroupFields {
  mayDefine: boolean;
  isTopLevel: boolean;
  /** The top-level group, if the viewer may see it. */
  root: { fullName: string; fullPath: string } | null;
  fields: readonly CustomFieldView[];
}

/** The fields of a group, archived ones included; whether the viewer may define some, and the top-level group, if visible. */
export function groupFieldsQuery(fullPath: string) {
  return queryOptions({
    queryKey: ['customFields', fullPath],
    queryFn: async ({ signal }): Promise<GroupFields> => {
      const { group } = await request(groupCustomFields, { fullPath }, signal);
      if (!group) throw new NotFoundError('Group');
      return {
        mayDefine: group.userPermissions.adminCustomField,
        isTopLevel: !fullPath.includes('/'),
        root: group.rootNamespace ?? null,
        fields: present(group.customFields?.nodes).map(viewOf),
      };
    },
  });
}

function viewOf<
  Facts extends {
    selectOptions?: readonly FieldOption[] | null;
    workItemTypes?: readonly { id: string; name: string }[] | null;
  },
>(field: Facts) {
  return { ...field, selectOptions: field.selectOptions ?? [], workItemTypes: field.workItemTypes ?? [] };
}

const createField = graphql(`
  mutation createCustomField($input: CustomFieldCreateInput!) {
    customFieldCreate(input: $input) {
      errors
    }
  }
`);

const updateField = graphql(`
  mutation updateCustomField($input: CustomFieldUpdateInput!) {
    customFieldUpdate(input: $input) {
      errors
    }
  }
`);

const archiveField = graphql(`
  mutation archiveCustomField($id: IssuablesCustomFieldID!) {
    customFieldArchive(input: { id: $id }) {
      errors
    }
  }
`);

const unarchiveField = graphql(`
  mutation unarchiveCustomField($id: IssuablesCustomFieldID!) {
    customFieldUnarchive(input: { id: $id }) {
      errors
    }
  }
`);

export interface FieldDraft {
  name: string;
  fieldType: CustomFieldType;
  /** In order; without an id, a new one. */
  options: readonly { id?: string; value: string }[];
  workItemTypeIds: readonly string[];
}

/** Defines a field. Throws ChangeRefusedError with the server's messages. */
export async function createCustomField(groupPath: string, { options, ...draft }: FieldDraft): Promise<void> {
  const input = {
    groupPath,
    ...draft,
    workItemTypeIds: [...draft.workItemTypeIds],
    ...optionsFor(draft.fieldType, options),
  };
  refuseUnlessDone((await request(createField, { input })).customFieldCreate);
}

/** Changes a field; its type stays. */
export async function updateCustomField(
  id: string,
  { name, fieldType, options, workItemTypeIds }: FieldDraft,
): Promise<void> {
  const input = { id, name, workItemTypeIds: [...workItemTypeIds], ...optionsFor(fieldType, options) };
  refuseUnlessDone((await request(updateField, { input })).customFieldUpdate);
}

export async function setFieldArchived(id: string, isArchived: boolean): Promise<void> {
  if (isArchived) refuseUnlessDone((await request(archiveField, { id })).customFieldArchive);
  else refuseUnlessDone((await request(unarchiveField, { id })).customFieldUnarchive);
}

function optionsFor(fieldType: CustomFieldType, options: FieldDraft['options']) {
  return isSelect(fieldType) ? { selectOptions: options.map((option) => ({ ...option })) } : {};
}

const workItemCustomFields = graphql(`
  query workItemCustomFields($fullPath: ID!, $iid: String!) {
    namespace(fullPath: $fullPath) {
      id
      workItem(iid: $iid) {
        id
        userPermissions {
          setWorkItemMetadata
        }
        features {
          customFields {
            customFieldValues {
              customField {
                ...CustomFieldFacts
              }
              ... on WorkItemSelectFieldValue {
                selectedOptions {
                  id
                  value
                }
              }
              ... on WorkItemNumberFieldValue {
                number: value
              }
              ... on WorkItemTextFieldValue {
                text: value
              }
            }
          }
        }
      }
    }
  }
`);

/** A field and the item's value. */
export interface FieldValue {
  field: CustomFieldView;
  chosen: readonly FieldOption[];
  number: number | null;
  text: string | null;
}

/** The address of an item. */
export interface ItemAddress {
  kind: 'epic' | 'issue';
  fullPath: string;
  iid: string;
}

/** The fields of an item with their values. The key starts with the item's key, so that changes of the item invalidate it. */
export function fieldValuesQuery({ kind, fullPath, iid }: ItemAddress) {
  return queryOptions({
    queryKey: [kind, fullPath, iid, 'customFields'],
    queryFn: async ({ signal }) => {
      const { namespace } = await request(workItemCustomFields, { fullPath, iid }, signal);
      const item = namespace?.workItem;
      const values = (item?.features.customFields?.customFieldValues ?? []).map((value): FieldValue => ({
        field: viewOf(value.customField),
        chosen: 'selectedOptions' in value ? (value.selectedOptions ?? []) : [],
        number: 'number' in value ? (value.number ?? null) : null,
        text: 'text' in value ? (value.text ?? null) : null,
      }));
      return { itemId: item?.id ?? '', mayChange: item?.userPermissions.setWorkItemMetadata ?? false, values };
    },
  });
}

const setField = graphql(`
  mutation setWorkItemCustomField($id: WorkItemID!, $value: WorkItemWidgetCustomFieldValueInputType!) {
    workItemUpdate(input: { id: $id, customFieldsWidget: [$value] }) {
      errors
    }
  }
`);

export type NewFieldValue = { selectedOptionIds: string[] } | { numberValue: number | null } | { textValue: string };

/** Sets an item's value of a field. Throws ChangeRefusedError with the server's messages. */
export async function setFieldValue(itemId: string, fieldId: string, value: NewFieldValue): Promise<void> {
  const payload = await request(setField, { id: itemId, value: { customFieldId: fieldId, ...value } });
  refuseUnlessDone(payload.workItemUpdate);
}
