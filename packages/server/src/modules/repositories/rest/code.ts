import { Type } from 'typebox';
import { NotFoundError } from '@milepost/core/errors';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { GitProcess } from '../../../platform/git/process.ts';
import { RateLimitedError, type CounterOf } from '../../../platform/http/request-limits.ts';
import { findCode, type ProjectCode } from '../commands.ts';
import { repoOf } from '../commands/refs.ts';
import { resolveCommit, type Repo } from '../store/commits.ts';

export const tags = ['repositories'];

/** The repository of the route's project. */
export async function codeOf(
  ctx: Context,
  params: Readonly<Record<string, string>>,
): Promise<{ code: ProjectCode; repo: Repo }> {
  const code = await findCode(ctx, params['id'] ?? '');
  return { code, repo: repoOf(ctx, code) };
}

/** The commit of a ref, or of the default branch. Throws NotFoundError. */
export async function commitOf(
  { code, repo }: { code: ProjectCode; repo: Repo },
  ref: string | undefined,
  what = 'Commit',
): Promise<string> {
  const wanted = ref === undefined || ref === '' ? code.repository?.defaultBranch : ref;
  const found = wanted ? await resolveCommit(repo, wanted) : null;
  if (found === null) throw new NotFoundError(what);
  return found;
}

/** A branch, tag or commit. A text that git could read as an option, or that can name no ref, answers 400. */
export const refInput = (description?: string) =>
  Type.String({ maxLength: 1_024, pattern: '^(?!-)[^\\n]*$', ...(description !== undefined && { description }) });

/** Throws RateLimitedError for a sixth expensive read of a project by one caller within a minute. */
export function countRead(counterOf: CounterOf, ctx: Context, { project }: ProjectCode, ip: string): void {
  const { limit, observed, resetAt } = counterOf(ctx.services.db).count(`${ctx.viewer.id ?? ip} ${project.id}`);
  if (observed <= limit) return;
  throw new RateLimitedError(
    'This endpoint has been requested too many times. Try again later.',
    Math.max(1, Math.ceil(resetAt - Date.now() / 1000)),
  );
}

export const MAX_EXPENSIVE_READS = 5;

/** Ends a process with the connection of its answer, which may have been closed while the process was queued. */
export function endWithReply({ raw }: FastifyReply, process: GitProcess): void {
  if (raw.destroyed) process.stop();
  else raw.once('close', () => process.stop());
}

/** Encoded, so that a path with other characters fits a header. */
export function setFileHeaders(reply: FastifyReply, values: Readonly<Record<string, string | number | boolean>>): void {
  for (const [name, value] of Object.entries(values)) {
    void reply.header(`x-gitlab-${name}`, String(value).replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent));
  }
}
