import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { Context } from '../platform/context.ts';
import { ForbiddenError } from '@milepost/core/errors';
import { tables } from '../testing/permissions/of-all-rooms.ts';
import { buildersIn, test } from '../testing/test.ts';
import { viewerAs, type World } from '../testing/world.ts';

/** What an owner may do in an archived group or project: end the archive, keep what is their own, and revoke what is public. */
const allowed = new Set([
  'archive a group',
  'archive a project',
  'delete a group',
  'delete a project',
  'restore a deleted group',
  'restore a deleted project',
  'remove a deleted group for good',
  'remove a deleted project for good',
  'record the use of a project',
  'subscribe to a label',
  'subscribe to an epic',
  'subscribe to an issue',
  'subscribe to a confidential item of others',
  'set one’s notification level for a group',
  "add an item to one's to-do list",
  "add a confidential item of others to one's to-do list",
  'save a view of a roadmap for oneself',
  'save a view of a list for oneself',
  'store one’s own settings of a roadmap',
  'subscribe to the calendar of a roadmap',
  'fold a column of a board for oneself',
  'revoke a public link',
  'revoke an access token of a group',
  'revoke an access token of a project',
  // The log of an archived group goes on.
  'add a destination of audit events to a group',
  'remove a destination of audit events from a group',
  // The copy is made in another project, which is not archived.
  'clone an issue',
]);

describe('TM-GS-16: an archived group or project is read-only for its owner', () => {
  for (const [room, rows] of Object.entries(tables)) {
    for (const row of rows) {
      if (row.isReading || !row.given || row.least === 'administrator' || allowed.has(row.operation)) continue;
      test(`${room}: ${row.operation}`, async ({ world }) => {
        expect(await refusalOf(world, row)).toBeInstanceOf(ForbiddenError);
      });
    }
  }
});

async function refusalOf(world: World, row: (typeof tables)[string][number]): Promise<unknown> {
  const build = buildersIn(world);
  const subject = await row.given?.(build, 'public');
  await sql`UPDATE namespaces SET archived_at = coalesce(archived_at, now())`.execute(world.db);
  try {
    return await row
      .perform(new Context(world.services, viewerAs(world, 'ada')), subject as never, build)
      .catch((error: unknown) => error);
  } finally {
    await sql`UPDATE namespaces SET archived_at = NULL WHERE deleted_at IS NULL`.execute(world.db);
  }
}
