import { parseDay, type Day } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { elapsedPercentage, type Signal } from '@milepost/core/roadmap/signals';
import { epicSignals, type EpicSignal } from '@milepost/core/filters/signal-values';
import { sql } from 'kysely';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { signalConditions, signalNumbers, type SignalContext } from './signals.ts';

/** The signals of epics. Keys are `{id}|{day}|{unit of progress}`; a page has one day and unit. */
export const signalsOfEpics = defineLoader<string, EpicSignal[]>('signalsOfEpics', (ctx, keys) =>
  byRules(ctx, keys, async (ids, rules) => {
    const { rows } = await sql<{ id: WorkItemId; signals: EpicSignal[] }>`
      SELECT w.id, ${namesOf(rules)} AS signals
      FROM work_items w WHERE w.id = ANY(${ids}::bigint[])`.execute(ctx.db);
    return rows.map(({ id, signals }) => [id, signals]);
  }),
);

/** The same with their numbers. */
export const signalDetailsOfEpics = defineLoader<string, Signal[]>('signalDetailsOfEpics', (ctx, keys) =>
  byRules(ctx, keys, async (ids, rules) => {
    const numbers = signalNumbers(rules, signalConditions(rules));
    const { rows } = await sql<NumberedRow>`
      SELECT w.id, w.start_date, w.due_date, ${namesOf(rules)} AS signals, ${numbers.early} AS early,
        ${numbers.unchanged} AS unchanged, ${numbers.done} AS done
      FROM work_items w WHERE w.id = ANY(${ids}::bigint[])`.execute(ctx.db);
    return rows.map((row) => [row.id, row.signals.map((name) => numbered(name, row, rules.today))]);
  }),
);

interface NumberedRow {
  id: WorkItemId;
  startDate: string | null;
  dueDate: string | null;
  signals: EpicSignal[];
  early: number | null;
  unchanged: number | null;
  done: number | null;
}

function numbered(name: EpicSignal, row: NumberedRow, today: Day): Signal {
  const [start, due] = [parseDay(row.startDate ?? '') ?? today, parseDay(row.dueDate ?? '') ?? today];
  switch (name) {
    case 'OVERDUE':
      return { name, days: today - due };
    case 'STARTS_EARLY':
      return { name, days: row.early ?? 0 };
    case 'STALE':
      return { name, days: row.unchanged ?? 0 };
    case 'BEHIND':
      return { name, done: row.done ?? 0, elapsed: elapsedPercentage({ start, due }, today) };
    default:
      return { name };
  }
}

function namesOf(rules: SignalContext) {
  const conditions = signalConditions(rules);
  const names = epicSignals.map((name) => sql`CASE WHEN ${conditions[name]} THEN ${name} END`);
  return sql`array_remove(ARRAY[${sql.join(names)}]::text[], NULL)`;
}

type Find<Value> = (ids: number[], rules: SignalContext) => Promise<(readonly [WorkItemId, Value])[]>;

/** One statement for each day and unit of progress among the keys. */
async function byRules<Value>(ctx: Context, keys: readonly string[], find: Find<Value>): Promise<Map<string, Value>> {
  const found = new Map<string, Value>();
  const rulesOf = (key: string) => key.slice(key.indexOf('|') + 1);
  for (const rules of new Set(keys.map(rulesOf))) {
    const [today = '', tracking] = rules.split('|');
    const ids = keys.filter((key) => rulesOf(key) === rules).map((key) => Number(key.slice(0, key.indexOf('|'))));
    const context = {
      viewer: ctx.viewer,
      today: parseDay(today) as Day,
      tracking: tracking as ProgressTracking,
    };
    for (const [id, value] of await find(ids, context)) found.set(`${id}|${rules}`, value);
  }
  return found;
}
