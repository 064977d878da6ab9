import type { CustomFieldId, CustomFieldOptionId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';

/** The value of a work item in one field: chosen options, a number or a text. */
export interface CustomFieldValue {
  optionIds: readonly CustomFieldOptionId[];
  number: number | null;
  text: string | null;
}
export type CustomFieldValues = ReadonlyMap<CustomFieldId, CustomFieldValue>;

export const noValue: CustomFieldValue = { optionIds: [], number: null, text: null };

/** A new value of a field: the one of the three that fits its type. Null or omitted clears it. */
export interface CustomFieldInput {
  fieldId: CustomFieldId;
  optionIds?: readonly CustomFieldOptionId[] | null;
  number?: number | null;
  text?: string | null;
}

/** The values of each item by field: one statement for a page of items. */
export const customFieldValuesOfWorkItem = defineRowsLoader<WorkItemId, ValueRow, CustomFieldValues>(
  'customFieldValuesOfWorkItem',
  { rows: (_ctx, ids) => valuesOn(ids), collect: byItem },
);

/** The values of one item, read within the transaction that changes them. */
export async function valuesOnItem(trx: Db, itemId: WorkItemId): Promise<CustomFieldValues> {
  const { rows } = await sql<ValueRow>`${valuesOn([itemId])}`.execute(trx);
  return byItem(rows, [itemId]).get(itemId) ?? new Map<CustomFieldId, CustomFieldValue>();
}

interface ValueRow {
  workItemId: WorkItemId;
  customFieldId: CustomFieldId;
  optionIds: CustomFieldOptionId[];
  number: number | null;
  text: string | null;
}

function valuesOn(ids: readonly WorkItemId[]): RawBuilder<unknown> {
  return sql`
    SELECT work_item_id, custom_field_id, json_agg(option_id ORDER BY option_id) AS option_ids,
      NULL::double precision AS number, NULL AS text
    FROM work_item_custom_field_options WHERE ${isOneOf('work_item_id', ids)} GROUP BY 1, 2
    UNION ALL
    SELECT work_item_id, custom_field_id, '[]'::json, number_value, text_value
    FROM work_item_custom_field_values WHERE ${isOneOf('work_item_id', ids)}`;
}

function byItem(rows: readonly ValueRow[], ids: readonly WorkItemId[]): Map<WorkItemId, CustomFieldValues> {
  const values = new Map(ids.map((id) => [id, new Map<CustomFieldId, CustomFieldValue>()]));
  for (const { workItemId, customFieldId, ...value } of rows) values.get(workItemId)?.set(customFieldId, value);
  return values;
}

/** Sets an item's value in a field; deletes it if empty. */
export async function writeValue(
  trx: Db,
  itemId: WorkItemId,
  fieldId: CustomFieldId,
  { optionIds, number, text }: CustomFieldValue,
): Promise<void> {
  const isThere = { workItemId: itemId, customFieldId: fieldId };
  await sql`DELETE FROM work_item_custom_field_options
    WHERE work_item_id = ${itemId} AND custom_field_id = ${fieldId} AND option_id <> ALL(${optionIds}::bigint[])`.execute(
    trx,
  );
  if (optionIds.length > 0) {
    // Options that are being deleted concurrently are skipped.
    await sql`INSERT INTO work_item_custom_field_options (work_item_id, custom_field_id, option_id)
      SELECT ${itemId}::bigint, o.custom_field_id, o.id FROM custom_field_options o
      WHERE o.custom_field_id = ${fieldId} AND o.id = ANY(${optionIds}::bigint[])
      FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(trx);
  }
  if (number === null && text === null) {
    await trx
      .deleteFrom('workItemCustomFieldValues')
      .where('workItemId', '=', itemId)
      .where('customFieldId', '=', fieldId)
      .execute();
    return;
  }
  await trx
    .insertInto('workItemCustomFieldValues')
    .values({ ...isThere, numberValue: number, textValue: text })
    .onConflict((conflict) =>
      conflict.columns(['workItemId', 'customFieldId']).doUpdateSet({ numberValue: number, textValue: text }),
    )
    .execute();
}
