import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { customFieldsOfRoot, type CustomField } from '../store.ts';
import { customFieldValuesOfWorkItem, type CustomFieldInput } from '../store/values.ts';

interface Home {
  rootId: NamespaceId;
  type: WorkItemType;
}

/**
 * An item's values as input for an item of this type in this or another top-level group: fields and options are matched by
 * name.
 */
export async function customFieldsFor(
  ctx: Context,
  item: { id: WorkItemId } & Home,
  home: Home,
): Promise<CustomFieldInput[]> {
  const values = await ctx.load(customFieldValuesOfWorkItem, item.id);
  if (!values || values.size === 0) return [];
  const own = fieldsOf((await ctx.load(customFieldsOfRoot, item.rootId)) ?? [], item.type);
  const there = fieldsOf((await ctx.load(customFieldsOfRoot, home.rootId)) ?? [], home.type);
  return own.flatMap((field) => {
    const value = values.get(field.id);
    const same = there.find((other) => other.fieldType === field.fieldType && isSame(other.name, field.name));
    if (!value || !same) return [];
    const chosen = field.options.filter(({ id }) => value.optionIds.includes(id));
    const optionIds = same.options
      .filter((option) => chosen.some((each) => isSame(each.value, option.value)))
      .map(({ id }) => id);
    return [{ fieldId: same.id, optionIds, number: value.number, text: value.text }];
  });
}

function fieldsOf(fields: readonly CustomField[], type: WorkItemType): CustomField[] {
  return fields.filter(({ archivedAt, workItemTypes }) => archivedAt === null && workItemTypes.includes(type));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
