import type { CustomFieldType } from '@milepost/core/fields/custom-fields';
import type { CustomFieldOptionId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import {
  customFieldsById,
  insertCustomField,
  replaceOptions,
  type CustomField,
} from '../../modules/custom-fields/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { contextAs, type World } from '../world.ts';

export interface CustomFieldToBuild {
  /** A top-level group. */
  group: Namespace;
  name?: string;
  fieldType?: CustomFieldType;
  /** Low and high by default; of a select field only. */
  options?: readonly string[];
  /** Epics and issues by default. */
  workItemTypes?: WorkItemType[];
  archived?: boolean;
  /** Items by their option. */
  chosen?: Readonly<Record<string, readonly Pick<WorkItem, 'id'>[]>>;
}

/** Creates fields directly in the database, without policy and limits. */
export function customFieldBuilders(world: World) {
  async function customField(wanted: CustomFieldToBuild): Promise<CustomField> {
    const { fieldType = 'SINGLE_SELECT' } = wanted;
    const id = await insertCustomField(world.db, {
      namespaceId: wanted.group.id,
      name: wanted.name ?? `field ${world.next()}`,
      fieldType,
      workItemTypes: wanted.workItemTypes ?? ['epic', 'issue'],
      archivedAt: wanted.archived ? new Date() : null,
    });
    if (id === null) throw new Error('The group has a field of this name');
    const options = fieldType.endsWith('SELECT') ? (wanted.options ?? ['Low', 'High']) : [];
    await replaceOptions(
      world.db,
      id,
      options.map((value) => ({ value })),
    );
    const field = (await contextAs(world, 'root').load(customFieldsById, id)) as CustomField;
    const rows = Object.entries(wanted.chosen ?? {}).flatMap(([value, items]) =>
      items.map((item) => ({ workItemId: item.id, customFieldId: id, optionId: optionOf(field, value) })),
    );
    if (rows.length > 0) await world.db.insertInto('workItemCustomFieldOptions').values(rows).execute();
    return field;
  }

  return { customField };
}

/** The id of an option by its value. */
export function optionOf(field: CustomField, value: string): CustomFieldOptionId {
  const option = field.options.find((each) => each.value === value);
  if (!option) throw new Error(`${field.name} has no option ${value}`);
  return option.id;
}
