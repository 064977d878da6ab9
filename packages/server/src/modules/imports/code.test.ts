import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { archives, issue, projectFiles } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { bundleOf, test as gitTest, runGit, type GitClient } from '../../testing/git.ts';
import { folderOf } from '../repositories/store/folders.ts';
import { importArchive } from './commands.ts';

const test = gitTest.extend('archive', { scope: 'file' }, archives);

/** Commits on three branches, a tag of each kind, and a ref of a merge request. */
async function fill(work: GitClient): Promise<void> {
  await work.commit({ 'README.md': 'one', 'docs/guide.md': 'guide' }, 'Begin');
  await work.must('tag', 'v1');
  await work.must('switch', '--quiet', '--create', 'trunk');
  await work.commit({ 'README.md': 'two' }, 'Continue');
  await work.must('tag', '--annotate', '--message', 'Second', 'v2');
  await work.must('switch', '--quiet', '--create', 'feature/one');
  await work.commit({ 'one.txt': '1' }, 'Feature');
  await work.must('update-ref', 'refs/merge-requests/1/head', 'HEAD');
}

const refsOf = async (folder: string) =>
  (await runGit(folder, ['for-each-ref', '--format=%(refname) %(objectname)'])).output.trim().split('\n').toSorted();

const repositoriesIn = (dataDir: string) => readdir(join(dataDir, 'repositories')).catch(() => []);

