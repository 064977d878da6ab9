import type { Readable } from 'node:stream';
import { NotFoundError } from '@milepost/core/errors';
import { isPlayedType, isShownType } from '@milepost/core/files/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStorage } from '../../../platform/files/file-storage.ts';
import { hasRepresentation } from '../../../platform/http/etag.ts';
import { NotHereError } from '../../../platform/sites/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { keyOf, readBytes } from '../store/files.ts';
import type { Upload } from '../store.ts';

export type ServedFile = Pick<Upload, 'id' | 'secret' | 'fileName' | 'byteSize' | 'mediaType'>;

/**
 * Sends the bytes of a file after the permission was checked. Images of safe types are shown inline; everything else, including
 * SVG and HTML, is sent as an attachment under a restrictive policy, or by the bucket at a signed address: then its origin has no
 * session. Supports 304 and single ranges. Throws FileStorageError.
 */
export async function answerFile(
  ctx: Context,
  { http, reply }: { http: FastifyRequest; reply: FastifyReply },
  upload: ServedFile,
): Promise<Readable | undefined> {
  const etag = `"upload-${upload.id}"`;
  // Not on errors, which are JSON.
  const announce = (): void =>
    void reply
      .headers({
        'cache-control': 'private, no-cache',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'content-disposition': dispositionOf(upload),
        'accept-ranges': 'bytes',
        etag,
      })
      .type(upload.mediaType);
  const size = upload.byteSize;
  const isKnown = hasRepresentation(http, etag);
  const range = isKnown ? null : rangeOf(http, etag, size);
  if (isKnown || range === 'unsatisfiable') {
    announce();
    void reply.code(isKnown ? 304 : 416);
    if (!isKnown) void reply.header('content-range', `bytes */${size}`);
    return undefined;
  }
  const { files, site } = ctx.services;
  const address = await addressIn(files, upload);
  if (address !== null) {
    void reply.headers({ location: address, 'cache-control': 'private, no-store' }).code(302);
    return undefined;
  }
  const bytes = await readBytes(files, upload.secret, range ?? undefined);
  // The primary checks the permission again.
  if (!bytes && site.isSecondary) throw new NotHereError();
  if (!bytes) throw new NotFoundError('Upload');
  announce();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return bytes;
}

/** The address in the bucket of a file that is a download; null if the server sends it: pages show files of their own origin only. */
async function addressIn(files: FileStorage, upload: ServedFile): Promise<string | null> {
  if (isShownType(upload.mediaType) || isPlayedType(upload.mediaType)) return null;
  const headers = { contentType: upload.mediaType, contentDisposition: dispositionOf(upload) };
  return files.signedAddress(keyOf(upload.secret), headers);
}

function dispositionOf({ mediaType, fileName }: ServedFile): string {
  const plain = fileName.replaceAll(/[^\w.+-]/g, '_');
  const how = isShownType(mediaType) ? 'inline' : 'attachment';
  return `${how}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

interface Range {
  start: number;
  end: number;
}

/** The requested range; null for the whole file, also if the header is not understood. */
function rangeOf({ headers, method }: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
  const condition = headers['if-range'];
  if (!match || method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
