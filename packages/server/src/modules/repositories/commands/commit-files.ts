import { ConflictError, ForbiddenError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceKey } from '../../namespaces/commands.ts';
import type { FirstCommit } from '../../namespaces/sockets.ts';
import { INITIAL_BRANCH } from '../store/folders.ts';
import { userById } from '../../users/store.ts';
import { createRepository, findCodeToPush, type ProjectCode } from '../commands.ts';
import { lastCommitOf, resolveCommit, type Repo } from '../store/commits.ts';
import { isRefName, pathInCommit } from '../store/names.ts';
import { insertRef, NO_OID, refTarget } from '../store/refs.ts';
import { entryAt } from '../store/trees.ts';
import { moveBranch, writeBlob, writeCommit, writeTree, type TreeChange } from '../store/writing.ts';
import { DEFAULT_BRANCH_REFUSED } from './push.ts';
import { afterPush, rulesOfPush } from './receive.ts';
import { RefRefusedError, repoOf } from './refs.ts';

class DefaultBranchError extends ForbiddenError {
  override name = 'DefaultBranchError';
  override readonly publicMessage = DEFAULT_BRANCH_REFUSED;
  constructor() {
    super(DEFAULT_BRANCH_REFUSED);
  }
}

export const fileActions = ['create', 'update', 'delete', 'move', 'chmod'] as const;

export interface FileAction {
  action: (typeof fileActions)[number];
  path: string;
  /** Of a file that is moved. */
  previousPath?: string | undefined;
  content?: Buffer | undefined;
  /** The newest commit of the file that the caller has seen. */
  lastCommitId?: string | undefined;
  isExecutable?: boolean | undefined;
}

export interface WantedCommit {
  branch: string;
  /** Where a new branch begins: a branch or commit. */
  start?: string | undefined;
  message: string;
  authorName?: string | undefined;
  authorEmail?: string | undefined;
  actions: readonly FileAction[];
  /** Of a new project: the person who created it makes its default branch. */
  isFirst?: boolean;
}

/** Maximum retries of a commit whose branch moved meanwhile. */
const MAX_ATTEMPTS = 5;
const FILE = '100644';
const EXECUTABLE = '100755';
const FOLDER = '040000';

/** Throws RefRefusedError for a text that cannot name a branch. */
export function requireBranchName(branch: string): void {
  if (!isRefName(branch) || /^[0-9a-f]{40}$/i.test(branch)) throw new RefRefusedError('Branch name is invalid');
}

/** The first commit of a new project. Throws as `commitFiles`. */
export function beginRepository(
  ctx: Context,
  projectId: NamespaceId,
  { branch = INITIAL_BRANCH, path, text }: FirstCommit,
): Promise<unknown> {
  const file: FileAction = { action: 'create', path, content: Buffer.from(text) };
  return commitFiles(ctx, projectId, { branch, message: 'Initial commit', actions: [file], isFirst: true });
}

/**
 * Commits files to a branch, with the rules of a push. Throws RefRefusedError for what is not possible or out of date, DefaultBranchError, and ConflictError where the branch keeps moving.
 */
export async function commitFiles(
  ctx: Context,
  key: NamespaceKey,
  wanted: WantedCommit,
): Promise<{ code: ProjectCode; commitId: string }> {
  const found = await findCodeToPush(ctx, key);
  const { branch, message, actions } = wanted;
  requireBranchName(branch);
  const { defaultBranch, mayPushToDefaultBranch, refusedAtAll, size } = rulesOfPush(ctx, found);
  if (branch === defaultBranch && !mayPushToDefaultBranch && !wanted.isFirst) throw new DefaultBranchError();
  if (refusedAtAll !== null) throw new RefRefusedError(refusedAtAll);
  const bytes = actions.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (bytes > size.maxBytes) throw new RefRefusedError(size.tooLarge);
  const code = found.repository ? found : { ...found, folder: await createRepository(ctx, found.project) };
  const repo = repoOf(ctx, code);
  const people = await peopleOf(ctx, wanted);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const head = await refTarget(repo, 'heads', branch);
    const start = await startOf(repo, head, code, wanted);
    const treeId = await writeTree(repo, start, await changesOf(repo, start, actions));
    if (treeId === null) throw new RefRefusedError('file_path is invalid');
    const parentIds = start === null ? [] : [start];
    const commitId = await writeCommit(repo, { treeId, parentIds, message, ...people });
    const isMoved =
      head === null ? await insertRef(repo, 'heads', branch, commitId) : await moveBranch(repo, branch, head, commitId);
    if (!isMoved) continue;
    const update = { ref: `refs/heads/${branch}`, before: head ?? NO_OID, after: commitId };
    await afterPush(ctx, code.project, code.folder, [update]);
    return { code, commitId };
  }
  throw new ConflictError('The branch keeps moving. Commit again.');
}

