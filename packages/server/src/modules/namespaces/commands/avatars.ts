import { avatarTypes } from '@milepost/core/accounts/profile';
import { NotFoundError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { imageOf, type StoredImage } from '../../../platform/images/image.ts';
import { findVisibleNamespace, type NamespaceKey } from '../commands.ts';
import { policyOf } from '../policy.ts';
import { avatarOfNamespace, saveNamespaceAvatar } from '../store/avatars.ts';
import { lockVisible } from './writing.ts';

/** Sets the avatar of a group or project; null removes it. Throws ValidationError for an unsupported type and for a file that is too large. */
export function changeNamespaceAvatar(ctx: Context, key: NamespaceKey, bytes: Buffer | null): Promise<string | null> {
  return ctx.transaction(async (trx) => {
    const { id, kind } = await findVisibleNamespace(ctx, key);
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).update, before);
    const image = bytes && imageOf('avatar', bytes, avatarTypes, 'must be a PNG, JPEG, GIF or WebP');
    const url = image && `/-/avatars/${kind}/${id}/${image.digest}`;
    await saveNamespaceAvatar(trx, id, image, url);
    const { traversalIds, visibility } = before.scope;
    const data = { changed: ['avatar'], before: { traversalIds, visibility, name: before.name } };
    trx.announce({ name: 'namespace.updated', namespaceId: id, data });
    return url;
  });
}

/** The avatar with this digest. Throws NotFoundError for a replaced one, and for a namespace that the viewer may not see. */
export async function findNamespaceAvatar(ctx: Context, id: number, digest: string): Promise<StoredImage> {
  const namespace = await findVisibleNamespace(ctx, id);
  const avatar = await avatarOfNamespace(ctx.db, namespace.id);
  if (avatar?.digest !== digest) throw new NotFoundError('Avatar');
  return avatar;
}
