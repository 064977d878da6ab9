import { accessLevelOf, anonymous, roles, Viewer, visibilities, type Visibility } from '@milepost/core/roles';
import fc from 'fast-check';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { describe, expect } from 'vitest';
import { isAtMostAsVisible } from '@milepost/core/namespaces';
import type { NamespaceId } from '@milepost/core/ids';
import { castNames, people } from '../../testing/cast.ts';
import { test } from '../../testing/test.ts';
import type { World } from '../../testing/world.ts';
import { insiderNamespaces, namespacesBelow, namespacesWithRole, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import { viewerOfAccount } from './commands/identify.ts';

/** A random tree: each namespace below an earlier one (or top-level), at most as visible as that. */
const trees = fc.array(
  fc.record({
    parent: fc.nat(30),
    visibility: fc.constantFrom(...visibilities),
    isProject: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
);
const memberships = fc.array(
  fc.record({
    person: fc.constantFrom(...people),
    scope: fc.nat(13),
    role: fc.constantFrom(...roles),
    hasExpired: fc.boolean(),
  }),
  { maxLength: 12 },
);

const shares = fc.array(
  fc.record({
    scope: fc.nat(13),
    group: fc.nat(13),
    role: fc.constantFrom(...roles),
    hasExpired: fc.boolean(),
  }),
  { maxLength: 6 },
);

describe('visibility in SQL and as a rule', () => {
  test('TM-SG-02: agree on who sees what, and on who has which role, in any tree with any members and shares', async ({
    world,
    build,
  }) => {
    await fc.assert(
      fc.asyncProperty(trees, memberships, shares, async (tree, given, shared) => {
        await forget(world);
        const made = await grow(build, tree);
        const model = new Map<string, number>();
        for (const { person, scope, role, hasExpired } of given) {
          const namespace = made[scope % made.length] as Namespace;
          await build.member(namespace, person, role, hasExpired ? '2020-01-01' : null);
          model.set(`${person} ${namespace.id}`, hasExpired ? 0 : accessLevelOf[role]);
        }
        const groups = made.filter(({ kind }) => kind === 'group');
        const caps = new Map<string, { at: Namespace; group: Namespace; level: number }>();
        for (const { scope, group: index, role, hasExpired } of shared) {
          const [at, group] = [made[scope % made.length], groups[index % groups.length]];
          if (!at || !group || at.id === group.id) continue;
          await build.share(at, group, role, hasExpired ? '2020-01-01' : null);
          caps.set(`${at.id} ${group.id}`, { at, group, level: hasExpired ? 0 : accessLevelOf[role] });
        }
        // The rule, written independently of the SQL: the highest role here and above, given directly or by a share.
        const directLevel = (name: string, ids: readonly NamespaceId[]): number =>
          Math.max(0, ...ids.map((id) => model.get(`${name} ${id}`) ?? 0));
        const levelOf = (name: string, { scope: { traversalIds } }: Namespace): number =>
          Math.max(
            directLevel(name, traversalIds),
            ...[...caps.values()]
              .filter(({ at }) => traversalIds.includes(at.id))
              .map(({ group, level }) => Math.min(level, directLevel(name, group.scope.traversalIds))),
          );
        for (const name of castNames) {
          const viewer = name === 'nobody' ? anonymous : await viewerOfAccount(world.db, world.userIds[name]);
          const wanted = made.map((each) => (name === 'root' ? 60 : levelOf(name, each)));
          expect(made.map(({ scope }) => viewer.levelIn(scope))).toEqual(wanted);
          expect(await idsWhere(world, visibleNamespaces(viewer))).toEqual(
            idsOf(made, ({ scope }) => viewer.canSee(scope)),
          );
          expect(await idsWhere(world, insiderNamespaces(viewer))).toEqual(
            idsOf(made, ({ scope }) => viewer.atLeast('planner', scope)),
          );
          for (const role of ['guest', 'developer', 'owner'] as const) {
            expect(await idsWhere(world, namespacesWithRole(viewer, role))).toEqual(
              idsOf(made, ({ scope }) => viewer.atLeast(role, scope)),
            );
          }
        }
        for (const { id } of made) {
          const holder = Viewer.ofLink(id);
          expect(await idsWhere(world, visibleNamespaces(holder))).toEqual(
            idsOf(made, ({ scope }) => holder.canSee(scope)),
          );
          expect(idsOf(made, ({ scope }) => holder.canSee(scope))).toEqual(
            idsOf(made, ({ scope }) => scope.traversalIds.includes(id)),
          );
          expect(await idsWhere(world, insiderNamespaces(holder))).toEqual([]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('agree on the descendants of a namespace', async ({ world, build }) => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        await forget(world);
        const made = await grow(build, tree);
        for (const top of made) {
          const below = idsOf(made, ({ scope }) => scope.traversalIds.includes(top.id));
          expect(await idsWhere(world, namespacesBelow(top.scope.traversalIds))).toEqual(below);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a role is never lost further down, and a visible thing shows nothing above it', async ({ build, as }) => {
    const top = await build.group({ members: { ada: 'owner' } });
    const middle = await build.group({ parent: top, members: { gwen: 'guest' } });
    const bottom = await build.project({ group: middle });
    const sees = (who: 'ada' | 'gwen') => [top, middle, bottom].map(({ scope }) => as(who).viewer.canSee(scope));
    expect(sees('ada')).toEqual([true, true, true]);
    expect(sees('gwen')).toEqual([false, true, true]);
  });
});

test('an index range finds the descendants', async ({ world, build }) => {
  const group = await build.group();
  await build.project({ group });
  const plan = await world.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    return sql<{
      'QUERY PLAN': string;
    }>`EXPLAIN SELECT n.id FROM namespaces n WHERE ${namespacesBelow(group.scope.traversalIds)}`.execute(trx);
  });
  const text = plan.rows.map((row) => Object.values(row).join('')).join('\n');
  expect(text).toContain('namespaces_by_traversal');
  expect(text).toContain('Index Cond');
});

async function grow(
  build: { group: (wanted: object) => Promise<Namespace>; project: (wanted: object) => Promise<Namespace> },
  tree: readonly { parent: number; visibility: Visibility; isProject: boolean }[],
): Promise<Namespace[]> {
  const made: Namespace[] = [];
  for (const { parent: at, visibility: wanted, isProject } of tree) {
    const groups = made.filter(({ kind }) => kind === 'group');
    // One index more than there are groups: the last one means top-level.
    const parent = groups[at % (groups.length + 1)];
    const visibility = !parent || isAtMostAsVisible(wanted, parent.visibility) ? wanted : parent.visibility;
    made.push(
      isProject && parent
        ? await build.project({ group: parent, visibility })
        : await build.group({ ...(parent && { parent }), visibility, members: {} }),
    );
  }
  return made;
}

async function idsWhere({ db }: World, condition: RawBuilder<SqlBool>): Promise<NamespaceId[]> {
  const { rows } = await sql<{
    id: NamespaceId;
  }>`SELECT n.id FROM namespaces n WHERE ${condition} ORDER BY n.id`.execute(db);
  return rows.map(({ id }) => id);
}

function idsOf(namespaces: readonly Namespace[], keep: (namespace: Namespace) => boolean): NamespaceId[] {
  return namespaces.filter(keep).map(({ id }) => id);
}

async function forget(world: World): Promise<void> {
  await world.db.deleteFrom('namespaces').execute();
  world.levels.clear();
}
