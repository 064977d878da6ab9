import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import { orderOf } from './orders.ts';

test('whatever sorts the words of a database, what nobody judged comes after every health status', async ({ db }) => {
  for (const isDescending of [false, true]) {
    const missing = orderOf({ by: 'healthStatus', isDescending }).nullable?.missing;
    for (const collation of ['C', 'en-x-icu']) {
      const sorted = sql`key COLLATE ${sql.raw(`"${collation}"`)} ${isDescending ? sql`DESC` : sql`ASC`}`;
      const { rows } = await sql<{ key: string }>`
        SELECT key FROM unnest(ARRAY['at_risk', 'needs_attention', 'on_track', ${missing}]) AS statuses (key) ORDER BY ${sorted}`.execute(
        db,
      );
      const judged = ['at_risk', 'needs_attention', 'on_track'];
      expect(rows.map(({ key }) => key).slice(0, 3)).toEqual(isDescending ? judged.toReversed() : judged);
    }
  }
});
