import { buffer } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { groupFiles, issue, projectFiles, test, time } from '../../testing/exports.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import type { World } from '../../testing/world.ts';
import { keyOf } from '../uploads/store/files.ts';
import { importArchive } from './commands.ts';

const plan = 'ed5ab56bc85699117ba230eb799fd3bf';
const page = '00112233445566778899aabbccddeeff';
const lost = 'ffeeddccbbaa99887766554433221100';
const png = Buffer.from('\u0089PNG\r\n\u001A\n and so on', 'latin1');
const script = '<script>alert(1)</script>';

const project = (more: Readonly<Record<string, unknown>> = {}) =>
  projectFiles({
    [`uploads/${plan}/ground plan.png`]: png,
    [`uploads/${page}/page.html`]: script,
    'uploads/-/system/note/1/old.png': png,
    'project.design.bundle': 'designs',
    'tree/project/issues.ndjson': [
      issue(1, 1, {
        description: `![plan](/uploads/${plan}/ground%20plan.png) and \`/uploads/${plan}/ground%20plan.png\``,
        notes: [
          {
            id: 5,
            note: `[page](https://old.test/castle/walls/uploads/${page}/page.html), [lost](/uploads/${lost}/lost.txt)`,
            noteable_type: 'Issue',
            author_id: 3,
            author: { name: 'Ada' },
            created_at: time,
            updated_at: time,
          },
        ],
      }),
    ],
    ...more,
  });

/** The names of all stored files. */
async function stored({ services }: World): Promise<string[]> {
  const names: string[] = [];
  for await (const page of services.files.main.list('uploads/'))
    names.push(...page.map(({ key }) => key.split('/').at(-1) ?? ''));
  return names.toSorted();
}

describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
  test.beforeEach(async ({ world }) => {
    world.services.files = await storageFor(name, world.services.dataDir);
  });

  test('files of a project are imported under new secrets, typed by their bytes, and texts refer to them', async ({
    as,
    db,
    build,
    archive,
    world,
  }) => {
    const group = await build.group();
    const into = `${group.fullPath}/drawn`;
    const report = await importArchive(as('root'), await archive(project()), { into });
    expect(report.counts.uploads).toEqual({ added: 2, present: 0, leftOut: 0 });
    expect(report.problems).toContainEqual({
      location: `uploads/${lost}/lost.txt`,
      problem: 'is referenced by a text, but missing in the archive',
    });
    expect(report.passedOver).toEqual(
      expect.arrayContaining([
        { relation: 'uploads/', records: 1 },
        { relation: 'project.design.bundle', records: 1 },
      ]),
    );
    const { id } = await db
      .selectFrom('namespaces')
      .select('id')
      .where('fullPath', '=', into)
      .executeTakeFirstOrThrow();
    const files = await db.selectFrom('uploads').selectAll().where('namespaceId', '=', id).orderBy('id').execute();
    expect(files).toMatchObject([
      {
        fileName: 'ground_plan.png',
        mediaType: 'image/png',
        byteSize: png.length,
        purpose: 'markdown',
        uploadedById: null,
      },
      { fileName: 'page.html', mediaType: 'application/octet-stream', byteSize: script.length },
    ]);
    const [drawn = '', linked = ''] = files.map(({ secret }) => secret);
    for (const secret of [drawn, linked]) expect([plan, page]).not.toContain(secret);
    expect(await buffer((await world.services.files.get(keyOf(drawn)))!)).toEqual(png);
    expect(await stored(world)).toEqual([drawn, linked].toSorted());

    const item = await db.selectFrom('workItems').selectAll().where('namespaceId', '=', id).executeTakeFirstOrThrow();
    expect(item.description).toBe(
      `![plan](/uploads/${drawn}/ground_plan.png) and \`/uploads/${plan}/ground%20plan.png\``,
    );
    expect(item.descriptionHtml).toContain(`src="/-/project/${id}/uploads/${drawn}/ground_plan.png"`);
    const note = await db.selectFrom('notes').selectAll().where('workItemId', '=', item.id).executeTakeFirstOrThrow();
    expect(note.body).toBe(`[page](/uploads/${linked}/page.html), [lost](/uploads/${lost}/lost.txt)`);
    expect(note.bodyHtml).toContain(`href="/-/project/${id}/uploads/${linked}/page.html"`);

    // A second import changes nothing, and new records refer to the existing files.
    const more = issue(2, 2, { description: `![again](/uploads/${plan}/ground%20plan.png)` });
    const again = await archive(project({ 'tree/project/issues.ndjson': [more] }));
    const second = await importArchive(as('root'), again, { into });
    expect(second.counts.uploads).toEqual({ added: 0, present: 2, leftOut: 0 });
    const items = await db
      .selectFrom('workItems')
      .select('description')
      .where('namespaceId', '=', id)
      .orderBy('iid')
      .execute();
    expect(items.map(({ description }) => description)).toEqual([
      item.description,
      `![again](/uploads/${drawn}/ground_plan.png)`,
    ]);
    expect(await stored(world)).toHaveLength(2);

    // The same archive in another namespace has files of its own.
    await importArchive(as('root'), await archive(project()), { into: `${group.fullPath}/twice` });
    expect(await stored(world)).toHaveLength(4);
  });

  test('nothing is left of the files of an archive that is refused, and a group has none', async ({
    as,
    build,
    archive,
    world,
  }) => {
    const before = await stored(world);
    const group = await build.group();
    const broken = project({ 'tree/project/labels.ndjson': 'no JSON' });
    const into = `${group.fullPath}/broken`;
    const refused = importArchive(as('root'), await archive(broken), { into, isStrict: true });
    await expect(refused).rejects.toThrow('labels.ndjson:1');
    const files = groupFiles('group-with-files', { [`uploads/${plan}/plan.png`]: png });
    const report = await importArchive(as('root'), await archive(files));
    expect(report.passedOver).toContainEqual({ relation: 'uploads/', records: 1 });
    expect(await stored(world)).toEqual(before);
  });
});
