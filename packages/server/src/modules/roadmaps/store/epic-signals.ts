import { parseDay, type Day } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { epicSignals, type EpicSignal } from '@milepost/core/filters/signal-values';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import { signalConditions } from './signals.ts';

/** The signals of epics. Keys are `{id}|{day}|{unit of progress}`; a page has one day and unit. */
export const signalsOfEpics = defineLoader<string, EpicSignal[]>('signalsOfEpics', async (ctx, keys) => {
  const found = new Map<string, EpicSignal[]>();
  const rulesOf = (key: string) => key.slice(key.indexOf('|') + 1);
  for (const rules of new Set(keys.map(rulesOf))) {
    const wanted = keys.filter((key) => rulesOf(key) === rules);
    const [today = '', tracking] = rules.split('|');
    const conditions = signalConditions({
      viewer: ctx.viewer,
      today: parseDay(today) as Day,
      tracking: tracking as ProgressTracking,
    });
    const names = epicSignals.map((name) => sql`CASE WHEN ${conditions[name]} THEN ${name} END`);
    const ids = wanted.map((key) => Number(key.slice(0, key.indexOf('|'))));
    const { rows } = await sql<{ id: WorkItemId; signals: EpicSignal[] }>`
      SELECT w.id, array_remove(ARRAY[${sql.join(names)}]::text[], NULL) AS signals
      FROM work_items w WHERE w.id = ANY(${ids}::bigint[])`.execute(ctx.db);
    for (const { id, signals } of rows) found.set(`${id}|${rules}`, signals);
  }
  return found;
});
