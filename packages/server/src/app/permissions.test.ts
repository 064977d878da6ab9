import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { castNames } from '../testing/cast.ts';
import { tables } from '../testing/permissions/of-all-rooms.ts';
import { visibilitiesOf, printedPermissions, promised, verdictsOf } from '../testing/permissions.ts';
import { test } from '../testing/test.ts';

/** Every operation, tried by everyone in a public, an internal and a private namespace. */
describe.each(Object.entries(tables))('PM-GN-04, PM-GN-06: %s', (_room, rows) => {
  for (const row of rows) {
    for (const visibility of visibilitiesOf(row)) {
      const scope = visibility === null ? '' : ` (${visibility})`;
      test(`who may ${row.operation}${scope}`, async ({ world }) => {
        const wanted = Object.fromEntries(castNames.map((name) => [name, promised(row, name, visibility)]));
        expect(await verdictsOf(world, row, visibility)).toEqual(wanted);
      });
    }
  }
});

test('the guide lists all permissions', async () => {
  const guide = fileURLToPath(new URL('../../../../docs/guide/permissions.md', import.meta.url));
  await expect(printedPermissions(tables)).toMatchFileSnapshot(guide);
});
