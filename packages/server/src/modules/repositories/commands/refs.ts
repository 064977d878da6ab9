import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { userById } from '../../users/store.ts';
import { findCodeToPush, gitOf, type ProjectCode } from '../commands.ts';
import type { NamespaceKey } from '../../namespaces/commands.ts';
import { resolveCommit, type Repo } from '../store/commits.ts';
import { isRefName } from '../store/names.ts';
import { insertRef, insertTagObject, NO_OID, refTarget, removeRef, type RefKind } from '../store/refs.ts';
import { afterPush } from './receive.ts';

/** A request that the published API answers with 400 and a sentence. */
export class RefRefusedError extends DomainError {
  override name = 'RefRefusedError';
  readonly code = 'REF_REFUSED' as const;
  readonly kind = 'invalid' as const;
}

export const repoOf = (ctx: Context, { folder }: ProjectCode): Repo => ({ git: gitOf(ctx), folder });

const nouns: Readonly<Record<RefKind, string>> = { heads: 'Branch', tags: 'Tag' };

/** Creates a branch at a ref. Throws RefRefusedError for a name that exists or is not possible, and for an unknown ref. */
export async function createBranch(ctx: Context, key: NamespaceKey, name: string, ref: string): Promise<ProjectCode> {
  const code = await findCodeToPush(ctx, key);
  await insert(ctx, code, 'heads', name, ref);
  return code;
}

/** Creates a tag; with a message, an annotated one. */
export async function createTag(
  ctx: Context,
  key: NamespaceKey,
  tag: { name: string; ref: string; message?: string | undefined },
): Promise<ProjectCode> {
  const code = await findCodeToPush(ctx, key);
  await insert(ctx, code, 'tags', tag.name, tag.ref, tag.message);
  return code;
}

async function insert(
  ctx: Context,
  code: ProjectCode,
  kind: RefKind,
  name: string,
  ref: string,
  message = '',
): Promise<void> {
  const repo = repoOf(ctx, code);
  if (!isRefName(name)) throw new RefRefusedError(`${nouns[kind]} name is invalid`);
  if (/^[0-9a-f]{40}$/i.test(name)) throw new RefRefusedError(`${nouns[kind]} name is invalid`);
  if ((await refTarget(repo, kind, name)) !== null) {
    throw new RefRefusedError(kind === 'heads' ? 'Branch already exists' : `Tag ${name} already exists`);
  }
  const commitId = await resolveCommit(repo, ref);
  if (commitId === null)
    throw new RefRefusedError(kind === 'heads' ? `Invalid reference name: ${ref}` : `Target ${ref} is invalid`);
  const target =
    message === ''
      ? commitId
      : await insertTagObject(repo, { name, target: commitId, message, tagger: await taggerOf(ctx) });
  if (!(await insertRef(repo, kind, name, target))) throw new RefRefusedError(`${nouns[kind]} already exists`);
  await afterPush(ctx, code.project, code.folder, [{ ref: `refs/${kind}/${name}`, before: NO_OID, after: target }]);
}

async function taggerOf(ctx: Context): Promise<{ name: string; email: string }> {
  const user = ctx.viewer.id === null ? null : await userById(ctx.db, ctx.viewer.id);
  if (!user) throw new ValidationError({ base: ['Sign in to tag'] });
  return user;
}

/** Removes a branch. Throws NotFoundError for an unknown one and ForbiddenError for the default one. */
export async function deleteBranch(ctx: Context, key: NamespaceKey, name: string): Promise<void> {
  const code = await findCodeToPush(ctx, key);
  const target = isRefName(name) ? await refTarget(repoOf(ctx, code), 'heads', name) : null;
  if (target === null) throw new NotFoundError('Branch');
  if (code.repository?.defaultBranch === name) throw new ForbiddenError();
  if (!(await removeRef(repoOf(ctx, code), 'heads', name, target)))
    throw new RefRefusedError('Failed to remove branch');
  await afterPush(ctx, code.project, code.folder, [{ ref: `refs/heads/${name}`, before: target, after: NO_OID }]);
}

/** Removes a tag, also one of another user. Throws NotFoundError for an unknown one. */
export async function deleteTag(ctx: Context, key: NamespaceKey, name: string): Promise<void> {
  const code = await findCodeToPush(ctx, key);
  const target = isRefName(name) ? await refTarget(repoOf(ctx, code), 'tags', name) : null;
  if (target === null) throw new NotFoundError('Tag');
  if (!(await removeRef(repoOf(ctx, code), 'tags', name, target))) throw new RefRefusedError('Failed to remove tag');
}
