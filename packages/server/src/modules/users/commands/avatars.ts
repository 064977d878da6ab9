import { avatarTypes } from '@milepost/core/accounts/profile';
import { NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { imageOf } from '../../../platform/images/image.ts';
import { mayReadPage } from '../policy.ts';
import { avatarOf, deleteAvatar, saveAvatar, type Avatar } from '../store/profile.ts';
import { saveUser, userById } from '../store.ts';
import { ownAccount } from './accounts.ts';

/** Sets the viewer's avatar; null removes it. Throws ValidationError for an unsupported type and for a file that is too large. */
export async function changeAvatar(ctx: Context, bytes: Buffer | null): Promise<string | null> {
  const { id } = (await ownAccount(ctx)).user;
  return ctx.transaction(async (trx) => {
    if (bytes === null) {
      await deleteAvatar(trx, id);
      return (await saveUser(trx, id, { avatarUrl: null })).avatarUrl;
    }
    const image = imageOf('avatar', bytes, avatarTypes, 'must be a PNG, JPEG, GIF or WebP');
    await saveAvatar(trx, id, image);
    return (await saveUser(trx, id, { avatarUrl: `/-/avatars/user/${id}/${image.digest}` })).avatarUrl;
  });
}

/** The avatar with this digest. Throws NotFoundError for a replaced one, and for that of a banned person. */
export async function findAvatar(ctx: Context, id: UserId, digest: string): Promise<Avatar> {
  const user = await userById(ctx.db, id);
  const avatar = user && mayReadPage(ctx.viewer, user) ? await avatarOf(ctx.db, id) : null;
  if (avatar?.digest !== digest) throw new NotFoundError('Avatar');
  return avatar;
}