test('DL-IM-01: the bundle becomes the repository, with all branches and tags and the default branch of project.json', async ({
  as,
  db,
  build,
  archive,
  client,
  address,
  services,
}) => {
  const group = await build.group();
  const work = await client();
  await fill(work);
  const files = projectFiles({
    'tree/project.json': { description: '', visibility_level: 20, default_branch: 'trunk' },
    'tree/project/issues.ndjson': [issue(1, 1)],
    'project.bundle': await bundleOf(work),
  });
  const file = await archive(files);
  const into = `${group.fullPath}/code`;
  const report = await importArchive(as('root'), file, { into });
  expect(report).toMatchObject({ counts: { repositories: { added: 1 }, issues: { added: 1 } }, problems: [] });

  const { id } = await db.selectFrom('namespaces').select('id').where('fullPath', '=', into).executeTakeFirstOrThrow();
  const folder = folderOf(services.dataDir, id);
  const own = (await refsOf(work.folder)).filter((ref) => /^refs\/(heads|tags)\//.test(ref));
  expect(await refsOf(folder)).toEqual(own);
  expect(await runGit(folder, ['fsck', '--full', '--strict'])).toEqual({ code: 0, output: '' });
  expect(await runGit(folder, ['symbolic-ref', 'HEAD'])).toMatchObject({ output: 'refs/heads/trunk\n' });
  expect(await db.selectFrom('repositories').selectAll().where('projectId', '=', id).executeTakeFirst()).toMatchObject({
    defaultBranch: 'trunk',
  });
  expect((await readdir(folder)).toSorted()).not.toContain('hooks');

  // It is served, cloned and pushed to like any other.
  const url = await address({ fullPath: into }, 'root');
  await work.must('clone', '--quiet', url, 'copy');
  expect(await readFile(join(work.folder, 'copy/README.md'), 'utf8')).toBe('two');
  await work.commit({ 'two.txt': '2' });
  await work.must('push', '--quiet', url, 'HEAD:refs/heads/feature/two');

  // A second import leaves the repository, with what was pushed since, as it is.
  const [before, refs] = [await fingerprint(db), await refsOf(folder)];
  const again = await importArchive(as('root'), file, { into });
  expect(again.counts.repositories).toEqual({ added: 0, present: 1, leftOut: 0 });
  expect([await fingerprint(db), await refsOf(folder)]).toEqual([before, refs]);
  expect((await repositoriesIn(services.dataDir)).filter((name) => name.startsWith('import-'))).toEqual([]);
});

test('a repository without the named default branch gets another one, and the report says so', async ({
  as,
  db,
  build,
  archive,
  client,
}) => {
  const group = await build.group();
  const work = await client();
  await fill(work);
  const bundle = await bundleOf(work);
  const branchAfter = async (project: object, name: string) => {
    const files = projectFiles({ 'project.bundle': bundle, 'tree/project.json': project });
    const { fullPath, problems } = await importArchive(as('root'), await archive(files), {
      into: `${group.fullPath}/${name}`,
    });
    const { defaultBranch } = await db
      .selectFrom('repositories as r')
      .innerJoin('namespaces as n', 'n.id', 'r.projectId')
      .select('defaultBranch')
      .where('fullPath', '=', fullPath)
      .executeTakeFirstOrThrow();
    return { defaultBranch, problems };
  };
  // The branch that the source had checked out.
  expect(await branchAfter({}, 'unnamed')).toEqual({ defaultBranch: 'feature/one', problems: [] });
  expect(await branchAfter({ default_branch: 'gone' }, 'gone')).toEqual({
    defaultBranch: 'feature/one',
    problems: [{ location: 'project.bundle', problem: 'has no branch "gone": feature/one is the default branch' }],
  });
});

test('DL-IM-02: a damaged or hostile bundle leaves no repository and one line, and everything else is imported', async ({
  as,
  db,
  build,
  archive,
  client,
  services,
}) => {
  const group = await build.group();
  const present = await repositoriesIn(services.dataDir);
  const work = await client();
  await fill(work);
  const good = await bundleOf(work);
  const cut = good.indexOf('\n\n') + 2;
  const headOf = (text: string): Buffer => Buffer.concat([Buffer.from(text), good.subarray(cut)]);
  const oid = (await work.must('rev-parse', 'trunk')).trim();
  const flipped = Buffer.from(good);
  flipped[cut + 40] = (flipped[cut + 40] ?? 0) ^ 0xff;

  // Commits with trees that no client makes by itself.
  const blob = (await work.must('rev-parse', 'trunk:README.md')).trim();
  const evil = async (mode: string, name: string): Promise<Buffer> => {
    const raw = join(work.folder, 'raw');
    await writeFile(raw, Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(blob, 'hex')]));
    const tree = (await work.must('hash-object', '-t', 'tree', '-w', '--literally', raw)).trim();
    const commit = (await work.must('commit-tree', '-m', 'evil', tree)).trim();
    await work.must('update-ref', 'refs/heads/evil', commit);
    const bundle = await bundleOf(work, 'evil');
    await work.must('update-ref', '-d', 'refs/heads/evil');
    return bundle;
  };
  const bundles: Record<string, [Buffer, RegExp]> = {
    text: [Buffer.from('no bundle\n\nat all'), /^is not a Git bundle/],
    empty: [Buffer.alloc(0), /^is not a Git bundle/],
    short: [good.subarray(0, good.length - 60), /^is damaged/],
    flipped: [flipped, /^is damaged/],
    partial: [await bundleOf(work, 'trunk..feature/one'), /^is incomplete/],
    sha256: [headOf(`# v3 git bundle\n@object-format=sha256\n${oid} refs/heads/main\n\n`), /not supported/],
    filtered: [headOf(`# v3 git bundle\n@filter=blob:none\n${oid} refs/heads/main\n\n`), /not supported/],
    traversal: [headOf(`# v2 git bundle\n${oid} refs/heads/../../config\n\n`), /invalid ref/],
    option: [headOf(`# v2 git bundle\n${oid} --upload-pack=evil\n\n`), /invalid ref/],
    locked: [headOf(`# v2 git bundle\n${oid} refs/heads/a.lock\n\n`), /invalid ref/],
    conflict: [headOf(`# v2 git bundle\n${oid} refs/heads/a\n${oid} refs/heads/a/b\n\n`), /cannot be made/],
    missing: [headOf(`# v2 git bundle\n${'ab'.repeat(20)} refs/heads/main\n\n`), /cannot be made/],
    blobs: [headOf(`# v2 git bundle\n${blob} refs/heads/main\n\n`), /cannot be made/],
    dotgit: [await evil('100644', '.git'), /refused: [0-9a-f]{12}, hasDotgit/],
    dotdot: [await evil('100644', '..'), /refused: [0-9a-f]{12}, hasDotdot/],
    hidden: [await evil('100644', '.GIT'), /refused: [0-9a-f]{12}, hasDotgit/],
    modules: [await evil('120000', '.gitmodules'), /refused: [0-9a-f]{12}, gitmodulesSymlink/],
  };
  for (const [name, [bundle, problem]] of Object.entries(bundles)) {
    const into = `${group.fullPath}/${name}`;
    // The parts behind the bundle are read, too.
    const files = projectFiles({ 'project.bundle': bundle, 'tree/project/issues.ndjson': [issue(1, 1), issue(2, 2)] });
    const report = await importArchive(as('root'), await archive(files), { into });
    expect([name, ...report.problems]).toEqual([
      name,
      { location: 'project.bundle', problem: expect.stringMatching(problem) as string },
    ]);
    expect(report.problems[0]?.problem).toMatch(/\. The project has no repository$/);
    expect(report.counts).toMatchObject({
      repositories: { added: 0, present: 0, leftOut: 1 },
      issues: { added: 2 },
    });
  }
  const { rows } = await sql`
    SELECT FROM repositories r JOIN namespaces n ON n.id = r.project_id WHERE n.parent_id = ${group.id}`.execute(db);
  expect(rows).toEqual([]);
  expect(await repositoriesIn(services.dataDir)).toEqual(present);

  // A later archive with a sound bundle brings the repository.
  const into = `${group.fullPath}/short`;
  const report = await importArchive(as('root'), await archive(projectFiles({ 'project.bundle': good })), { into });
  expect(report.counts.repositories.added).toBe(1);
});

