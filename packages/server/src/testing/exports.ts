import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArchive } from './build/archive.ts';
import { test as base } from './test.ts';

/** A fixture: it writes an archive to a temporary file. */
export async function archives(
  // Vitest derives the fixtures from the pattern; this one needs none.
  // oxlint-disable-next-line no-empty-pattern
  {}: object,
  { onCleanup }: { onCleanup: (clean: () => Promise<void>) => void },
) {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-imports-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  let last = 0;
  return async (files: Readonly<Record<string, unknown>> | Buffer, name = `${++last}.tar.gz`): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, Buffer.isBuffer(files) ? files : await buildArchive(files));
    return file;
  };
}

/** The project's test function, with `archive`. */
export const test = base.extend('archive', { scope: 'file' }, archives);

export const time = '2026-03-01T09:00:00.000Z';
export const later = '2026-03-02T10:30:00.000Z';

export const user = (id: number, username: string, email: string | null = null) => ({
  access_level: 30,
  user_id: id,
  created_at: time,
  user: { id, username, public_email: email },
});
export const epic = (id: number, iid: number, more: object = {}) => ({
  id,
  iid,
  title: `Epic ${iid}`,
  state: 'opened',
  created_at: time,
  updated_at: time,
  ...more,
});
export const issue = (id: number, iid: number, more: object = {}) => ({
  ...epic(id, iid, more),
  title: `Issue ${iid}`,
  issue_type: 'issue',
  ...more,
});
export const label = (title: string, more: object = {}) => ({
  title,
  color: '#1068bf',
  group_id: 10,
  type: 'GroupLabel',
  created_at: time,
  ...more,
});

/** A group of two with the given changes of files. */
export function groupFiles(path: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    VERSION: '0.2.4',
    'tree/groups/_all.ndjson': '10\n20\n',
    'tree/groups/10.json': { id: 10, name: 'Top', path, parent_id: null, visibility_level: 20 },
    'tree/groups/20.json': { id: 20, name: 'Below', path: 'below', parent_id: 10, visibility_level: 20 },
    ...more,
  };
}

/** A project with the given changes of files. */
export function projectFiles(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { VERSION: '0.2.4', 'tree/project.json': { description: 'A project', visibility_level: 0 }, ...more };
}
