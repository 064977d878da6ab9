import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { ArchiveError } from '../../platform/archives/errors.ts';
import { buildArchive, buildTar } from '../../testing/build/archive.ts';
import { epic, groupFiles, label, test, user } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { importArchive } from './commands.ts';

const good = groupFiles('hostile', {
  'tree/groups/10/members.ndjson': [user(1, 'mallory')],
  'tree/groups/10/labels.ndjson': [label('hostile')],
  'tree/groups/10/epics.ndjson': [epic(1, 1), epic(2, 2, { parent_id: 1 })],
});

/** Removes the files whose content is undefined. */
const without = (files: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(files).filter(([, content]) => content !== undefined));

describe('an unusable record is skipped and reported, and a strict import rejects the archive for it', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    [
      'broken JSON',
      { 'tree/groups/20/epics.ndjson': `${JSON.stringify(epic(3, 1))}\n{"id":` },
      'tree/groups/20/epics.ndjson:2: is not valid JSON',
    ],
    ['no object', { 'tree/groups/20/epics.ndjson': '[]' }, 'tree/groups/20/epics.ndjson:1: is not a JSON object'],
    [
      'no title',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { title: ' ' })] },
      'tree/groups/20/epics.ndjson:1: title is missing',
    ],
    ['a title that is no text', { 'tree/groups/20/epics.ndjson': [epic(3, 1, { title: {} })] }, 'title must be text'],
    [
      'an endless title',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { title: 'x'.repeat(256) })] },
      'title is longer than 255',
    ],
    [
      'an impossible number',
      { 'tree/groups/20/epics.ndjson': [epic(3, 2 ** 31)] },
      'iid must be a whole number from 1',
    ],
    [
      'an unknown state',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { state: 'locked' })] },
      'state must be one of opened, closed',
    ],
    [
      'an impossible day',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { end_date: '2026-02-30' })] },
      'end_date must be a day like',
    ],
    [
      'a nested label without a title',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { label_links: [{ label: {} }] })] },
      'label_links[0].label.title is missing',
    ],
    ['a number given twice', { 'tree/groups/20/epics.ndjson': [epic(3, 1), epic(4, 1)] }, 'has a duplicate number: 1'],
    [
      'an id given twice',
      { 'tree/groups/20/epics.ndjson': [epic(1, 1)] },
      'tree/groups/20/epics.ndjson:1: has the id of another: 1',
    ],
    [
      'a circle of parents',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { parent_id: 4 }), epic(4, 2, { parent_id: 3 })] },
      'is in a cycle of parents',
    ],
    [
      'a tree too deep',
      {
        'tree/groups/20/epics.ndjson': Array.from({ length: 8 }, (_, at) =>
          epic(100 + at, at + 1, at > 0 ? { parent_id: 99 + at } : {}),
        ),
      },
      'deeper than 7 epics',
    ],
    [
      'a link to itself',
      { 'tree/groups/10/related_epic_links.ndjson': [{ source_id: 1, target_id: 1, link_type: 'blocks' }] },
      'target_id is the item itself',
    ],
    [
      'a path that is none',
      { 'tree/groups/20.json': { id: 20, name: 'Below', path: '../up', parent_id: 10 } },
      'tree/groups/20.json: path can contain only',
    ],
    [
      'a username that is none',
      { 'tree/groups/20/members.ndjson': [user(9, 'a b')] },
      'user.username is not a username',
    ],
    [
      'two groups of one path',
      { 'tree/groups/30.json': { id: 30, name: 'Twin', path: 'BELOW', parent_id: 10 } },
      'has the path of another',
    ],
    [
      'groups in a circle',
      {
        'tree/groups/30.json': { id: 30, name: 'A', path: 'a', parent_id: 31 },
        'tree/groups/31.json': { id: 31, name: 'B', path: 'b', parent_id: 30 },
      },
      'has no parent group in the archive',
    ],
    [
      'epics of a group that is not there',
      { 'tree/groups/40/epics.ndjson': [epic(3, 1)] },
      'belongs to group 40, which is not in the archive',
    ],
    ['another format', { VERSION: '9.0.0' }, 'VERSION: has version "9.0.0"'],
    ['no format', { VERSION: undefined }, 'VERSION: is missing'],
  ];
  for (const [name, files, problem] of cases) {
    test(name, async ({ as, db, archive }) => {
      const before = await fingerprint(db);
      const broken = await archive(without({ ...good, ...files }));
      const strict = importArchive(as('root'), broken, { isStrict: true });
      await expect(strict).rejects.toThrow(problem);
      await expect(strict).rejects.toThrow(ArchiveError);
      expect(await fingerprint(db)).toEqual(before);

      const path = `hostile-${name.replaceAll(/\W+/g, '-')}`;
      const report = await importArchive(as('root'), broken, { into: path });
      const received = report.problems.map((each) => `${each.location}: ${each.problem}`);
      expect(received.join('\n')).toContain(problem);
      // All valid records were imported.
      expect(report.counts.epics.added).toBeGreaterThanOrEqual(2);
      expect(report.counts.labels.added).toBeGreaterThanOrEqual(1);
    });
  }

  test('a text that is too long is truncated, an invalid number or day is left out', async ({ as, db, archive }) => {
    const odd = {
      title: 'y'.repeat(300),
      confidential: 'perhaps',
      end_date: '2026-02-30',
      start_date: '2026-02-03T00:00:00Z',
      relative_position: 'first',
      author_id: {},
      notes: [{ note: 'Read me' }, 'no note', { note: 5 }],
      award_emoji: 'none',
    };
    const file = await archive(groupFiles('odd', { 'tree/groups/20/epics.ndjson': [epic(3, 1, odd)] }));
    const report = await importArchive(as('root'), file);
    expect(report.problems.map(({ problem }) => problem)).toEqual([
      'title is longer than 255 characters and was truncated',
      'confidential must be true or false',
      'author_id must be a whole number from 1 to 9007199254740991',
      'end_date must be a day like 2026-07-24',
      'relative_position must be a whole number from -2147483648 to 2147483647',
      'award_emoji must be a list',
      'notes[1] must be an object',
      'notes[2].note must be text',
    ]);
    const found = await db.selectFrom('workItems').selectAll().where('title', '=', 'y'.repeat(255)).executeTakeFirst();
    expect(found).toMatchObject({ dueDate: null, startDate: '2026-02-03', authorId: null, isConfidential: false });
    const notes = await db.selectFrom('notes').select('body').where('workItemId', '=', found!.id).execute();
    expect(notes.map(({ body }) => body)).toEqual(['Read me', '']);
  });
});

