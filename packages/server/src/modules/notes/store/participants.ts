import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import { hiddenNote } from '../policy.ts';

/**
 * The participants of each item in order: its author, assignees, commenters, reactors, and mentioned people. Hidden comments do
 * not count; internal notes make nobody a participant, because that would reveal their authors.
 */
export const participantIdsOfWorkItem = defineRowsLoader<WorkItemId, { id: WorkItemId; userIds: UserId[] }, UserId[]>(
  'participantIdsOfWorkItem',
  {
    rows: (_ctx, ids) => sql`
    SELECT part.id, array_agg(part.user_id ORDER BY part.rank, part.user_id) AS user_ids
    FROM (
      SELECT each.id, each.user_id, min(each.rank) AS rank FROM (
        SELECT w.id, w.author_id AS user_id, 0 AS rank FROM work_items w WHERE w.id = ANY(${ids}::bigint[])
        UNION ALL
        SELECT a.work_item_id, a.user_id, 1 FROM work_item_assignees a WHERE a.work_item_id = ANY(${ids}::bigint[])
        UNION ALL
        SELECT n.work_item_id, n.author_id, 2 FROM notes n
        WHERE n.work_item_id = ANY(${ids}::bigint[]) AND NOT n.is_system AND NOT n.is_internal
          AND NOT ${hiddenNote('n')}
        UNION ALL
        SELECT r.work_item_id, r.user_id, 3 FROM reactions r WHERE r.work_item_id = ANY(${ids}::bigint[])
        UNION ALL
        SELECT m.work_item_id, m.user_id, 4 FROM mentions m LEFT JOIN notes n ON n.id = m.note_id
        WHERE m.work_item_id = ANY(${ids}::bigint[]) AND n.is_internal IS NOT TRUE
          AND ${hiddenNote('n')} IS NOT TRUE
      ) AS each WHERE each.user_id IS NOT NULL GROUP BY each.id, each.user_id
    ) AS part
    GROUP BY part.id`,
    collect: (rows) => new Map(rows.map(({ id, userIds }) => [id, userIds])),
  },
);
