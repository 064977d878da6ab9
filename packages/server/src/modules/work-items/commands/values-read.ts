import type { UserId } from '@milepost/core/ids';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import { StaleValueError } from '@milepost/core/text/stale-values';
import { defaultEpicColor, epicColors, severityOf } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Trx } from '../../../platform/context.ts';
import { assigneeIdsOn, lastEditor } from '../store/writing.ts';
import type { WorkItemRow } from '../table.ts';

export const readFields = [
  'milestoneId',
  'iterationId',
  'statusId',
  'weight',
  'healthStatus',
  'startDate',
  'dueDate',
  'color',
  'severity',
  'assigneeIds',
  ...selectFieldNames,
] as const;
type ReadField = (typeof readFields)[number];

/** Values of fields as they were read; null: the field was empty. Fields that are left out are not compared. */
export type ValuesRead = Partial<Pick<WorkItemRow, Exclude<ReadField, 'assigneeIds'>>> & {
  /** In any order. */
  assigneeIds?: readonly UserId[];
};

/** Throws StaleValueError if the locked row has another value in one of these fields. */
export async function refuseStaleValues(trx: Trx, before: WorkItemRow, read: ValuesRead): Promise<void> {
  const wanted = readFields.filter((field) => read[field] !== undefined);
  for (const field of wanted) {
    const value = await presentValue(trx, before, field);
    if (comparable(field, value) === comparable(field, read[field])) continue;
    const { name, recorded, title } = describeField(field);
    const who = await lastEditor(trx, before.id, recorded);
    if (value === null || (Array.isArray(value) && value.length === 0)) throw new StaleValueError(who, name, null);
    const text = title ? await titlesIn(trx, title, [value].flat().map(Number)) : inWords(value);
    throw new StaleValueError(who, name, text);
  }
}

/** As the API shows it. */
function presentValue(trx: Trx, before: WorkItemRow, field: ReadField): unknown {
  switch (field) {
    case 'assigneeIds':
      return assigneeIdsOn(trx, before.id);
    case 'color':
      return before.color ?? defaultEpicColor;
    case 'severity':
      return severityOf(before);
    default:
      return before[field];
  }
}

/** Equal for values that mean the same. */
function comparable(field: ReadField, value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(Number)
      .toSorted((one, other) => one - other)
      .join();
  if (field !== 'color') return value;
  return typeof value === 'string' ? value.trim().toLowerCase() : defaultEpicColor;
}

function inWords(value: unknown): string {
  const text = String(value);
  return epicColors.find(({ color }) => color === text.toLowerCase())?.name.toLowerCase() ?? text.replaceAll('_', ' ');
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
    case 'assigneeIds':
      return { name: 'assignees', recorded: named('workItem.assigneesChanged'), title: ['users', 'name'] };
    default:
      // `healthStatus` is "health status".
      return {
        name: field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        recorded: sql<SqlBool>`(e.name = 'workItem.updated' AND e.data -> 'changes' ? ${field})`,
      };
  }
}

/** Viewers who may change an item may also read what its fields refer to. */
async function titlesIn(trx: Trx, [table, column]: readonly [string, string], ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ title: string | null }>`
    SELECT ${sql.ref(column)} AS title FROM ${sql.table(table)} WHERE id = ANY(${ids}) ORDER BY title`.execute(trx);
  return rows.map(({ title }) => title ?? 'another one').join(', ') || 'another one';
}
