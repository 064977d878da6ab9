import { webPathOf } from '@milepost/core/namespaces';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { ProjectCode } from '../commands.ts';
import { repositoryPolicy } from '../policy.ts';
import type { Commit } from '../store/commits.ts';
import type { FileDiff, Stats } from '../store/diffs.ts';
import type { Ref } from '../store/refs.ts';

const SHORT_ID = 8;

export function presentCommit(commit: Commit, { project }: ProjectCode, ctx: Context, stats?: Stats) {
  const { id, parentIds, author, committer, message } = commit;
  return {
    id,
    short_id: id.slice(0, SHORT_ID),
    created_at: committer.date,
    parent_ids: parentIds,
    title: titleOf(message),
    message,
    author_name: author.name,
    author_email: author.email,
    authored_date: author.date,
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: committer.date,
    trailers: {},
    extended_trailers: {},
    web_url: `${ctx.baseUrl}${webPathOf(project)}/-/commit/${id}`,
    ...(stats && { stats }),
  };
}

function titleOf(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? '';
}

export function presentBranch(
  { name }: Ref,
  commit: object | null,
  { code, ctx, isMerged, mayPush }: { code: ProjectCode; ctx: Context; isMerged: boolean; mayPush: boolean },
) {
  const isDefault = code.repository?.defaultBranch === name;
  const rule = isDefault ? repositoryPolicy.pushToDefaultBranch : repositoryPolicy.push;
  const address = name.split('/').map(encodeURIComponent).join('/');
  return {
    name,
    commit,
    merged: isMerged,
    protected: isDefault,
    developers_can_push: !isDefault,
    developers_can_merge: !isDefault,
    can_push: mayPush && ctx.can(rule, code.project),
    default: isDefault,
    web_url: `${ctx.baseUrl}${webPathOf(code.project)}/-/tree/${address}`,
  };
}

/** The parameter of calls that answer diffs. */
export const diffInput = {
  unidiff: Type.Optional(
    Type.Boolean({ description: 'Diffs in the unified format: with the lines that name the two files' }),
  ),
};

export function presentDiffs(files: readonly FileDiff[], { unidiff: isUnified = false }: { unidiff?: boolean }) {
  return files.map((file) => presentDiff(file, isUnified));
}

/** `isUnified`: with the lines that name the two files before the hunks. A binary file has none. */
function presentDiff(file: FileDiff, isUnified: boolean) {
  const names = `--- ${file.isNew ? '/dev/null' : `a/${file.oldPath}`}\n+++ ${file.isDeleted ? '/dev/null' : `b/${file.newPath}`}\n`;
  return {
    diff: isUnified && file.diff.startsWith('@@') ? names + file.diff : file.diff,
    collapsed: file.isCollapsed,
    too_large: file.isTooLarge,
    new_path: file.newPath,
    old_path: file.oldPath,
    a_mode: file.oldMode,
    b_mode: file.newMode,
    new_file: file.isNew,
    renamed_file: file.isRenamed,
    deleted_file: file.isDeleted,
    generated_file: null,
  };
}
