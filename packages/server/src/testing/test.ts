import { test as base } from 'vitest';
import { namespaceBuilders } from './build.ts';
import { customFieldBuilders } from './build/custom-fields.ts';
import { boardBuilders } from './build/boards.ts';
import { deploymentBuilders } from './build/deployments.ts';
import { labelBuilders } from './build/labels.ts';
import { linkBuilders } from './build/links.ts';
import { mergeRequestBuilders } from './build/merge-requests.ts';
import { milestoneBuilders } from './build/milestones.ts';
import { noteBuilders } from './build/notes.ts';
import { uploadBuilders } from './build/uploads.ts';
import { vulnerabilityBuilders } from './build/vulnerabilities.ts';
import { workItemBuilders } from './build/work-items.ts';
import type { CastName } from './cast.ts';
import { contextAs, createWorld, type World } from './world.ts';

/**
 * A test over a real PostgreSQL. One database per test file, with the cast in it; each test builds groups of its own, so that
 * none sees what another did unless it asks about the whole site.
 *
 *     test('…', async ({ as, build, db }) => {
 *       const group = await build.group({ visibility: 'public' });
 *       await updateGroup(as('ada'), group.id, { name: 'Plan' });
 *     });
 *
 * `as` knows the memberships that `build` made; where a command changed them, ask `viewerOfAccount`.
 */
export const test = base
  // Vitest derives the fixtures from the pattern; this one needs none.
  // oxlint-disable-next-line no-empty-pattern
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { world, end } = await createWorld();
    onCleanup(end);
    return world;
  })
  .extend('db', ({ world }) => world.db)
  .extend('services', ({ world }) => world.services)
  .extend('statements', ({ world }) => world.statements)
  .extend(
    'as',
    ({ world }) =>
      (name: CastName) =>
        contextAs(world, name),
  )
  .extend('build', ({ world }) => buildersIn(world));

/** The builders of all rooms, over one database. */
export type Builders = ReturnType<typeof buildersIn>;

export function buildersIn(world: World) {
  const namespaces = namespaceBuilders(world);
  // Other rooms add their builders here.
  return {
    ...namespaces,
    ...workItemBuilders(world, namespaces),
    ...boardBuilders(world),
    ...deploymentBuilders(world),
    ...labelBuilders(world),
    ...customFieldBuilders(world),
    ...linkBuilders(world),
    ...milestoneBuilders(world),
    ...mergeRequestBuilders(world),
    ...noteBuilders(world),
    ...uploadBuilders(world),
    ...vulnerabilityBuilders(world),
  };
}
