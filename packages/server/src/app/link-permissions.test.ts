import { ForbiddenError, NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { Context } from '../platform/context.ts';
import { tables } from '../testing/permissions/of-all-rooms.ts';
import { visibilitiesOf, promised, type PermissionRow, type Verdict } from '../testing/permissions.ts';
import { buildersIn, test } from '../testing/test.ts';
import type { World } from '../testing/world.ts';

/**
 * Tries every operation as the viewer of a public link: in the link's group they have the access of an anonymous viewer of a
 * public group, in another group none, and they can change nothing.
 */
describe.each(Object.entries(tables))('%s, with a link', (_room, rows) => {
  for (const row of rows) {
    test(`to ${row.operation}`, async ({ world }) => {
      for (const visibility of visibilitiesOf(row)) {
        const build = buildersIn(world);
        const otherGroup = await build.group({ visibility: 'public' });
        const subject = row.given && visibility !== null ? await row.given(build, visibility) : undefined;
        const home = await latestGroup(world);
        const inside = await verdictOf(world, row, home, subject);
        const isOpenToAll = promised(row, 'nobody', visibility && 'public') === 'may';
        // In another group there is no access; site-wide operations have no other group.
        const outside = row.given ? await verdictOf(world, row, otherGroup.id, subject) : 'hidden';
        expect(inside === 'may').toBe(isOpenToAll);
        expect(outside).not.toBe('may');
      }
    });
  }
});

async function latestGroup({ db }: World): Promise<NamespaceId> {
  const { id } = await db
    .selectFrom('namespaces')
    .select('id')
    .where('parentId', 'is', null)
    .orderBy(sql`id`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function verdictOf(world: World, row: PermissionRow, linkedTo: NamespaceId, subject: unknown): Promise<Verdict> {
  const ctx = new Context(world.services, Viewer.ofLink(linkedTo));
  try {
    await row.perform(ctx, subject as never, buildersIn(world));
    return 'may';
  } catch (error) {
    if (error instanceof NotFoundError) return 'hidden';
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return 'refused';
    throw error;
  }
}
