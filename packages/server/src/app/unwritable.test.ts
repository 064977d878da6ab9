import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';
import type { Namespace } from '../modules/namespaces/store.ts';
import type { WorkItem } from '../modules/work-items/store.ts';
import type { Services } from '../platform/context.ts';
import { connect } from '../platform/database/connect.ts';
import { StorageWatch } from '../platform/files/unwritable.ts';
import { test as base, tokenFor } from '../testing/http.ts';
import { buildServer } from './server.ts';

/** A server on the test database, with a project to read. */
const test = base
  .extend(
    'serverWith',
    ({ world }, { onCleanup }) =>
      async (more: Partial<Services> = {}): Promise<FastifyInstance> => {
        const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
        const { db } = connect({ ...inject('postgres'), database: rows[0]?.name }, { size: 3 });
        const server = await buildServer({
          services: { ...world.services, db, ...more },
          logLevel: 'silent',
          secret: 's'.repeat(32),
          dataDir: world.services.dataDir,
        });
        onCleanup(async () => {
          await server.close();
          await db.destroy();
        });
        return server;
      },
  )
  .extend('subject', async ({ build, world }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const issue = await build.issue({ project, author: 'ada', description: 'Text with #1' });
    const epic = await build.epic({ group, author: 'ada' });
    await build.note({ on: issue });
    return { group, project, issue, epic, headers: { 'private-token': await tokenFor(world, 'ada') } };
  });

/** Every GET of the REST API, with the subject's ids, and the pages' endpoints. */
async function readsOf(
  server: FastifyInstance,
  { group, project, issue, epic }: { group: Namespace; project: Namespace; issue: WorkItem; epic: WorkItem },
): Promise<string[]> {
  const { paths } = (await server.inject('/api/v4/openapi.json')).json<{ paths: Record<string, object> }>();
  const rest = Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => {
      const owner = path.startsWith('/api/v4/groups') || path.startsWith('/groups') ? group : project;
      const filled = path
        .replace('{id}', String(owner.id))
        .replace('{issue_iid}', String(issue.iid))
        .replace('{epic_iid}', String(epic.iid))
        .replaceAll(/\{\w+\}/g, '1');
      return filled.startsWith('/api/v4') ? filled : `/api/v4${filled}`;
    });
  const base = `/${project.fullPath}/-`;
  return [
    ...rest,
    `/groups/${group.fullPath}/-/roadmap`,
    `/groups/${group.fullPath}/-/epics/${epic.iid}`,
    `${base}/issues`,
    `${base}/issues/${issue.iid}`,
    `${base}/issues/${issue.iid}.json`,
    `${base}/issues/${issue.iid}/realtime_changes`,
    '/-/readiness',
  ];
}

const lists = `query ($path: ID!) { currentUser { name todos { nodes { id } } }
  group(fullPath: $path) { epics { nodes { title descriptionHtml } } issues { nodes { title notes { nodes { body } } } } } }`;

type Subject = Parameters<typeof readsOf>[1] & { headers: Record<string, string> };

/** The failing reads; expected to be empty. */
async function failedReads(server: FastifyInstance, subject: Subject): Promise<string[]> {
  const { headers } = subject;
  const failed: string[] = [];
  for (const url of await readsOf(server, subject)) {
    const { statusCode } = await server.inject({ url, headers });
    if (statusCode >= 500) failed.push(`${statusCode} ${url}`);
  }
  const payload = { query: lists, variables: { path: subject.group.fullPath } };
  const { body } = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  return body.includes('"errors"') ? [...failed, body] : failed;
}

/** The error for writes. */
async function refusals(server: FastifyInstance, { project, issue, headers }: Subject) {
  const url = `/api/v4/projects/${project.id}/issues`;
  const rest = await server.inject({ method: 'POST', url, headers, payload: { title: 'New' } });
  const input = { projectPath: project.fullPath, iid: String(issue.iid), title: 'Changed' };
  const query = 'mutation ($input: UpdateIssueInput!) { updateIssue(input: $input) { errors } }';
  const payload = { query, variables: { input } };
  const graphql = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  return [
    { status: rest.statusCode, body: rest.json<object>() },
    {
      code: graphql.json<{ errors: { extensions: { code: string } }[] }>().errors[0]?.extensions.code,
    },
  ];
}

const full = [
  { status: 507, body: { message: 'The disk of the server is full. Nothing was saved.' } },
  { code: 'STORAGE_FULL' },
];

describe('without room to write', () => {
  test('a database that only reads is read by everyone, and changes and recorded exports are refused by name', async ({
    serverWith,
    subject,
    world,
  }) => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    const name = sql.id(rows[0]?.name ?? '');
    await sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`.execute(world.db);
    try {
      const server = await serverWith();
      // An export that could not be recorded in the audit log is not given out (docs/decisions/0360).
      const failed = await failedReads(server, subject);
      expect(failed.filter((read) => !/^503 .*\.csv$/.test(read))).toEqual([]);
      expect(failed.length).toBeGreaterThan(0);
      expect(await refusals(server, subject)).toEqual([
        { status: 503, body: { message: 'The database only reads right now. Nothing was saved.' } },
        { code: 'DATABASE_READ_ONLY' },
      ]);
    } finally {
      await sql`ALTER DATABASE ${name} RESET default_transaction_read_only`.execute(world.db);
    }
  });

  test('PostgreSQL errors of a full disk fail no read, and fail changes with a named error', async ({
    serverWith,
    subject,
    world,
  }) => {
    // PostgreSQL's error when a file cannot grow.
    await sql`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`.execute(world.db);
    const tables = ['personal_access_tokens', 'sessions', 'work_items', 'events'];
    for (const table of tables) {
      await sql`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${sql.table(table)} EXECUTE FUNCTION no_room()`.execute(
        world.db,
      );
    }
    try {
      const server = await serverWith();
      expect(await failedReads(server, subject)).toEqual([]);
      expect(await refusals(server, subject)).toEqual(full);
    } finally {
      await sql`DROP FUNCTION no_room CASCADE`.execute(world.db);
    }
  });

  test('changes are refused before the disk is full, and readiness says why', async ({
    serverWith,
    subject,
    world,
  }) => {
    const { dataDir } = world.services;
    const storage = new StorageWatch({ dataDir, holdsDatabase: true, reserved: Number.MAX_SAFE_INTEGER });
    const server = await serverWith({ storage });
    expect(await failedReads(server, subject)).toEqual([]);
    expect(await refusals(server, subject)).toEqual(full);
    expect((await server.inject('/-/readiness')).json()).toEqual({
      status: 'degraded',
      database: 'ok',
      storage: 'full',
    });
    // With an external database only files are refused.
    const filesOnly = new StorageWatch({ dataDir, holdsDatabase: false, reserved: Number.MAX_SAFE_INTEGER });
    await expect(filesOnly.requireRoomForFiles()).rejects.toThrow('The disk of the server is full');
    await filesOnly.requireRoomForRows();
  });
});