test('a bundle over the size limit of repositories is refused before it fills the disk', async ({
  as,
  build,
  archive,
  client,
  services,
}) => {
  const group = await build.group();
  const work = await client();
  await fill(work);
  const files = projectFiles({ 'project.bundle': await bundleOf(work), 'tree/project/issues.ndjson': [issue(1, 1)] });
  const { limits } = services.git;
  const before = limits.maxRepositoryBytes;
  Object.assign(limits, { maxRepositoryBytes: 512 });
  try {
    const report = await importArchive(as('root'), await archive(files), { into: `${group.fullPath}/large` });
    expect(report.problems[0]?.problem).toMatch(/^is larger than the limit of .+ MB\. The project has no repository$/);
    expect(report.counts.issues.added).toBe(1);
  } finally {
    Object.assign(limits, { maxRepositoryBytes: before });
  }
  const strict = importArchive(as('root'), await archive(projectFiles({ 'project.bundle': 'no bundle\n\n' })), {
    into: `${group.fullPath}/strict`,
    isStrict: true,
  });
  await expect(strict).rejects.toThrow('project.bundle: is not a Git bundle');
});

test('an import that fails leaves no repository, and one after a kill replaces what was left', async ({
  as,
  db,
  build,
  archive,
  client,
  services,
}) => {
  const group = await build.group();
  const work = await client();
  await fill(work);
  const file = await archive(projectFiles({ 'project.bundle': await bundleOf(work) }));
  const into = `${group.fullPath}/resumed`;
  const names = await repositoriesIn(services.dataDir);
  const failing = importArchive(as('root'), file, { into, onMerged: () => Promise.reject(new Error('no space')) });
  await expect(failing).rejects.toThrow('no space');
  expect(await repositoriesIn(services.dataDir)).toEqual(names);

  // Killed between the rename of the folder and the commit: the folder has no row.
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT nextval(pg_get_serial_sequence('namespaces', 'id')) AS id`.execute(db);
  const reservedId = rows[0]?.id as NamespaceId;
  const folder = folderOf(services.dataDir, reservedId);
  await mkdir(join(folder, 'refs/heads'), { recursive: true });
  await writeFile(join(folder, 'refs/heads/left'), '');
  const report = await importArchive(as('root'), file, { into, reservedId });
  expect(report.counts.repositories.added).toBe(1);
  expect(await runGit(folder, ['fsck', '--full', '--strict'])).toEqual({ code: 0, output: '' });
  expect((await refsOf(folder)).filter((ref) => ref.includes('left'))).toEqual([]);
});
