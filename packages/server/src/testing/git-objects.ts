import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { hasCode } from '../platform/util/errors.ts';

/*
 * Objects and refs as git writes them, without a process for each: tests make thousands
 * (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects).
 */

interface NewFile {
  name: string;
  content: string;
}

/** Writes a tree of files without folders and returns its id. */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<string> {
  const entries: Buffer[] = [];
  for (const { name, content } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const id = await writeObject(folder, 'blob', Buffer.from(content));
    entries.push(Buffer.from(`100644 ${name}\0`), Buffer.from(id, 'hex'));
  }
  return writeObject(folder, 'tree', Buffer.concat(entries));
}

/** Writes a commit by Dana and returns its id. */
export async function writeCommitObject(
  folder: string,
  { treeId, parentIds, message }: { treeId: string; parentIds: readonly string[]; message: string },
): Promise<string> {
  const person = `Dana <dana@milepost.test> ${Math.floor(Date.now() / 1000)} +0000`;
  const lines = [
    `tree ${treeId}`,
    ...parentIds.map((id) => `parent ${id}`),
    `author ${person}`,
    `committer ${person}`,
    '',
    message,
    '',
  ];
  return writeObject(folder, 'commit', Buffer.from(lines.join('\n')));
}

/** Writes a ref, such as `heads/main`. */
export async function writeRef(folder: string, name: string, target: string): Promise<void> {
  await writeFile(join(folder, 'refs', name), `${target}\n`);
}

async function writeObject(folder: string, type: 'blob' | 'tree' | 'commit', content: Buffer): Promise<string> {
  const stored = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = createHash('sha1').update(stored).digest('hex');
  const path = join(folder, 'objects', id.slice(0, 2), id.slice(2));
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, deflateSync(stored, { level: 1 }), { flag: 'wx', mode: 0o444 });
  } catch (error) {
    // The same object.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return id;
}
