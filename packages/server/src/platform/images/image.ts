import { createHash } from 'node:crypto';
import { MAX_AVATAR_BYTES } from '@milepost/core/accounts/profile';
import { ValidationError } from '@milepost/core/errors';
import { mediaTypeOf } from '@milepost/core/files/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { InputError } from '../rest/input.ts';

/** A small image in the database: an avatar or the logo. */
export interface StoredImage {
  mediaType: string;
  bytes: Buffer;
  /** Part of the URL, which so changes with the image and can be cached forever. */
  digest: string;
}

const tooLarge = (field: string): ValidationError =>
  new ValidationError({ [field]: ['is too big (should be at most 200 KB)'] });

/** The file in this field of a form. Throws InputError if it is missing, ValidationError if it is too large. */
export async function receiveImage(request: FastifyRequest, field: string): Promise<Buffer> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: MAX_AVATAR_BYTES, files: 1 }, throwFileSizeLimit: false })
    : undefined;
  if (!part) throw new InputError([`${field} is missing`]);
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw tooLarge(field);
  return bytes;
}

/** A REST parameter with an image. The route names it in `image`. */
export const imageInput = Type.Optional(
  Type.Unknown({ description: 'An image, as a file of a multipart form; empty removes the one that there is' }),
);

/** The value of an `imageInput`; undefined keeps the image, null removes it. Throws InputError for anything but a file. */
export function givenImage(field: string, value: unknown): Buffer | null | undefined {
  if (value === undefined || value instanceof Buffer) return value;
  if (value === '') return null;
  throw new InputError([`${field} is invalid`]);
}

/** An image to store; its bytes determine the type. Throws ValidationError for an unsupported type and for a file that is too large. */
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

/** Sends an image. `isPublic`: shared caches may store it. */
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
