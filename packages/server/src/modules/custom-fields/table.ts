import type { CustomFieldType } from '@milepost/core/fields/custom-fields';
import type { CustomFieldId, CustomFieldOptionId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface CustomFieldTable {
  id: Generated<CustomFieldId>;
  /** A top-level group; all work items below it have the field. */
  namespaceId: NamespaceId;
  name: string;
  fieldType: CustomFieldType;
  /** The types of work items that have it. */
  workItemTypes: Generated<WorkItemType[]>;
  createdById: Optional<UserId>;
  updatedById: Optional<UserId>;
  /** Archived fields keep their values without showing them. */
  archivedAt: NullableTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface CustomFieldOptionTable {
  id: Generated<CustomFieldOptionId>;
  customFieldId: CustomFieldId;
  value: string;
  position: number;
}

/** A chosen option of a work item. */
export interface WorkItemCustomFieldOptionTable {
  workItemId: WorkItemId;
  customFieldId: CustomFieldId;
  optionId: CustomFieldOptionId;
}

/** A number or text of a work item: one of the two. */
export interface WorkItemCustomFieldValueTable {
  workItemId: WorkItemId;
  customFieldId: CustomFieldId;
  numberValue: Optional<number>;
  textValue: Optional<string>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    customFields: CustomFieldTable;
    customFieldOptions: CustomFieldOptionTable;
    workItemCustomFieldOptions: WorkItemCustomFieldOptionTable;
    workItemCustomFieldValues: WorkItemCustomFieldValueTable;
  }
}
