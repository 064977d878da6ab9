import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { castNames } from '../testing/cast.ts';
import { labelPermissions } from '../testing/permissions-labels.ts';
import { linkPermissions } from '../testing/permissions-links.ts';
import { memberPermissions } from '../testing/permissions-members.ts';
import { iterationPermissions, milestonePermissions } from '../testing/permissions-milestones.ts';
import { namespacePermissions } from '../testing/permissions-namespaces.ts';
import { notePermissions, reactionPermissions } from '../testing/permissions-notes.ts';
import { roadmapPermissions } from '../testing/permissions-roadmaps.ts';
import { userPermissions } from '../testing/permissions-users.ts';
import { workItemPermissions } from '../testing/permissions-work-items.ts';
import { placesOf, printedPermissions, promised, verdictsOf, type PermissionRow } from '../testing/permissions.ts';
import { test } from '../testing/test.ts';

/** Each room's rows, under the words of the guide. A room adds its own here. */
const tables: Readonly<Record<string, readonly PermissionRow[]>> = {
  Accounts: userPermissions,
  'Groups and projects': namespacePermissions,
  Members: memberPermissions,
  'Epics and issues': workItemPermissions,
  Links: linkPermissions,
  Labels: labelPermissions,
  Roadmaps: roadmapPermissions,
  Milestones: milestonePermissions,
  Iterations: iterationPermissions,
  Reactions: reactionPermissions,
  Comments: notePermissions,
};

/** Every operation, tried by everyone in a public, an internal and a private place. */
describe.each(Object.entries(tables))('%s', (_room, rows) => {
  for (const row of rows) {
    for (const visibility of placesOf(row)) {
      const place = visibility === null ? '' : ` (${visibility})`;
      test(`who may ${row.operation}${place}`, async ({ world }) => {
        const wanted = Object.fromEntries(castNames.map((name) => [name, promised(row, name, visibility)]));
        expect(await verdictsOf(world, row, visibility)).toEqual(wanted);
      });
    }
  }
});

test('the guide tells who may do what', async () => {
  const guide = fileURLToPath(new URL('../../../../docs/guide/permissions.md', import.meta.url));
  await expect(printedPermissions(tables)).toMatchFileSnapshot(guide);
});
