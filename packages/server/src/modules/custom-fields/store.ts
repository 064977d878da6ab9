import type { CustomFieldType } from '@milepost/core/fields/custom-fields';
import type { CustomFieldId, CustomFieldOptionId, NamespaceId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { violatedUniqueness } from '../../platform/database/violations.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { CustomFieldTable } from './table.ts';

export interface CustomFieldOption {
  id: CustomFieldOptionId;
  value: string;
}

/** A field with its options in order. */
export interface CustomField extends Selectable<CustomFieldTable> {
  options: readonly CustomFieldOption[];
}

const inOrder = sql<CustomFieldOption[]>`coalesce((
  SELECT json_agg(json_build_object('id', o.id, 'value', o.value) ORDER BY o.position, o.id)
  FROM custom_field_options o WHERE o.custom_field_id = f.id), '[]')`;

function selectFields(db: Db) {
  return db.selectFrom('customFields as f').selectAll('f').select(inOrder.as('options'));
}

/** Every field of each top-level group by name, including archived ones: one statement for a page. */
export const customFieldsOfRoot = defineRowsLoader<NamespaceId, CustomField, CustomField[]>('customFieldsOfRoot', {
  rows: (ctx, ids) =>
    sql`${selectFields(ctx.db)
      .where(isOneOf('f.namespace_id', ids))
      .orderBy(sql`lower(f.name)`)
      .orderBy('f.id')}`,
  collect: (rows, ids) => {
    const fields = new Map<NamespaceId, CustomField[]>(ids.map((id) => [id, []]));
    for (const row of rows) fields.get(row.namespaceId)?.push(row);
    return fields;
  },
});

export const customFieldsById = defineLoader<CustomFieldId, CustomField>('customFieldsById', async (ctx, ids) => {
  const rows = await selectFields(ctx.db).where(isOneOf('f.id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

export interface CustomFieldListing {
  isActive?: boolean | null;
  fieldType?: CustomFieldType | null;
  search?: string | null;
  workItemTypes?: readonly WorkItemType[] | null;
}

/** The requested fields of a group, in order. They are few: see `customFieldLimits`. */
export function listedFields(fields: readonly CustomField[], listing: CustomFieldListing): CustomField[] {
  const { isActive, fieldType, search, workItemTypes } = listing;
  const term = search?.trim().toLowerCase() ?? '';
  return fields.filter(
    (field) =>
      (typeof isActive !== 'boolean' || isActive === (field.archivedAt === null)) &&
      (!fieldType || fieldType === field.fieldType) &&
      field.name.toLowerCase().includes(term) &&
      (!workItemTypes || workItemTypes.some((type) => field.workItemTypes.includes(type))),
  );
}

/** The field, locked for the transaction; null when there is none. */
export async function lockCustomField(trx: Db, id: CustomFieldId): Promise<CustomField | null> {
  return (await selectFields(trx).where('f.id', '=', id).forUpdate('f').executeTakeFirst()) ?? null;
}

/** The active fields of a group, locked so that nobody adds to them before the transaction ends. */
export async function lockActiveFields(trx: Db, groupId: NamespaceId): Promise<CustomField[]> {
  await trx.selectFrom('namespaces').select('id').where('id', '=', groupId).forNoKeyUpdate().execute();
  return selectFields(trx).where('f.namespaceId', '=', groupId).where('f.archivedAt', 'is', null).execute();
}

/** Null when the group has a field of this name. */
export async function insertCustomField(trx: Db, field: Insertable<CustomFieldTable>): Promise<CustomFieldId | null> {
  const row = await trx
    .insertInto('customFields')
    .values(field)
    .onConflict((conflict) => conflict.expression(sql`namespace_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** False when the group has another field of this name. */
export async function saveCustomField(
  trx: Db,
  id: CustomFieldId,
  changes: Updateable<CustomFieldTable>,
): Promise<boolean> {
  try {
    await trx
      .updateTable('customFields')
      .set({ ...changes, updatedAt: sql`now()` })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (violatedUniqueness(error) !== null) return false;
    throw error;
  }
}

/** An option in the input: an existing one by id, or a new one. */
export interface WantedOption {
  id?: CustomFieldOptionId;
  value: string;
}

/** Replaces the options of a field, in this order. Options left out are deleted, together with their values on work items. */
export async function replaceOptions(trx: Db, fieldId: CustomFieldId, wanted: readonly WantedOption[]): Promise<void> {
  const existing = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await trx
    .deleteFrom('customFieldOptions')
    .where('customFieldId', '=', fieldId)
    .where(sql<boolean>`id <> ALL(${existing}::bigint[])`)
    .execute();
  const rows = wanted.map(({ id, value }, position) => ({ id: id ?? null, value, position }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(id bigint, value text, position integer)`;
  await sql`UPDATE custom_field_options o SET value = g.value, position = g.position FROM ${given}
    WHERE o.id = g.id AND o.custom_field_id = ${fieldId}`.execute(trx);
  await sql`INSERT INTO custom_field_options (custom_field_id, value, position)
    SELECT ${fieldId}::bigint, g.value, g.position FROM ${given} WHERE g.id IS NULL ORDER BY g.position`.execute(trx);
}
