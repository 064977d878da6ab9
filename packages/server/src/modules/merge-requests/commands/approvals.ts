import {
  ConflictError,
  NotFoundError,
  UnauthenticatedError,
  UnprocessableError,
  ValidationError,
} from '@milepost/core/errors';
import { MAX_APPROVALS_REQUIRED } from '@milepost/core/merge-requests/rules';
import type { Context, Trx } from '../../../platform/context.ts';
import { findVisibleProject, type NamespaceKey } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { mergeRequestPolicy, projectMergeRequestPolicy } from '../policy.ts';
import {
  insertApproval,
  lockMergeRequest,
  removeApprovals,
  saveMergeRequest,
  saveSettings,
  type MergeRequest,
  type MergeRequestSettings,
} from '../store.ts';
import { findMergeRequest, headOf, type FoundRequest } from './find.ts';
import { writeRequestNote } from './system.ts';

/**
 * Approves a merge request. Throws ConflictError where `sha` is not the newest commit, UnauthenticatedError for its author and for a second
 * approval, as the published API does.
 */
export async function approve(ctx: Context, key: NamespaceKey, iid: number, sha?: string): Promise<FoundRequest> {
  const found = await findMergeRequest(ctx, key, iid);
  const { project } = found.code;
  await ctx.transaction(async (trx) => {
    const request = await lockOpen(trx, found);
    ctx.require(mergeRequestPolicy.approve, { project, authorId: request.authorId });
    const head = await syncHead(trx, found, request);
    if (sha !== undefined && sha !== '' && sha !== head)
      throw new ConflictError('SHA does not match HEAD of source branch');
    const { id: userId } = ctx.viewer;
    if (userId === null || userId === request.authorId) throw new UnauthenticatedError();
    if (!(await insertApproval(trx, request.id, userId))) throw new UnauthenticatedError();
    await writeRequestNote(ctx.within(trx), trx, project, request, 'approved this merge request');
    trx.announce({ name: 'mergeRequest.approved', namespaceId: project.id, data: { mergeRequestId: request.id } });
  });
  return found;
}

/** Removes the viewer's approval. Throws NotFoundError without one. */
export async function unapprove(ctx: Context, key: NamespaceKey, iid: number): Promise<FoundRequest> {
  const found = await findMergeRequest(ctx, key, iid);
  const { project } = found.code;
  await ctx.transaction(async (trx) => {
    const request = await lockOpen(trx, found);
    ctx.require(mergeRequestPolicy.approve, { project, authorId: request.authorId });
    const { id: userId } = ctx.viewer;
    if (userId === null || (await removeApprovals(trx, request.id, userId)) === 0) throw new NotFoundError('Approval');
    await writeRequestNote(ctx.within(trx), trx, project, request, 'unapproved this merge request');
    trx.announce({ name: 'mergeRequest.unapproved', namespaceId: project.id, data: { mergeRequestId: request.id } });
  });
  return found;
}

async function lockOpen(trx: Trx, { request }: FoundRequest): Promise<MergeRequest> {
  const locked = await lockMergeRequest(trx, request.id);
  if (!locked) throw new NotFoundError('Merge request');
  if (locked.forge !== null) throw new UnprocessableError('The merge request is approved where it came from');
  if (locked.state !== 'opened') throw new UnprocessableError('The merge request is not open');
  return locked;
}

/**
 * The newest commit of the source. A branch can move without a push, when it is deleted and recreated: approvals of other commits are
 * removed then, too.
 */
export async function syncHead(trx: Trx, { repo }: FoundRequest, request: MergeRequest): Promise<string | null> {
  const head = await headOf(repo, request.sourceBranch);
  if (head !== null && head !== request.headSha) {
    await saveMergeRequest(trx, request.id, { headSha: head });
    await removeApprovals(trx, request.id);
  }
  return head;
}

/** Throws ValidationError for a number of approvals out of range. */
export async function changeSettings(
  ctx: Context,
  key: NamespaceKey,
  changes: { [Name in keyof MergeRequestSettings]?: MergeRequestSettings[Name] | undefined },
): Promise<Namespace> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(projectMergeRequestPolicy.configure, project);
  const { approvalsRequired } = changes;
  if (approvalsRequired !== undefined && (approvalsRequired < 0 || approvalsRequired > MAX_APPROVALS_REQUIRED)) {
    throw new ValidationError({ approvals_before_merge: [`must be between 0 and ${MAX_APPROVALS_REQUIRED}`] });
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length > 0) await ctx.transaction((trx) => saveSettings(trx, project.id, given));
  return project;
}
