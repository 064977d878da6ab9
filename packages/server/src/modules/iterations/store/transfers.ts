import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { idsBelow } from '../../namespaces/store/transfers.ts';

/** Removes the iterations of these groups from the items and boards in `movedId` and below. */
export async function clearIterationsBelow(
  trx: Db,
  movedId: NamespaceId,
  groupIds: readonly NamespaceId[],
): Promise<void> {
  const below = idsBelow(movedId);
  const former = sql`SELECT id FROM iterations WHERE namespace_id = ANY(${groupIds}::bigint[])`;
  await sql`UPDATE work_items SET iteration_id = NULL WHERE iteration_id IN (${former}) AND namespace_id IN (${below})`.execute(
    trx,
  );
  await sql`UPDATE boards SET iteration_id = NULL WHERE iteration_id IN (${former}) AND namespace_id IN (${below})`.execute(
    trx,
  );
  await sql`
    DELETE FROM board_lists WHERE iteration_id IN (${former})
      AND board_id IN (SELECT id FROM boards WHERE namespace_id IN (${below}))`.execute(trx);
}
