import { MAX_AVATAR_BYTES } from '@milepost/core/accounts/profile';
import { NotFoundError } from '@milepost/core/errors';
import { mediaTypeOf } from '@milepost/core/files/uploads';
import type { Context, Services } from '../../../platform/context.ts';
import { imageOf, type StoredImage } from '../../../platform/images/image.ts';
import { sanitizedSvg } from '../../../platform/images/svg.ts';
import { applyStored } from '../../../platform/instance/follow.ts';
import { readLogo, writeLogo } from '../../../platform/instance/store.ts';
import { requireAdministrator } from '../policy.ts';

const types = ['image/png', 'image/svg+xml'];

/** Sets the logo of the installation; null restores the built-in one. This process applies it at once, others when they reload. */
export async function changeLogo(ctx: Context, bytes: Buffer | null): Promise<string | null> {
  requireAdministrator(ctx.viewer);
  const image = bytes && logoOf(bytes);
  await ctx.transaction((trx) => writeLogo(trx, image));
  await applyStored(ctx.services, ctx.services.stored);
  return ctx.services.instance.logoUrl;
}

/** Keeps a PNG unchanged and removes scripts and external references from an SVG. Throws ValidationError for other or large files. */
function logoOf(bytes: Buffer): StoredImage {
  const refused = 'must be an SVG or PNG';
  const found = mediaTypeOf(bytes);
  if (found === 'image/png' || bytes.length > MAX_AVATAR_BYTES)
    return imageOf('logo', bytes, types, refused, 'image/png');
  const svg = sanitizedSvg(bytes.toString('utf8'));
  if (svg === null) return imageOf('logo', bytes, types, refused, found);
  return imageOf('logo', Buffer.from(svg), types, refused, 'image/svg+xml');
}

/** The logo with this digest, without a permission check: the sign-in page shows it. Throws NotFoundError for a replaced one. */
export async function findLogo({ db }: Services, digest: string): Promise<StoredImage> {
  const logo = await readLogo(db);
  if (logo?.digest !== digest) throw new NotFoundError('Logo');
  return logo;
}
