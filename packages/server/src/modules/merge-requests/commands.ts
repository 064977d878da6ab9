import { baseOfNamespace } from '@milepost/core/text/references';
import {
  ConflictError,
  NotFoundError,
  StaleVersionError,
  UnprocessableError,
  ValidationError,
} from '@milepost/core/errors';
import type { MergeRequestId, UserId } from '@milepost/core/ids';
import { MAX_DESCRIPTION, MAX_PEOPLE, mergeRequestTitleProblems } from '@milepost/core/merge-requests/rules';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import type { NamespaceKey } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { nextIid } from '../namespaces/store.ts';
import { findCode } from '../repositories/commands.ts';
import { repoOf } from '../repositories/commands/refs.ts';
import type { CommitMessage } from '../repositories/store/commits.ts';
import { mergeBase } from '../repositories/store/diffs.ts';
import { comparisonOf, findMergeRequest, headOf, type FoundRequest } from './commands/find.ts';
import { commitsOf, storeNamedIssues } from './commands/issues.ts';
import { writeParts, type MergeRequestFields } from './commands/parts.ts';
import { writeRequestNote } from './commands/system.ts';
import { keepSnapshot } from './commands/webhooks.ts';
import { mergeRequestPolicy, projectMergeRequestPolicy } from './policy.ts';
import {
  insertMergeRequest,
  lockMergeRequest,
  mergeRequestsById,
  openRequestsOf,
  removeApprovals,
  removeMergeRequest,
  saveMergeRequest,
  type MergeRequest,
} from './store.ts';
import type { PersonRole } from './table.ts';

interface Subject {
  mergeRequestId: MergeRequestId;
}

declare module '../../platform/context.ts' {
  interface Events {
    'mergeRequest.created': Subject;
    'mergeRequest.updated': Subject;
    'mergeRequest.closed': Subject;
    'mergeRequest.reopened': Subject;
    'mergeRequest.merged': Subject;
    /** Its source branch moved. */
    'mergeRequest.pushed': Subject;
    'mergeRequest.approved': Subject;
    'mergeRequest.unapproved': Subject;
    'mergeRequest.deleted': Subject & { iid: number };
    /** Newly added assignees and reviewers. */
    'mergeRequest.peopleAdded': Subject & { role: PersonRole; userIds: readonly UserId[] };
  }
}

export interface NewMergeRequest extends MergeRequestFields {
  title: string;
  sourceBranch: string;
  targetBranch: string;
}

export interface MergeRequestChange extends MergeRequestFields {
  stateEvent?: 'close' | 'reopen' | undefined;
  /** The version that was read, for optimistic locking (StaleVersionError). */
  lockVersion?: number | undefined;
}

/** Throws ValidationError for invalid fields and branches that do not exist, ConflictError where an open one of the same branches exists. */
export async function createMergeRequest(
  ctx: Context,
  key: NamespaceKey,
  wanted: NewMergeRequest,
): Promise<MergeRequest> {
  const code = await findCode(ctx, key);
  const { project } = code;
  ctx.require(projectMergeRequestPolicy.create, project);
  check(wanted);
  const { sourceBranch, targetBranch } = wanted;
  const repo = repoOf(ctx, code);
  const [head, target] = [await headOf(repo, sourceBranch), await headOf(repo, targetBranch)];
  const problems = {
    ...(head === null && { source_branch: ['does not exist'] }),
    ...(target === null && { target_branch: ['does not exist'] }),
    ...(sourceBranch === targetBranch && { target_branch: ['must differ from the source branch'] }),
  };
  if (head === null || target === null || Object.keys(problems).length > 0) throw new ValidationError(problems);
  const base = await mergeBase(repo, target, head);
  const commits = await commitsOf(repo, base === null ? head : `${base}..${head}`);
  const id = await ctx.transaction(async (trx) => {
    const row = await insertMergeRequest(trx, {
      projectId: project.id,
      iid: await nextIid(trx, project.id, 'merge_requests'),
      title: wanted.title.trim(),
      description: wanted.description ?? '',
      descriptionHtml: await renderText(ctx.within(trx), wanted.description ?? '', baseOfNamespace(project)),
      authorId: ctx.viewer.id,
      sourceBranch,
      targetBranch,
      headSha: head,
      squash: wanted.squash ?? false,
      removesSourceBranch: wanted.removesSourceBranch ?? false,
    });
    if (!row) throw await duplicate(trx, project, sourceBranch, targetBranch);
    await writeParts(ctx, trx, project, row, wanted);
    await storeNamedIssues(ctx, trx, project, row, commits);
    trx.announce({ name: 'mergeRequest.created', namespaceId: project.id, data: { mergeRequestId: row.id } });
    return row.id;
  });
  return loaded(ctx, id);
}

