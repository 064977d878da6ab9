import { unreachable } from '@milepost/core/errors';
import { selectFieldNames } from '@milepost/core/select-fields';
import { StaleValueError } from '@milepost/core/text/stale-values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Trx } from '../../../platform/context.ts';
import { lastEditor } from '../store/writing.ts';
import type { WorkItemRow } from '../table.ts';

export const readFields = [
  'milestoneId',
  'iterationId',
  'statusId',
  'weight',
  'healthStatus',
  'startDate',
  'dueDate',
  ...selectFieldNames,
] as const;
type ReadField = (typeof readFields)[number];

/** Values of single fields as they were read; null: the field was empty. Fields that are left out are not compared. */
export type ValuesRead = Partial<Pick<WorkItemRow, ReadField>>;

/** Throws StaleValueError if the locked row has another value in one of these fields. */
export async function refuseStaleValues(trx: Trx, before: WorkItemRow, read: ValuesRead): Promise<void> {
  const stale = readFields.find((field) => read[field] !== undefined && read[field] !== before[field]);
  if (stale === undefined) return;
  const { name, recorded, title } = describeField(stale);
  const value = before[stale];
  const who = await lastEditor(trx, before.id, recorded);
  if (value === null) throw new StaleValueError(who, name, null);
  const text = title ? await titleIn(trx, title, Number(value)) : String(value).replaceAll('_', ' ');
  throw new StaleValueError(who, name, text);
}

interface FieldDescription {
  /** In words. */
  name: string;
  /** The events that record a change. */
  recorded: RawBuilder<SqlBool>;
  /** The table, and the column of the title, of what the field refers to. */
  title?: readonly [table: string, column: string];
}

function describeField(field: ReadField): FieldDescription {
  const named = (...names: readonly string[]) => sql<SqlBool>`e.name = ANY(${names}::text[])`;
  switch (field) {
    case 'milestoneId':
      return { name: 'milestone', recorded: named('workItem.milestoneChanged'), title: ['milestones', 'title'] };
    case 'iterationId':
      return { name: 'iteration', recorded: named('workItem.iterationChanged'), title: ['iterations', 'title'] };
    case 'statusId':
      return {
        name: 'status',
        recorded: named('workItem.statusChanged', 'workItem.closed', 'workItem.reopened'),
        title: ['statuses', 'name'],
      };
    case 'healthStatus':
      return { name: 'health status', recorded: columnChanged(field) };
    case 'startDate':
      return { name: 'start date', recorded: columnChanged(field) };
    case 'dueDate':
      return { name: 'due date', recorded: columnChanged(field) };
    case 'weight':
    case 'risk':
      return { name: field, recorded: columnChanged(field) };
    default:
      return unreachable(field);
  }
}

const columnChanged = (field: ReadField): RawBuilder<SqlBool> =>
  sql<SqlBool>`(e.name = 'workItem.updated' AND e.data -> 'changes' ? ${field})`;

/** Whoever changes an item may read what its fields refer to. */
async function titleIn(trx: Trx, [table, column]: readonly [string, string], id: number): Promise<string> {
  const { rows } = await sql<{ title: string | null }>`
    SELECT ${sql.ref(column)} AS title FROM ${sql.table(table)} WHERE id = ${id}`.execute(trx);
  return rows[0]?.title ?? 'another one';
}
