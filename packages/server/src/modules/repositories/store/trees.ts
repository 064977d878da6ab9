import { MAX_OBJECT_BYTES, type Repo } from './commits.ts';

export interface TreeEntry {
  id: string;
  name: string;
  type: 'tree' | 'blob' | 'commit';
  path: string;
  /** Six digits: `100644`, `100755`, `120000` (symbolic link), `040000` (folder), `160000` (submodule). */
  mode: string;
}

const order: readonly TreeEntry['type'][] = ['tree', 'blob', 'commit'];

/** The entries of a folder, folders first; null if there is no such folder. The root is the empty path. */
export async function listTree(repo: Repo, commitId: string, path: string): Promise<TreeEntry[] | null> {
  const { git, folder } = repo;
  const tree = await git.objects.read(folder, `${commitId}:${path}`, MAX_OBJECT_BYTES);
  if (tree?.type !== 'tree') return null;
  return sorted(entriesOf(tree.content, path === '' ? '' : `${path}/`));
}

/** The same with everything below. */
export async function listWholeTree(
  { git, folder }: Repo,
  commitId: string,
  path: string,
): Promise<TreeEntry[] | null> {
  const tree = await git.objects.info(folder, `${commitId}:${path}`);
  if (tree?.type !== 'tree') return null;
  const output = await git.run(['ls-tree', '-r', '-t', '-z', '--full-tree', tree.oid], { folder });
  const prefix = path === '' ? '' : `${path}/`;
  const entries = output
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [, mode = '', type = 'blob', id = '', below = ''] =
        /^(\d{6}) (\w+) ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
      const name = below.slice(below.lastIndexOf('/') + 1);
      return { id, name, type: type as TreeEntry['type'], path: prefix + below, mode };
    });
  return sorted(entries);
}

/** The entry of a file or folder in its commit; null if there is none. */
export async function entryAt(repo: Repo, commitId: string, path: string): Promise<TreeEntry | null> {
  const slash = path.lastIndexOf('/');
  const entries = await listTree(repo, commitId, slash === -1 ? '' : path.slice(0, slash));
  return entries?.find((entry) => entry.path === path) ?? null;
}

function entriesOf(content: Buffer, prefix: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0, at);
    if (end === -1) break;
    const [, mode = '', name = ''] = /^(\d+) ([\s\S]*)$/.exec(content.toString('utf8', at, end)) ?? [];
    const id = content.toString('hex', end + 1, end + 21);
    entries.push({ id, name, type: typeOf(mode), path: prefix + name, mode: mode.padStart(6, '0') });
    at = end + 21;
  }
  return entries;
}

function typeOf(mode: string): TreeEntry['type'] {
  if (mode === '40000') return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}

function sorted(entries: readonly TreeEntry[]): TreeEntry[] {
  return entries.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
}
