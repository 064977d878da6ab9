import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FilterWord, OrderMaker } from '../work-items/sockets.ts';
import { boardRankOf, issueRanks } from '../hierarchy/store/siblings.ts';
import { isInSlot, type CardRange } from './store/slots.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Set by boards only: clients name boards and columns. */
    cardsOf?: CardRange;
  }
  interface PluggedOrders {
    boardRank: true;
  }
}

export const boardFilter: FilterWord = {
  name: 'board',
  conditions({ cardsOf }, operator) {
    if (!cardsOf || operator !== 'is') return [];
    return [...conditionsOfBoard(cardsOf), ...cardsOf.slots.map(({ set, key }) => isInSlot(set, key))];
  },
};

function conditionsOfBoard({ board, epicId }: CardRange): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (epicId) conditions.push(sql`w.ancestor_ids @> ARRAY[${epicId}]::bigint[]`);
  if (!board) return conditions;
  const { milestoneId, iterationId, iterationCadenceId, assigneeId, weight, labelIds } = board;
  if (milestoneId) conditions.push(sql`w.milestone_id = ${milestoneId}`);
  if (iterationId) conditions.push(sql`w.iteration_id = ${iterationId}`);
  if (iterationCadenceId) {
    conditions.push(
      sql`w.iteration_id = ANY(ARRAY(SELECT i.id FROM iterations i WHERE i.cadence_id = ${iterationCadenceId}))`,
    );
  }
  if (assigneeId) {
    conditions.push(
      sql`EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ${assigneeId})`,
    );
  }
  if (weight !== null) conditions.push(sql`w.weight = ${weight}`);
  for (const labelId of labelIds) {
    conditions.push(
      sql`EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id AND wl.label_id = ${labelId})`,
    );
  }
  return conditions;
}

export const boardRankOrder: OrderMaker = () => ({
  key: boardRankOf('w'),
  type: 'bigint',
  walkable: ['issues'],
  beside: { table: issueRanks, key: boardRankOf('k') },
});
