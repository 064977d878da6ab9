import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import { orderOf } from './orders.ts';

test('with any collation, items without a health status come after all others', async ({ db }) => {
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
