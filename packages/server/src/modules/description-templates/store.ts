import type { TemplateType } from '@milepost/core/text/description-templates';
import type { NamespaceId, TemplateId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { violatedUniqueness } from '../../platform/database/violations.ts';
import type { DescriptionTemplateTable } from './table.ts';

export type DescriptionTemplate = Selectable<DescriptionTemplateTable>;

/** A template without its text, and its namespace. */
export interface TemplateName {
  id: TemplateId;
  name: string;
  workItemType: TemplateType;
  namespaceId: NamespaceId;
  namespacePath: string;
}

/** The names of the templates of these namespaces; of equal names only the nearest. `types` null: of every type. */
export async function templateNames(
  db: Db,
  traversalIds: readonly NamespaceId[],
  type: TemplateType | null,
): Promise<TemplateName[]> {
  const { rows } = await sql<TemplateName>`
    SELECT * FROM (
      SELECT DISTINCT ON (t.work_item_type, lower(t.name)) t.id, t.name, t.work_item_type, t.namespace_id, n.full_path AS namespace_path
      FROM description_templates t JOIN namespaces n ON n.id = t.namespace_id
      WHERE t.namespace_id = ANY(${traversalIds}::bigint[]) AND (${type}::text IS NULL OR t.work_item_type = ${type})
      ORDER BY t.work_item_type, lower(t.name), cardinality(n.traversal_ids) DESC
    ) AS nearest ORDER BY lower(name), work_item_type`.execute(db);
  return rows;
}

/** The nearest template of this name and type; null when there is none. */
export async function templateNamed(
  db: Db,
  traversalIds: readonly NamespaceId[],
  { type, name }: { type: TemplateType; name: string },
): Promise<DescriptionTemplate | null> {
  const row = await db
    .selectFrom('descriptionTemplates as t')
    .innerJoin('namespaces as n', 'n.id', 't.namespaceId')
    .selectAll('t')
    .where(sql<boolean>`t.namespace_id = ANY(${traversalIds}::bigint[])`)
    .where('t.workItemType', '=', type)
    .where(sql<boolean>`lower(t.name) = ${name.toLowerCase()}`)
    .orderBy(sql`cardinality(n.traversal_ids)`, 'desc')
    .executeTakeFirst();
  return row ?? null;
}

export async function templateById(db: Db, id: TemplateId): Promise<DescriptionTemplate | null> {
  return (await db.selectFrom('descriptionTemplates').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface TemplateText {
  name: string;
  content: string;
}

/** Null if the name is taken. */
export async function insertTemplate(
  trx: Db,
  template: TemplateText & { namespaceId: NamespaceId; workItemType: TemplateType },
): Promise<DescriptionTemplate | null> {
  const row = await trx
    .insertInto('descriptionTemplates')
    .values(template)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Null if the name is taken. */
export async function saveTemplate(trx: Db, id: TemplateId, text: TemplateText): Promise<DescriptionTemplate | null> {
  try {
    return await trx
      .updateTable('descriptionTemplates')
      .set({ ...text, updatedAt: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violatedUniqueness(error) === 'description_templates_name_is_unique') return null;
    throw error;
  }
}

export async function removeTemplate(trx: Db, id: TemplateId): Promise<void> {
  await trx.deleteFrom('descriptionTemplates').where('id', '=', id).execute();
}
