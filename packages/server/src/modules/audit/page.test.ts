import { sql } from 'kysely';
import { expect } from 'vitest';
import { test as base } from '../../testing/http.ts';
import { auditEventsQuery, type AuditFilter } from './store.ts';

interface Event {
  id: number;
  author_username: string | null;
  entity_current_path: string | null;
}

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const PAGE = 50;
const EVENTS = 40_000;

const test = base
  /** What the database reads for one page of a log: its kinds of nodes, and the rows of the largest one. */
  .extend('planOf', ({ db }) => async (filter: AuditFilter, after: readonly unknown[] | null = null) => {
    const query = auditEventsQuery(filter, { limit: PAGE + 1, after });
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(db);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('EXPLAIN answered nothing');
    const nodes = nodesOf(plan);
    const read = nodes.map(
      (node) =>
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'],
    );
    return { types: nodes.map((node) => node['Node Type']), rows: Math.max(...read) };
  });

test('OG-AU-08: a page of the log reads one index range, for each filter and with many events', async ({
  db,
  build,
  world,
  planOf,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const { ada, dana } = world.userIds;
  // Dana, one kind and the project have one event in a thousand each; the group has all of them.
  await sql`WITH event AS (
      INSERT INTO audit_events (created_at, kind, author_id, author_name, entity_type, entity_id, entity_path, target_type, target_details, custom_message)
      SELECT timestamptz '2026-01-01' + n * interval '1 minute', CASE WHEN n % 1000 = 1 THEN 'visibility_changed' ELSE 'settings_changed' END,
        CASE WHEN n % 1000 = 2 THEN ${dana}::bigint ELSE ${ada}::bigint END, 'Someone',
        CASE n % 1000 WHEN 3 THEN 'Project' WHEN 4 THEN 'Gitlab::Audit::InstanceScope' ELSE 'Group' END,
        CASE n % 1000 WHEN 3 THEN ${project.id}::bigint WHEN 4 THEN NULL ELSE ${group.id}::bigint END, 'x', 'Group', 'x', 'x'
      FROM generate_series(1, ${EVENTS}::int) n RETURNING id, created_at, kind, author_id)
    INSERT INTO audit_event_scopes (namespace_id, created_at, event_id, kind, author_id)
    SELECT ${group.id}::bigint, created_at, id, kind, author_id FROM event`.execute(db);
  await sql`ANALYZE audit_events, audit_event_scopes`.execute(db);
  const rare: Partial<AuditFilter>[] = [
    { kind: 'visibility_changed' },
    { authorId: dana },
    { entityType: 'Project', entityId: project.id },
    { authorId: dana, kind: 'settings_changed' },
    { entityType: 'Project', entityId: project.id, authorId: ada, kind: 'settings_changed' },
    { createdAfter: new Date('2026-01-05T00:00:00Z'), createdBefore: new Date('2026-01-05T00:30:00Z') },
    { kind: 'exported' },
  ];
  const common: Partial<AuditFilter>[] = [
    {},
    { kind: 'settings_changed' },
    { authorId: ada },
    { entityType: 'Group', entityId: group.id },
    { createdBefore: new Date('2026-01-20T00:00:00Z') },
    { authorId: ada, kind: 'settings_changed', createdBefore: new Date('2026-01-20T00:00:00Z') },
  ];
  for (const namespaceId of [null, group.id]) {
    const ofInstallation = namespaceId === null ? [{ entityType: 'Gitlab::Audit::InstanceScope' as const }] : [];
    for (const filter of [...rare, ...common, ...ofInstallation]) {
      const { types, rows } = await planOf({ namespaceId, ...filter });
      const isBounded = rows <= 2 * (PAGE + 1) && !types.includes('Seq Scan');
      expect({ namespaceId, filter, isBounded }).toEqual({ namespaceId, filter, isBounded: true });
    }
    const next = await planOf({ namespaceId, kind: 'settings_changed' }, ['2026-01-10T00:00:00Z', 1_000_000]);
    expect(next.types).not.toContain('Seq Scan');
    expect(next.rows).toBeLessThanOrEqual(2 * (PAGE + 1));
  }
});

test('events are filtered by username and path, and lead to accounts, groups and projects as they are now', async ({
  call,
  build,
}) => {
  const [group, other] = [await build.group(), await build.group({ members: { root: 'owner' } })];
  const project = await build.project({ group });
  await call('ada', 'PUT', `/projects/${project.id}`, { description: 'New' });
  await call('root', 'PUT', `/groups/${group.id}`, { description: 'New' });
  const path = `/groups/${group.id}/audit_events`;
  const list = async (input: object): Promise<Event[]> =>
    (await call<Event[]>('ada', 'GET', path, { event_type: 'settings_changed', ...input })).body;
  expect(await list({})).toMatchObject([
    { author_username: 'root', entity_current_path: group.fullPath },
    { author_username: 'ada', entity_current_path: project.fullPath },
  ]);
  expect(await list({ author_username: 'ADA' })).toMatchObject([{ author_username: 'ada' }]);
  expect(await list({ author_username: 'unknown' })).toEqual([]);
  expect(await list({ entity_path: project.fullPath })).toMatchObject([{ entity_current_path: project.fullPath }]);
  expect(await list({ entity_path: group.fullPath.toUpperCase() })).toMatchObject([{ author_username: 'root' }]);
  expect(await list({ entity_path: 'unknown/path' })).toEqual([]);
  expect(await list({ entity_path: other.fullPath })).toEqual([]);
  const both = { entity_path: group.fullPath, entity_type: 'Group' };
  expect((await call('ada', 'GET', path, both)).status).toBe(400);
  const { body } = await call<Event[]>('root', 'GET', '/audit_events', { entity_path: '@otto' });
  expect(body.every((event) => event.entity_current_path === 'otto')).toBe(true);
  // The former group keeps the event, and does not learn where the project is now.
  expect((await call('root', 'PUT', `/projects/${project.id}/transfer`, { namespace: other.id })).status).toBe(200);
  expect(await list({ author_username: 'ada' })).toMatchObject([{ entity_current_path: null }]);
});
