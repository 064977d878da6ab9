import { createHash } from 'node:crypto';
import { MAX_AVATAR_BYTES } from '@milepost/core/accounts/profile';
import { ValidationError } from '@milepost/core/errors';
import { mediaTypeOf } from '@milepost/core/files/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InputError } from '../rest/input.ts';

/** A small image in the database: an avatar or the logo. */
export interface StoredImage {
  mediaType: string;
  bytes: Buffer;
  /** Part of its address, which changes with the image: browsers keep it. */
  digest: string;
}

const tooLarge = (field: string): ValidationError =>
  new ValidationError({ [field]: ['is too big (should be at most 200 KB)'] });

/** The file of this name in a form. Throws InputError without one, ValidationError for a large one. */
export async function receiveImage(request: FastifyRequest, field: string): Promise<Buffer> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: MAX_AVATAR_BYTES, files: 1 }, throwFileSizeLimit: false })
    : undefined;
  if (!part) throw new InputError([`${field} is missing`]);
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw tooLarge(field);
  return bytes;
}

/** An image to store, by its bytes whatever its name. Throws ValidationError for another type, and for a large file. */
export function imageOf(
  field: string,
  bytes: Buffer,
  types: readonly string[],
  sentence: string,
  mediaType: string = mediaTypeOf(bytes),
): StoredImage {
  if (!types.includes(mediaType)) throw new ValidationError({ [field]: [sentence] });
  if (bytes.length > MAX_AVATAR_BYTES) throw tooLarge(field);
  return { mediaType, bytes, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

/** Answers with an image. `isPublic`: the same for everybody. */
export function sendImage(reply: FastifyReply, { bytes, mediaType }: StoredImage, isPublic = false): FastifyReply {
  return reply
    .headers({
      'cache-control': `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type(mediaType)
    .send(bytes);
}
