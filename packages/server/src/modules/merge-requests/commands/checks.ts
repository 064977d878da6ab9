import { ConflictError, NotFoundError, UnprocessableError } from '@milepost/core/errors';
import type { StatusCheckId } from '@milepost/core/ids';
import { checkProblem, MAX_STATUS_CHECKS, type CheckStatus } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../../platform/context.ts';
import { findVisibleProject, type NamespaceKey } from '../../namespaces/commands.ts';
import { sealToken } from '../../webhooks/commands/tokens.ts';
import { insertWebhook, removeWebhook, saveWebhook } from '../../webhooks/store.ts';
import { mergeRequestPolicy, projectMergeRequestPolicy } from '../policy.ts';
import {
  checksOfProject,
  checksOfRequest,
  findCheck,
  insertCheck,
  renameCheck,
  saveCheckResult,
  type CheckOfRequest,
  type StatusCheck,
} from '../store/checks.ts';
import { lockMergeRequest } from '../store.ts';
import { syncHead } from './approvals.ts';
import { queueCheckCalls } from './check-calls.ts';
import { findMergeRequest, headOf, type FoundRequest } from './find.ts';

export interface CheckFields {
  name?: string | undefined;
  url?: string | undefined;
  /** Signs the calls. Empty removes it. */
  secret?: string | undefined;
}

const NAME_TAKEN = 'Name has already been taken';

/** The external status checks of a project, for those who may see them. */
export async function listChecks(ctx: Context, key: NamespaceKey): Promise<StatusCheck[]> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(projectMergeRequestPolicy.readChecks, project);
  return checksOfProject(ctx.db, project.id);
}

/** Throws UnprocessableError for a name that exists and for an invalid address. */
export async function createCheck(
  ctx: Context,
  key: NamespaceKey,
  fields: CheckFields & { name: string; url: string },
): Promise<StatusCheck> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(projectMergeRequestPolicy.configure, project);
  check(fields);
  const { name, url, secret } = fields;
  return ctx.transaction(async (trx) => {
    if ((await checksOfProject(trx, project.id)).length >= MAX_STATUS_CHECKS) {
      throw new UnprocessableError(`There can be at most ${MAX_STATUS_CHECKS} status checks`);
    }
    const hook = await insertWebhook(trx, {
      namespaceId: project.id,
      name,
      url,
      purpose: 'status_check',
      sealedToken: secret ? await sealToken({ db: trx, secret: ctx.services.secret }, secret) : null,
      createdById: ctx.viewer.id,
    });
    const id = await insertCheck(trx, { projectId: project.id, webhookId: hook.id, name });
    if (id === null) throw new UnprocessableError(NAME_TAKEN);
    return found(await findCheck(trx, project.id, id));
  });
}

export async function updateCheck(
  ctx: Context,
  key: NamespaceKey,
  id: StatusCheckId,
  fields: CheckFields,
): Promise<StatusCheck> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(projectMergeRequestPolicy.configure, project);
  check(fields);
  const { name, url, secret } = fields;
  return ctx.transaction(async (trx) => {
    const before = found(await findCheck(trx, project.id, id));
    if (name !== undefined && !(await renameCheck(trx, id, name))) throw new UnprocessableError(NAME_TAKEN);
    await saveWebhook(trx, before.webhookId, {
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(secret !== undefined && {
        sealedToken: secret ? await sealToken({ db: trx, secret: ctx.services.secret }, secret) : null,
      }),
    });
    return found(await findCheck(trx, project.id, id));
  });
}

export async function deleteCheck(ctx: Context, key: NamespaceKey, id: StatusCheckId): Promise<void> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(projectMergeRequestPolicy.configure, project);
  await ctx.transaction(async (trx) => {
    const { webhookId } = found(await findCheck(trx, project.id, id));
    await removeWebhook(trx, webhookId);
  });
}

/** The checks of a merge request and their answers about its newest commit. */
export async function checksAt(ctx: Context, { request, code, repo }: FoundRequest): Promise<CheckOfRequest[]> {
  ctx.require(mergeRequestPolicy.readChecks, { project: code.project, authorId: request.authorId });
  const head = request.state === 'opened' ? await headOf(repo, request.sourceBranch) : null;
  return checksOfRequest(ctx.db, { ...request, headSha: head ?? request.headSha });
}

/** Stores the answer of a check. Throws ConflictError where `sha` is not the newest commit of the source. */
export async function answerCheck(
  ctx: Context,
  key: NamespaceKey,
  iid: number,
  answer: { checkId: StatusCheckId; sha: string; status: CheckStatus },
): Promise<{ found: FoundRequest; check: StatusCheck }> {
  const request = await findMergeRequest(ctx, key, iid);
  const { project } = request.code;
  return ctx.transaction(async (trx) => {
    const locked = await lockMergeRequest(trx, request.request.id);
    if (!locked) throw new NotFoundError('Merge request');
    ctx.require(mergeRequestPolicy.approve, { project, authorId: locked.authorId });
    const answered = found(await findCheck(trx, project.id, answer.checkId));
    const head = locked.state === 'opened' ? await syncHead(trx, request, locked) : locked.headSha;
    if (answer.sha !== head) throw new ConflictError('SHA does not match HEAD of source branch');
    const { sha, status } = answer;
    await saveCheckResult(trx, { mergeRequestId: locked.id, statusCheckId: answered.id, sha, status });
    trx.announce({ name: 'mergeRequest.checked', namespaceId: project.id, data: { mergeRequestId: locked.id } });
    return { found: request, check: answered };
  });
}

/** Calls a failed check again. Throws UnprocessableError for one that has not failed. */
export async function retryCheck(ctx: Context, key: NamespaceKey, iid: number, id: StatusCheckId): Promise<void> {
  const request = await findMergeRequest(ctx, key, iid);
  const { project } = request.code;
  await ctx.transaction(async (trx) => {
    // The lock makes the second of two retries wait, and find the check pending.
    const locked = await lockMergeRequest(trx, request.request.id);
    if (!locked) throw new NotFoundError('Merge request');
    ctx.require(mergeRequestPolicy.approve, { project, authorId: locked.authorId });
    const head = locked.state === 'opened' ? await syncHead(trx, request, locked) : locked.headSha;
    const checks = await checksOfRequest(trx, { ...locked, headSha: head });
    const failed = checks.find((each) => each.id === id);
    if (!failed) throw new NotFoundError('External status check');
    if (failed.status !== 'failed' || head === null)
      throw new UnprocessableError('External status check must be failed');
    await saveCheckResult(trx, { mergeRequestId: locked.id, statusCheckId: id, sha: head, status: 'pending' });
    await queueCheckCalls(ctx.within(trx), trx, project, { ...locked, headSha: head }, [failed], 'update');
  });
}

function check(fields: CheckFields): void {
  const problem = checkProblem(fields);
  if (problem !== null) throw new UnprocessableError(problem);
}

function found(check: StatusCheck | null): StatusCheck {
  if (!check) throw new NotFoundError('External status check');
  return check;
}