async function peopleOf(ctx: Context, { authorName, authorEmail }: WantedCommit) {
  const user = ctx.viewer.id === null ? null : await userById(ctx.db, ctx.viewer.id);
  const committer = { name: user?.name ?? '', email: user?.email ?? '' };
  return { committer, author: { name: authorName || committer.name, email: authorEmail || committer.email } };
}

/** The commit that the new one follows; null for the first one of a repository. */
async function startOf(
  repo: Repo,
  head: string | null,
  { repository }: ProjectCode,
  { branch, start }: WantedCommit,
): Promise<string | null> {
  if (head !== null) {
    if (start !== undefined && start !== branch) {
      throw new RefRefusedError(`A branch called '${branch}' already exists. Commit to it without a start.`);
    }
    return head;
  }
  if (start === undefined) {
    if (repository?.defaultBranch) {
      throw new RefRefusedError('You can only create or edit files when you are on a branch');
    }
    return null;
  }
  const commitId = await resolveCommit(repo, start);
  if (commitId === null) throw new RefRefusedError(`Invalid reference name: ${start}`);
  return commitId;
}

interface File {
  id: string;
  mode: string;
}

async function changesOf(repo: Repo, start: string | null, actions: readonly FileAction[]): Promise<TreeChange[]> {
  /** After the actions so far; null for a file that is gone. */
  const files = new Map<string, File | null>();
  const fileAt = async (path: string): Promise<File | null> => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const entry = start === null ? null : await entryAt(repo, start, path);
    return entry && { id: entry.type === 'blob' ? entry.id : '', mode: entry.mode };
  };
  /** Throws for a path that is not a regular file, or that changed since it was read. */
  const existing = async (path: string, lastCommitId?: string): Promise<File> => {
    const file = await fileAt(path);
    if (file?.mode !== FILE && file?.mode !== EXECUTABLE) {
      throw new RefRefusedError("A file with this name doesn't exist");
    }
    if (lastCommitId && start !== null && (await lastCommitOf(repo, start, path)) !== lastCommitId) {
      throw new RefRefusedError('You are attempting to update a file that has changed since you started editing it.');
    }
    return file;
  };
  const free = async (path: string): Promise<void> => {
    if (await fileAt(path)) throw new RefRefusedError('A file with this name already exists');
    const isFolder = [...files].some(([other, file]) => file !== null && other.startsWith(`${path}/`));
    const parents = path.split('/').slice(0, -1);
    const above = await Promise.all(parents.map((_name, index) => fileAt(parents.slice(0, index + 1).join('/'))));
    // Git would replace the one with the other.
    if (isFolder || above.some((file) => file !== null && file.mode !== FOLDER)) {
      throw new RefRefusedError('A file and a folder cannot have the same name');
    }
  };
  for (const { action, path, previousPath = '', content, lastCommitId, isExecutable } of actions) {
    requirePath(path);
    const modeOf = (mode: string): string => (isExecutable === undefined ? mode : isExecutable ? EXECUTABLE : FILE);
    switch (action) {
      case 'create':
        await free(path);
        files.set(path, { id: await writeBlob(repo, content ?? Buffer.alloc(0)), mode: modeOf(FILE) });
        break;
      case 'update': {
        const { mode } = await existing(path, lastCommitId);
        files.set(path, { id: await writeBlob(repo, content ?? Buffer.alloc(0)), mode: modeOf(mode) });
        break;
      }
      case 'delete':
        await existing(path, lastCommitId);
        files.set(path, null);
        break;
      case 'move': {
        requirePath(previousPath);
        const { id, mode } = await existing(previousPath, lastCommitId);
        await free(path);
        files.set(previousPath, null);
        files.set(path, { id: content ? await writeBlob(repo, content) : id, mode: modeOf(mode) });
        break;
      }
      case 'chmod': {
        const { id, mode } = await existing(path, lastCommitId);
        files.set(path, { id, mode: modeOf(mode) });
        break;
      }
      default:
        action satisfies never;
    }
  }
  return [...files].map(([path, file]) => ({ path, mode: file?.mode ?? FILE, blobId: file?.id ?? null }));
}

function requirePath(path: string): void {
  if (pathInCommit(path) === null) throw new RefRefusedError('file_path is invalid');
  // Git checks the content of this file in a push only.
  if (/(^|\/)\.gitmodules$/i.test(path)) throw new RefRefusedError('Push changes of .gitmodules with Git');
}
