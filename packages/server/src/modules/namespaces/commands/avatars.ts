import { avatarTypes } from '@milepost/core/accounts/profile';
import { NotFoundError } from '@milepost/core/errors';
import type { Context, Trx } from '../../../platform/context.ts';
import { imageOf, type StoredImage } from '../../../platform/images/image.ts';
import { findVisibleNamespace, type NamespaceKey } from '../commands.ts';
import { policyOf } from '../policy.ts';
import type { Namespace } from '../store.ts';
import { avatarOfNamespace, saveNamespaceAvatar } from '../store/avatars.ts';
import { lockVisible } from './writing.ts';

/** Sets the avatar of a group or project; null removes it. Throws ValidationError for an unsupported type and for a file that is too large. */
export function changeNamespaceAvatar(ctx: Context, key: NamespaceKey, bytes: Buffer | null): Promise<string | null> {
  return ctx.transaction(async (trx) => {
    const { id, kind } = await findVisibleNamespace(ctx, key);
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).update, before);
    return saveAvatar(trx, before, bytes);
  });
}

/**
 * Writes a group or project, which checks the policy, and its avatar in one transaction; undefined keeps the avatar, null removes
 * it. Throws as `changeNamespaceAvatar` does.
 */
export async function writeWithAvatar(
  ctx: Context,
  bytes: Buffer | null | undefined,
  write: (ctx: Context) => Promise<Namespace>,
): Promise<Namespace> {
  if (bytes === undefined) return write(ctx);
  return ctx.transaction(async (trx) => {
    const written = await write(ctx.within(trx));
    return Object.assign({}, written, { avatarUrl: await saveAvatar(trx, written, bytes) });
  });
}

async function saveAvatar(
  trx: Trx,
  { id, kind, scope, name }: Pick<Namespace, 'id' | 'kind' | 'scope' | 'name'>,
  bytes: Buffer | null,
): Promise<string | null> {
  const image = bytes && imageOf('avatar', bytes, avatarTypes, 'must be a PNG, JPEG, GIF or WebP');
  const url = image && `/-/avatars/${kind}/${id}/${image.digest}`;
  await saveNamespaceAvatar(trx, id, image, url);
  const data = {
    changed: ['avatar'],
    before: { traversalIds: scope.traversalIds, visibility: scope.visibility, name },
  };
  trx.announce({ name: 'namespace.updated', namespaceId: id, data });
  return url;
}

/** The avatar with this digest. Throws NotFoundError for a replaced one, and for a namespace that the viewer may not see. */
export async function findNamespaceAvatar(ctx: Context, id: number, digest: string): Promise<StoredImage> {
  const namespace = await findVisibleNamespace(ctx, id);
  const avatar = await avatarOfNamespace(ctx.db, namespace.id);
  if (avatar?.digest !== digest) throw new NotFoundError('Avatar');
  return avatar;
}
