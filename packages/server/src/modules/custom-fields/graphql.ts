import { customFieldTypes } from '@milepost/core/fields/custom-fields';
import { formatGlobalId, type CustomFieldId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { GroupPermissionsRef, GroupRef, NamespaceRef, ProjectRef } from '../namespaces/graphql.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { usersById } from '../users/store.ts';
import { wrongArgument } from '../work-items/graphql/inputs.ts';
import { typeOfGlobalId, typesBelow, WorkItemTypeRef } from '../work-items/graphql/types.ts';
import { customFieldPolicy } from './policy.ts';
import { customFieldsOfRoot, listedFields, type CustomField, type CustomFieldOption } from './store.ts';

export const CustomFieldRef = builder.objectRef<CustomField>('CustomField');
export const CustomFieldOptionRef = builder.objectRef<CustomFieldOption>('CustomFieldSelectOption');
const CustomFieldConnection = connectionType('CustomField', CustomFieldRef);
export const CustomFieldTypeEnum = builder.enumType('CustomFieldType', { values: customFieldTypes });

/** Parses the id of a field as clients send it. */
export const readCustomFieldId = (id: string): CustomFieldId =>
  readGlobalId<'CustomField'>(id, 'Issuables::CustomField');

/** Parses the ids of work item types; null if none are given. */
export function typesOfGlobalIds(ids: readonly string[] | null | undefined): WorkItemType[] | null {
  return (
    ids?.map((id) => {
      const type = typeOfGlobalId(id);
      if (!type) throw wrongArgument('There is no such type of work item');
      return type;
    }) ?? null
  );
}

export function describeCustomFields(): void {
  CustomFieldOptionRef.implement({
    description: 'An option of a select field',
    fields: (t) => ({
      id: t.field({
        type: 'IssuablesCustomFieldSelectOptionID',
        resolve: ({ id }) => formatGlobalId('Issuables::CustomFieldSelectOption', id),
      }),
      value: t.exposeString('value'),
    }),
  });
  CustomFieldRef.implement({
    description: 'A field that a top-level group defines for the work items below it',
    fields: (t) => ({
      id: t.field({
        type: 'IssuablesCustomFieldID',
        resolve: ({ id }) => formatGlobalId('Issuables::CustomField', id),
      }),
      name: t.exposeString('name'),
      fieldType: t.field({ type: CustomFieldTypeEnum, resolve: ({ fieldType }) => fieldType }),
      active: t.boolean({ resolve: ({ archivedAt }) => archivedAt === null }),
      selectOptions: t.field({ type: [CustomFieldOptionRef], nullable: true, resolve: ({ options }) => [...options] }),
      workItemTypes: t.field({
        type: [WorkItemTypeRef],
        nullable: true,
        resolve: ({ workItemTypes, namespaceId }) => typesBelow(namespaceId, workItemTypes),
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      createdBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.load(usersById, createdById)),
      }),
      updatedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ updatedById }, _args, ctx) => (updatedById === null ? null : ctx.load(usersById, updatedById)),
      }),
    }),
  });
  for (const face of [GroupRef, ProjectRef, NamespaceRef]) listFields(face);
  builder.objectField(GroupPermissionsRef, 'adminCustomField', (t) =>
    t.boolean({
      description: 'Whether the viewer may define fields; only a top-level group has its own',
      resolve: (group, _args, ctx) => group.parentId === null && ctx.can(customFieldPolicy.manage, group),
    }),
  );
}

/** Groups and projects have the fields of their top-level group. */
function listFields(face: typeof GroupRef): void {
  builder.objectField(face, 'customFields', (t) =>
    t.field({
      type: CustomFieldConnection,
      nullable: true,
      complexity: costOfShortList,
      args: {
        ...pageArguments,
        active: t.arg.boolean({ description: 'Only active fields, or (false) only archived ones' }),
        fieldType: t.arg({ type: CustomFieldTypeEnum }),
        search: t.arg.string({ description: 'Searches in names' }),
        workItemTypeIds: t.arg({ type: ['WorkItemsTypeID'], description: 'Fields of any of these types' }),
        workItemTypeId: t.arg({ type: 'WorkItemsTypeID', description: 'Fields of this type' }),
      },
      resolve: async (namespace, { active, fieldType, search, workItemTypeIds, workItemTypeId, ...args }, ctx) => {
        const workItemTypes = typesOfGlobalIds(workItemTypeId ? [workItemTypeId] : workItemTypeIds);
        if (!hasFeature(namespace, 'custom_fields')) return null;
        const fields = (await ctx.load(customFieldsOfRoot, namespace.rootId)) ?? [];
        return pageOfWhole(listedFields(fields, { isActive: active, fieldType, search, workItemTypes }), args);
      },
    }),
  );
}
