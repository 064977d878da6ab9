import type { ImportId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';
import { buildServer } from '../../app/server.ts';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs } from '../../platform/jobs/runner.ts';
import { buildArchive } from '../../testing/build/archive.ts';
import type { CastName } from '../../testing/cast.ts';
import { groupFiles, issue, projectFiles } from '../../testing/exports.ts';
import { test as base, tokenFor, type Answer } from '../../testing/http.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import { runImport } from './commands/run-import.ts';

type Body = Record<string, unknown>;

const test = base
  .extend('queue', { scope: 'file', auto: true }, async ({ world }) => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    const { db, pool } = connect({ ...inject('postgres'), database: rows[0]?.name }, { size: 1 });
    await migrateJobs(pool);
    await db.destroy();
  })
  /** Sends a form with fields and, unless it is null, the bytes of a file. */
  .extend(
    'upload',
    ({ send, world }) =>
      async (who: CastName, url: string, file: Buffer | null, fields: object = {}) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
        if (file) form.set('file', new Blob([new Uint8Array(file)]), 'export.tar.gz');
        const request = new Request('http://milepost.test', { method: 'POST', body: form });
        const token = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
        return (await send({
          method: 'POST',
          url,
          headers: { ...token, 'content-type': request.headers.get('content-type') ?? '' },
          payload: Buffer.from(await request.arrayBuffer()),
        })) as Answer<Body>;
      },
  )
  /** Runs the last uploaded import, as the queue would. */
  .extend('runLatest', ({ world }) => async () => {
    const { rows } = await sql<{ id: ImportId }>`SELECT max(id) AS id FROM imports`.execute(world.db);
    await runImport(world.services, rows[0]?.id as ImportId);
  })
  /** The archives that wait for their import. */
  .extend('stored', ({ world }) => async () => {
    const keys: string[] = [];
    for await (const page of world.services.files.main.list('imports/')) keys.push(...page.map(({ key }) => key));
    return keys;
  });

describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
  test.beforeEach(async ({ world }) => {
    world.services.files = await storageFor(name, world.services.dataDir);
  });

  describe('the public endpoints', () => {
    test('a group', async ({ upload, runLatest, call, build, stored }) => {
      const parent = await build.group();
      const archive = await buildArchive(groupFiles('ignored'));
      const fields = { name: 'Renamed', path: 'by-rest', parent_id: parent.id };
      expect(await upload('root', '/api/v4/groups/import', archive, fields)).toMatchObject({
        status: 202,
        body: { message: '202 Accepted' },
      });
      expect(await stored()).toHaveLength(1);
      await runLatest();
      expect(await stored()).toEqual([]);
      const path = encodeURIComponent(`${parent.fullPath}/by-rest`);
      expect((await call('root', 'GET', `/groups/${path}`)).body).toMatchObject({
        name: 'Renamed',
        parent_id: parent.id,
      });
    });

    test('a project, known by its id before it is there', async ({ upload, runLatest, call, build }) => {
      const group = await build.group();
      const archive = await buildArchive(
        projectFiles({ 'tree/project/issues.ndjson': [issue(1, 1), issue(2, 2, { issue_type: 'riddle' })] }),
      );
      const started = await upload('root', '/api/v4/projects/import', archive, {
        path: 'shop',
        namespace: group.fullPath,
      });
      expect(started).toMatchObject({
        status: 201,
        body: {
          import_status: 'scheduled',
          path: 'shop',
          path_with_namespace: `${group.fullPath}/shop`,
          failed_relations: [],
        },
      });
      const { id } = started.body;
      const status = async () => (await call('root', 'GET', `/projects/${String(id)}/import`)).body;
      expect(await status()).toMatchObject({ id, import_status: 'scheduled', import_error: null });
      expect((await call('ada', 'GET', `/projects/${String(id)}/import`)).status).toBe(404);
      await runLatest();
      expect(await status()).toMatchObject({
        id,
        import_status: 'finished',
        failed_relations: [{ relation_name: 'issues', line_number: 2 }],
      });
      expect((await call('ada', 'GET', `/projects/${String(id)}`)).body).toMatchObject({
        id,
        path: 'shop',
        name: 'shop',
      });
      const made = await build.project({ group });
      expect((await call('ada', 'GET', `/projects/${made.id}/import`)).body).toMatchObject({ import_status: 'none' });
    });

    test('problems of an archive are the error of its import', async ({ upload, runLatest, call, build, stored }) => {
      const group = await build.group();
      const whole = await buildArchive(projectFiles());
      const archive = whole.subarray(0, whole.length / 2);
      const { body } = await upload('root', '/api/v4/projects/import', archive, {
        path: 'broken',
        namespace_id: group.id,
      });
      await runLatest();
      expect((await call('root', 'GET', `/projects/${String(body['id'])}/import`)).body).toMatchObject({
        import_status: 'failed',
        import_error: 'The archive is cut off in the middle of its gzip data',
      });
      expect((await call('root', 'GET', `/projects/${encodeURIComponent(`${group.fullPath}/broken`)}`)).status).toBe(
        404,
      );
      expect(await stored()).toEqual([]);
    });

    test('a record that cannot be used is named as a failed relation', async ({ upload, runLatest, call, build }) => {
      const group = await build.group();
      const archives = {
        'lines.tar.gz': projectFiles({ 'tree/project/issues.ndjson': `{"broken\n${JSON.stringify(issue(1, 1))}` }),
        'document.tar.gz': { VERSION: '0.2.0', 'project.json': { issues: [{ iid: 1 }, issue(2, 2)] } },
      };
      const relations = [];
      for (const [archive, files] of Object.entries(archives)) {
        const path = archive.replace(/\..*/, '');
        const fields = { path, namespace_id: group.id };
        const { body } = await upload('root', '/api/v4/projects/import', await buildArchive(files), fields);
        await runLatest();
        const { body: shown } = await call('root', 'GET', `/projects/${String(body['id'])}/import`);
        expect(shown).toMatchObject({ import_status: 'finished', import_error: null });
        relations.push(...(shown['failed_relations'] as object[]));
      }
      expect(relations).toMatchObject([
        { relation_name: 'issues', line_number: 1, exception_message: 'is not valid JSON' },
        { relation_name: 'issues', line_number: 1, exception_message: 'title is missing' },
      ]);
    });

    test('are for administrators, and want a file and a path', async ({ upload, stored, build }) => {
      const archive = await buildArchive(groupFiles('refused'));
      const group = await build.group();
      const fields = { name: 'Refused', path: 'refused' };
      expect((await upload('nobody', '/api/v4/groups/import', archive, fields)).status).toBe(401);
      expect((await upload('ada', '/api/v4/groups/import', archive, { ...fields, parent_id: group.id })).status).toBe(
        403,
      );
      expect(await upload('root', '/api/v4/groups/import', null, fields)).toMatchObject({
        status: 400,
        body: { error: 'file is missing' },
      });
      expect(await upload('root', '/api/v4/groups/import', archive, { name: 'x' })).toMatchObject({
        status: 400,
        body: { error: 'path is missing' },
      });
      expect((await upload('root', '/api/v4/groups/import', archive, { ...fields, parent_id: 999_999 })).status).toBe(
        404,
      );
      expect(await stored()).toEqual([]);
    });
  });

  describe('the Import page', () => {
    test('uploads, watches, and reads the report', async ({ upload, runLatest, send, world }) => {
      const headers = { 'private-token': await tokenFor(world, 'root') };
      const archive = await buildArchive(groupFiles(`from-page-${name}`));
      const uploaded = await upload('root', '/-/imports', archive, { into: '' });
      expect(uploaded).toMatchObject({
        status: 201,
        body: {
          state: 'uploaded',
          fileName: 'export.tar.gz',
          size: archive.length,
          into: null,
          report: null,
          error: null,
        },
      });
      const url = `/-/imports/${String(uploaded.body['id'])}`;
      await runLatest();
      const { body } = await send({ method: 'GET', url, headers });
      expect(body).toMatchObject({
        state: 'finished',
        phase: null,
        report: {
          kind: 'group',
          fullPath: `from-page-${name}`,
          counts: { groups: { added: 2, present: 0, leftOut: 0 } },
          problems: [],
        },
      });
      const list = await send({ method: 'GET', url: '/-/imports', headers });
      expect((list.body as Body[])[0]).toEqual(body);
      expect((await send({ method: 'GET', url: '/-/imports/999999', headers })).status).toBe(404);
      expect((await send({ method: 'GET', url: '/-/imports/x', headers })).status).toBe(400);
      expect((await send({ method: 'GET', url: '/-/imports' })).status).toBe(403);
      const asAda = { 'private-token': await tokenFor(world, 'ada') };
      expect((await send({ method: 'GET', url: '/-/imports', headers: asAda })).status).toBe(403);
      expect((await send({ method: 'GET', url, headers: asAda })).status).toBe(404);
    });

    test('a file above the limit is refused and removed', async ({ world, stored }) => {
      const server = await buildServer({
        services: world.services,
        logLevel: 'silent',
        secret: 's'.repeat(32),
        dataDir: world.services.dataDir,
        fileLimit: 10_000,
      });
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(20_000)]), 'export.tar.gz');
      const request = new Request('http://milepost.test', { method: 'POST', body: form });
      const response = await server.inject({
        method: 'POST',
        url: '/-/imports',
        headers: {
          'private-token': await tokenFor(world, 'root'),
          'content-type': request.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      expect(response.statusCode).toBe(413);
      expect(await stored()).toEqual([]);
      await server.close();
    });
  });
});