/** Throws as `createMergeRequest`, and UnprocessableError for a change of the state that is not possible. */
export async function updateMergeRequest(
  ctx: Context,
  key: NamespaceKey,
  iid: number,
  change: MergeRequestChange,
): Promise<MergeRequest> {
  const found = await findMergeRequest(ctx, key, iid);
  const { project } = found.code;
  check(change);
  if (change.targetBranch !== undefined && (await headOf(found.repo, change.targetBranch)) === null) {
    throw new ValidationError({ target_branch: ['does not exist'] });
  }
  const head = await headOf(found.repo, found.request.sourceBranch);
  const commits = await commitsOfRequest(found);
  await ctx.transaction(async (trx) => {
    const before = await lockMergeRequest(trx, found.request.id);
    if (!before) throw new NotFoundError('Merge request');
    ctx.require(mergeRequestPolicy.update, { project, authorId: before.authorId });
    if (change.lockVersion !== undefined && change.lockVersion !== before.lockVersion) throw new StaleVersionError();
    refuseFieldsOfForge(before, change);
    await keepSnapshot(ctx, trx, before);
    const event = stateChange(ctx, before, change, head);
    const texts = await textChange(ctx, trx, project, before, change);
    const hasParts = await writeParts(ctx, trx, project, before, change);
    const isChanged = hasParts || Object.keys(texts).length > 0;
    const lockVersion = before.lockVersion + (isChanged ? 1 : 0);
    await saveMergeRequest(trx, before.id, { ...event?.columns, ...texts, lockVersion });
    // Pushes to the branch of a closed one leave its approvals: they are of another commit.
    if (event?.name === 'mergeRequest.reopened' && event.columns.headSha !== before.headSha) {
      await removeApprovals(trx, before.id);
    }
    const after = { ...before, ...texts };
    if (texts.title !== undefined || texts.description !== undefined) {
      await storeNamedIssues(ctx, trx, project, after, commits);
    }
    const data = { mergeRequestId: before.id };
    if (event) {
      await writeRequestNote(ctx.within(trx), trx, project, before, event.text);
      trx.announce({ name: event.name, namespaceId: project.id, data });
    }
    if (isChanged) {
      trx.announce({ name: 'mergeRequest.updated', namespaceId: project.id, data });
    }
  });
  return loaded(ctx, found.request.id);
}

export async function deleteMergeRequest(ctx: Context, key: NamespaceKey, iid: number): Promise<void> {
  const { request, code } = await findMergeRequest(ctx, key, iid);
  await ctx.transaction(async (trx) => {
    const row = await lockMergeRequest(trx, request.id);
    if (!row) throw new NotFoundError('Merge request');
    ctx.require(mergeRequestPolicy.destroy, { project: code.project, authorId: row.authorId });
    await removeMergeRequest(trx, row.id);
    const data = { mergeRequestId: row.id, iid: row.iid };
    trx.announce({ name: 'mergeRequest.deleted', namespaceId: code.project.id, data });
  });
}

async function commitsOfRequest(found: FoundRequest): Promise<CommitMessage[]> {
  const range = await comparisonOf(found);
  return range ? commitsOf(found.repo, `${range.base}..${range.head}`) : [];
}