describe('an archive that cannot be read leaves nothing behind', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    [
      'two groups at the top',
      { 'tree/groups/30.json': { id: 30, name: 'Other', path: 'other', parent_id: null } },
      'tree/groups/30.json: is a second top-level group',
    ],
    ['a project as well', { 'tree/project.json': {} }, 'The archive contains both groups and a project'],
    [
      'a top group without a path',
      { 'tree/groups/10.json': { id: 10, name: 'Top' } },
      'tree/groups/10.json: path is missing',
    ],
    ['a top group that is not JSON', { 'tree/groups/10.json': 'Top' }, 'tree/groups/10.json: is not valid JSON'],
    ['a name that is taken', { 'tree/groups/10.json': { id: 10, name: 'Ada', path: 'ada' } }, 'is the name of a user'],
  ];
  for (const [name, files, problem] of cases) {
    test(name, async ({ as, db, archive }) => {
      const before = await fingerprint(db);
      const importing = importArchive(as('root'), await archive(without({ ...good, ...files })));
      await expect(importing).rejects.toThrow(problem);
      await expect(importing).rejects.toThrow(ArchiveError);
      expect(await fingerprint(db)).toEqual(before);
    });
  }

  test('a symbolic link, at the very end', async ({ as, db, archive }) => {
    const before = await fingerprint(db);
    const entries = Object.entries(good).map(([name, content]) => ({
      name,
      content: Array.isArray(content)
        ? content.map((each) => JSON.stringify(each)).join('\n')
        : typeof content === 'string'
          ? content
          : JSON.stringify(content),
    }));
    const tar = await buildTar([
      ...entries,
      { name: 'tree/groups/20/epics.ndjson', type: 'symlink', linkname: '/etc/passwd' },
    ]);
    await expect(importArchive(as('root'), await archive(gzipSync(tar)))).rejects.toThrow('is a symbolic link');
    expect(await fingerprint(db)).toEqual(before);
  });

  test('a file that is no archive, or the half of one', async ({ as, db, archive }) => {
    const before = await fingerprint(db);
    const refusals: [Buffer, string][] = [
      [Buffer.from('hello'), 'The file is not a gzip archive'],
      [Buffer.alloc(0), 'The file is empty'],
      [gzipSync(''), 'The archive is empty'],
      [gzipSync('hello'), 'The archive ends before its end mark: it was cut off'],
      [gzipSync('hello '.repeat(1_000)), 'The archive is not a tar, or damaged, at its beginning'],
      [await buildArchive({}), 'The archive contains neither a group nor a project. Upload a GitLab-format export'],
      [
        await buildArchive({ VERSION: '0.2.4' }),
        'The archive contains neither a group nor a project. Upload a GitLab-format export',
      ],
    ];
    for (const [bytes, message] of refusals) {
      const error = await importArchive(as('root'), await archive(bytes)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ message });
      expect(error).toBeInstanceOf(ArchiveError);
    }
    const whole = await buildArchive(good);
    await expect(importArchive(as('root'), await archive(whole.subarray(0, whole.length / 2)))).rejects.toThrow(
      'cut off',
    );
    expect(await fingerprint(db)).toEqual(before);
  });

  test('and the valid one among them is imported', async ({ as, archive }) => {
    expect((await importArchive(as('root'), await archive(good))).counts.epics.added).toBe(2);
  });
});
