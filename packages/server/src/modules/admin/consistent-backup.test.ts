import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { readBackup } from '../../platform/backup/read.ts';
import { writeBackup } from '../../platform/backup/write.ts';
import { FileStorage } from '../../platform/files/file-storage.ts';
import { createRestoreTarget, usingClient } from '../../testing/backups.ts';
import { runGit } from '../../testing/git.ts';
import { test } from '../../testing/merge-requests.ts';
import { newBucket } from '../../testing/storage/s3-server.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import { folderOf } from '../repositories/store/folders.ts';
import { addUpload, deleteUpload, storeFile } from '../uploads/commands.ts';
import { keyOf } from '../uploads/store/files.ts';

const SEEDED = 15;
const WRITERS = 2;

describe.each(storages)('OG-S3-06: with files in the storage %s', (name) => {
  test('OG-BK-02: a backup holds database, files and repositories of one moment while they change: no row misses its file or commit', async ({
    newCode,
    as,
    call,
    db,
    services,
    world,
  }) => {
    services.files = await storageFor(name, services.dataDir);
    const code = await newCode();
    const { project } = code;
    const root = as('root');
    const attach = async (): Promise<number> => {
      const file = await storeFile(root, Readable.from([Buffer.from(`file ${world.next()}`)]), 'a.txt');
      return (await addUpload(root, project, file)).id;
    };
    const uploads: number[] = [];
    for (let count = 0; count < SEEDED; count += 1) uploads.push(await attach());

    const over = new AbortController();
    const made = { uploads: 0, deletions: 0, commits: 0 };
    const change = async (): Promise<void> => {
      while (!over.signal.aborted) {
        uploads.push(await attach());
        made.uploads += 1;
        const id = uploads.shift() ?? 0;
        await deleteUpload(root, project, { id: id as never });
        made.deletions += 1;
      }
    };
    const commit = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const branch = `topic-${world.next()}`;
        const path = `/projects/${project.id}/repository/files/${branch}.txt`;
        const file = { branch, start_branch: 'main', content: branch, commit_message: 'Add a file' };
        expect((await call('mina', 'POST', path, file)).status).toBe(201);
        const request = { source_branch: branch, target_branch: 'main', title: branch };
        expect((await call('mina', 'POST', code.path, request)).status).toBe(201);
        made.commits += 1;
      }
    };
    const folder = await mkdtemp(join(tmpdir(), 'milepost-moment-'));
    const goal = await createRestoreTarget();
    try {
      const changing = Promise.all([...Array.from({ length: WRITERS }, change), commit()]);
      await expect.poll(() => made.commits).toBeGreaterThan(0);
      const before = { ...made };
      const file = join(folder, 'all.tar.gz');
      await writeBackup(world.target, services.dataDir, file, { files: services.files });
      const during = { deletions: made.deletions - before.deletions, uploads: made.uploads - before.uploads };
      over.abort();
      await changing;
      expect(during.deletions).toBeGreaterThan(0);
      expect(during.uploads).toBeGreaterThan(0);

      const dataDir = join(folder, 'restored');
      const files = new FileStorage(dataDir, name === 's3' ? { main: 's3', s3: await newBucket() } : undefined);
      await readBackup(goal.target, dataDir, file, { files });
      await usingClient(goal.target, async (client) => {
        const { rows } = await client.query<{ secret: string; byte_size: string }>(
          'SELECT secret, byte_size FROM uploads',
        );
        expect(rows.length).toBeGreaterThanOrEqual(SEEDED - WRITERS);
        const sizes = rows.map(async ({ secret }) => (await files.stat(keyOf(secret)))?.byteSize);
        expect(await Promise.all(sizes)).toEqual(rows.map(({ byte_size: size }) => Number(size)));
        const { rows: requests } = await client.query<{ sha: string }>(
          'SELECT head_sha AS sha FROM merge_requests WHERE project_id = $1',
          [project.id],
        );
        expect(requests.length).toBeGreaterThan(0);
        const repository = folderOf(dataDir, project.id);
        // Fails for a commit, tree or blob that is missing.
        const walk = ['--git-dir', repository, 'rev-list', '--objects', '--quiet', ...requests.map(({ sha }) => sha)];
        expect(await runGit(repository, walk)).toEqual({ code: 0, output: '' });
      });
      const left = await db.selectFrom('uploads').select('secret').execute();
      const states = await Promise.all(left.map(({ secret }) => services.files.stat(keyOf(secret))));
      expect(states).not.toContain(null);
    } finally {
      over.abort();
      await goal.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
