import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { ArchiveError } from '../../platform/archives/errors.ts';
import { buildArchive, buildTar } from '../../testing/build-archive.ts';
import { epic, groupFiles, label, test, user } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { importArchive } from './commands.ts';

describe('a hostile or broken archive leaves nothing behind', () => {
  const good = groupFiles('hostile', {
    'tree/groups/10/members.ndjson': [user(1, 'mallory')],
    'tree/groups/10/labels.ndjson': [label('hostile')],
    'tree/groups/10/epics.ndjson': [epic(1, 1), epic(2, 2, { parent_id: 1 })],
  });
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
    [
      'a number given twice',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1), epic(4, 1)] },
      'has the number of another: 1',
    ],
    [
      'an id given twice',
      { 'tree/groups/20/epics.ndjson': [epic(1, 1)] },
      'tree/groups/20/epics.ndjson:1: has the id of another: 1',
    ],
    [
      'a circle of parents',
      { 'tree/groups/20/epics.ndjson': [epic(3, 1, { parent_id: 4 }), epic(4, 2, { parent_id: 3 })] },
      'stands in a circle of parents',
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
      'two groups at the top',
      { 'tree/groups/30.json': { id: 30, name: 'Other', path: 'other', parent_id: null } },
      'is a second group at the top',
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
      'hangs on no group',
    ],
    [
      'epics of a group that is not there',
      { 'tree/groups/40/epics.ndjson': [epic(3, 1)] },
      'belongs to group 40, which the archive does not hold',
    ],
    ['another format', { VERSION: '9.0.0' }, 'VERSION: says "9.0.0"'],
    ['a project as well', { 'tree/project.json': {} }, 'groups and a project at once'],
    ['the old format', { 'group.json': {} }, 'group.json: is an export in one piece'],
  ];
  for (const [name, files, problem] of cases) {
    test(name, async ({ as, db, archive }) => {
      const before = await fingerprint(db);
      const importing = importArchive(as('root'), await archive({ ...good, ...files }));
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
    await expect(importArchive(as('root'), await archive(Buffer.from('hello')))).rejects.toThrow('not a gzip archive');
    const whole = await buildArchive(good);
    await expect(importArchive(as('root'), await archive(whole.subarray(0, whole.length / 2)))).rejects.toThrow(
      'cut off',
    );
    expect(await fingerprint(db)).toEqual(before);
  });

  test('and the good one among them comes in', async ({ as, archive }) => {
    expect((await importArchive(as('root'), await archive(good))).counts.epics.added).toBe(2);
  });
});
