import { addDays, formatDay, type Day } from '@milepost/core/days';
import type { IterationId, StatusId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { createCadence } from '../../modules/iterations/commands/cadences.ts';
import { iterationsOfCadence } from '../../modules/iterations/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { updateWorkItem } from '../../modules/work-items/commands.ts';
import type { Context, Trx } from '../../platform/context.ts';

/** *In progress* of every installation. */
const IN_PROGRESS = 2 as StatusId;
const STARTED = 18;
const PLANNED = 14;

/** Closes past releases, and plans sprints: issues of running epics are in progress in the current one, others are next. */
export async function startWork(ctx: Context, trx: Trx, root: Namespace, today: Day): Promise<void> {
  await sql`UPDATE milestones SET state = 'closed' WHERE namespace_id = ${root.id} AND due_date < ${formatDay(today)}::date`.execute(
    trx,
  );
  await sql`UPDATE work_items SET status_id = ${IN_PROGRESS} WHERE root_id = ${root.id} AND type = 'epic' AND state = 'opened'
    AND start_date <= ${formatDay(today)}::date AND due_date >= ${formatDay(today)}::date`.execute(trx);
  const cadence = await createCadence(
    ctx,
    root,
    {
      title: 'Sprints',
      isAutomatic: true,
      isActive: true,
      startDate: formatDay(addDays(today, -7)),
      durationInWeeks: 2,
      iterationsInAdvance: 3,
      rollsOver: true,
    },
    today,
  );
  const [current, next] = await iterationsOfCadence(trx, cadence.id);
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT id FROM (
      SELECT w.id, row_number() OVER (PARTITION BY w.parent_id ORDER BY w.id) AS place
      FROM work_items w JOIN work_items e ON e.id = w.parent_id
      WHERE w.root_id = ${root.id} AND w.type = 'issue' AND w.state = 'opened' AND e.status_id = ${IN_PROGRESS}
    ) AS running ORDER BY place, id LIMIT ${STARTED + PLANNED}`.execute(trx);
  for (const [index, { id }] of rows.entries()) {
    const iterationId = (index < STARTED ? current : next)?.id as IterationId;
    await updateWorkItem(ctx, id, index < STARTED ? { statusId: IN_PROGRESS, iterationId } : { iterationId });
  }
}
