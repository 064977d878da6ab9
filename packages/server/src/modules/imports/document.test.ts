import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect } from 'vitest';
import { epic, issue, label, test, user } from '../../testing/exports.ts';
import { importArchive } from './commands.ts';

/* Single-file exports, `project.json` and `group.json`, of releases before 2020. */

const project = {
  issues: [
    issue(1, 1, { label_links: [{ label: { title: 'bug', color: '#112233' } }], notes: [{ note: 'Old' }] }),
    { ...issue(2, 2), title: undefined },
    issue(3, 3, { state: 'closed' }),
  ],
  // After the lists, because an export may order its keys in any way.
  description: 'All of it, with "quotes" \\ and [brackets]',
  visibility_level: 0,
  project_feature: { wiki_access_level: 20, lists: [1, 2] },
  labels: [{ title: 'bug', color: '#112233' }],
  milestones: [],
  project_members: [user(1, 'olga')],
  ci_pipelines: [{ title: 'm' }, { title: 'n' }],
  boards: null,
};

test('a single-file project is imported, without unsupported parts', async ({ as, db, build, archive }) => {
  const group = await build.group();
  for (const [index, space] of [undefined, 2].entries()) {
    const file = await archive({ VERSION: '0.2.0', 'project.json': JSON.stringify(project, null, space) });
    const report = await importArchive(as('root'), file, { into: `${group.fullPath}/old-${index}` });
    expect(report).toMatchObject({
      kind: 'project',
      counts: { issues: { added: 2, leftOut: 1 }, labels: { added: 1 }, members: { added: 1 }, notes: { added: 1 } },
      problems: [{ location: 'project.json: issues[1]', problem: 'title is missing' }],
      passedOver: [{ relation: 'ci_pipelines', records: 2 }],
    });
    const made = await db
      .selectFrom('namespaces')
      .select(['description', 'visibility'])
      .where('fullPath', '=', report.fullPath)
      .executeTakeFirst();
    expect(made).toEqual({ description: project.description, visibility: 'private' });
  }
});

test('a single-file group is imported with its subgroups, with or without ids', async ({ as, db, archive }) => {
  const groupOf = (id: number | undefined, path: string, iid: number, children: object[] = []) => ({
    epics: [epic(100 + iid, iid, { label_links: [{ label: label('area', { group_id: id }) }] })],
    children,
    labels: iid === 1 ? [label('area', { group_id: id })] : [],
    members: [user(1, 'olga')],
    id,
    path,
    name: path.toUpperCase(),
  });
  const idsOfGroups = [
    [10, 20, 30],
    [undefined, undefined, undefined],
    [10, 10, undefined],
  ];
  for (const [index, ids] of idsOfGroups.entries()) {
    const path = `tree-${index}`;
    const tree = groupOf(ids[0], path, 1, [groupOf(ids[1], 'one', 2, [groupOf(ids[2], 'deep', 3)])]);
    const report = await importArchive(as('root'), await archive({ VERSION: '0.2.0', 'group.json': tree }));
    expect([report.problems, report.counts.groups.added, report.counts.epics.added]).toEqual([[], 3, 3]);
    const { fullPath } = await db
      .selectFrom('workItems as w')
      .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
      .where('n.fullPath', 'like', `${path}%`)
      .where('w.iid', '=', 3)
      .select('n.fullPath')
      .executeTakeFirstOrThrow();
    expect(fullPath).toBe(`${path}/one/deep`);
  }
});

test('a document that breaks off is imported as far as it can be read', async ({ as, build, archive }) => {
  const group = await build.group();
  const whole = JSON.stringify({ issues: [issue(1, 1), issue(2, 2), issue(3, 3)] });
  const cut = whole.slice(0, whole.indexOf('"id":3') + 3);
  const file = await archive({ VERSION: '0.2.0', 'project.json': cut, 'uploads/x': 'x' });
  const report = await importArchive(as('root'), file, { into: `${group.fullPath}/cut` });
  expect(report.counts.issues.added).toBe(2);
  expect(report.problems).toEqual([
    { location: 'project.json', problem: expect.stringMatching(/^is not valid JSON from byte \d+ on$/) as string },
  ]);
  const strict = importArchive(as('root'), file, { into: `${group.fullPath}/strict`, isStrict: true });
  await expect(strict).rejects.toThrow('project.json: is not valid JSON');
});

test('a document that is no object leaves nothing to import', async ({ as, build, archive }) => {
  const group = await build.group();
  for (const [name, content] of [
    ['project.json', '"text"'],
    ['project.json', ''],
    ['group.json', '[]'],
  ] as const) {
    const importing = importArchive(as('root'), await archive({ VERSION: '0.2.0', [name]: content }), {
      into: `${group.fullPath}/none`,
    });
    await expect(importing).rejects.toThrow(`${name}: is not valid JSON from byte 1 on`);
  }
});

test('memory stays bounded while a document of 200 MB is imported', async ({ as, build }) => {
  const group = await build.group();
  const folder = await mkdtemp(join(tmpdir(), 'milepost-document-'));
  try {
    const file = join(folder, 'big.tar.gz');
    const filler = JSON.stringify({ diff: 'lorem ipsum dolor sit amet '.repeat(400) });
    const fillers = 20_000;
    const head = '{"ci_pipelines":[';
    const tail = `],"issues":[${[1, 2, 3].map((id) => JSON.stringify(issue(id, id))).join(',')}],"description":"Big"}`;
    const size = head.length + fillers * (filler.length + 1) - 1 + tail.length;
    const packing = pack();
    packing.entry({ name: 'VERSION' }, '0.2.0');
    const entry = packing.entry({ name: 'project.json', size });
    const text = Readable.from(
      (function* () {
        yield head;
        for (let index = 0; index < fillers; index += 1) yield index === 0 ? filler : `,${filler}`;
        yield tail;
      })(),
    );
    const written = pipeline(
      packing as unknown as NodeJS.ReadableStream,
      createGzip({ level: 1 }),
      createWriteStream(file),
    );
    await pipeline(text, entry as unknown as NodeJS.WritableStream);
    packing.finalize();
    await written;
    expect(size).toBeGreaterThan(200 * 1024 ** 2);

    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const report = await importArchive(as('root'), file, { into: `${group.fullPath}/big` }).finally(() =>
      clearInterval(watch),
    );
    expect(report).toMatchObject({
      counts: { issues: { added: 3 } },
      passedOver: [{ relation: 'ci_pipelines', records: fillers }],
    });
    expect(peak - before).toBeLessThan(150 * 1024 ** 2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