function stateChange(ctx: Context, before: MergeRequest, { stateEvent }: MergeRequestChange, head: string | null) {
  if (stateEvent === undefined) return null;
  if (before.state === 'merged') throw new UnprocessableError('A merged merge request cannot be closed or reopened');
  if (stateEvent === 'close') {
    if (before.state === 'closed') return null;
    const columns = { state: 'closed', closedAt: new Date(), closedById: ctx.viewer.id } as const;
    return { name: 'mergeRequest.closed', text: 'closed', columns } as const;
  }
  if (before.state === 'opened') return null;
  const columns = { state: 'opened', closedAt: null, closedById: null, headSha: head ?? before.headSha } as const;
  return { name: 'mergeRequest.reopened', text: 'reopened', columns } as const;
}

async function textChange(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  before: MergeRequest,
  change: MergeRequestChange,
) {
  const { title, description, targetBranch, squash, removesSourceBranch, isDiscussionLocked } = change;
  const isTitled = title !== undefined && title.trim() !== before.title;
  const isDescribed = description !== undefined && description !== before.description;
  const isRetargeted = targetBranch !== undefined && targetBranch !== before.targetBranch;
  if (isRetargeted) {
    if (before.state !== 'opened')
      throw new UnprocessableError('Only an open merge request can change its target branch');
    if (targetBranch === before.sourceBranch) {
      throw new ValidationError({ target_branch: ['must differ from the source branch'] });
    }
    await writeRequestNote(ctx.within(trx), trx, project, before, `changed target branch to \`${targetBranch}\``);
  }
  const isLockChanged = isDiscussionLocked !== undefined && isDiscussionLocked !== before.isDiscussionLocked;
  if (isLockChanged) {
    const verb = isDiscussionLocked ? 'locked' : 'unlocked';
    await writeRequestNote(ctx.within(trx), trx, project, before, `${verb} the discussion in this merge request`);
  }
  return {
    ...(isLockChanged && { isDiscussionLocked }),
    ...(isTitled && { title: title.trim() }),
    ...(isDescribed && {
      description,
      descriptionHtml: await renderText(ctx.within(trx), description, baseOfNamespace(project)),
    }),
    ...(isRetargeted && { targetBranch }),
    ...(squash !== undefined && squash !== before.squash && { squash }),
    ...(removesSourceBranch !== undefined &&
      removesSourceBranch !== before.removesSourceBranch && { removesSourceBranch }),
  };
}

/** Title, description, state and target of a request from another forge are changed by its events only. */
function refuseFieldsOfForge({ forge }: MergeRequest, change: MergeRequestChange): void {
  const { title, description, stateEvent, targetBranch } = change;
  if (forge !== null && [title, description, stateEvent, targetBranch].some((each) => each !== undefined)) {
    throw new UnprocessableError('This merge request came from another forge. Change it there.');
  }
}

async function duplicate(trx: Trx, project: Namespace, source: string, target: string): Promise<ConflictError> {
  const open = await openRequestsOf(trx, project.id, 'sourceBranch', source);
  const other = open.find(({ targetBranch }) => targetBranch === target);
  const reference = other ? `: !${other.iid}` : '';
  return new ConflictError(`Another open merge request already exists for this source branch${reference}`);
}

function check({ title, description, assigneeIds = [], reviewerIds = [] }: MergeRequestFields): void {
  const problems = {
    ...(title !== undefined && { title: mergeRequestTitleProblems(title) }),
    ...((description ?? '').length > MAX_DESCRIPTION && {
      description: [`is too long (maximum is ${MAX_DESCRIPTION} characters)`],
    }),
    ...(assigneeIds.length > MAX_PEOPLE && { assignees: [`are limited to ${MAX_PEOPLE}`] }),
    ...(reviewerIds.length > MAX_PEOPLE && { reviewers: [`are limited to ${MAX_PEOPLE}`] }),
  };
  const found = Object.entries(problems).filter(([, texts]) => texts.length > 0);
  if (found.length > 0) throw new ValidationError(Object.fromEntries(found));
}

async function loaded(ctx: Context, id: MergeRequestId): Promise<MergeRequest> {
  const request = await ctx.load(mergeRequestsById, id);
  if (!request) throw new NotFoundError('Merge request');
  return request;
}
