import type { Readable } from 'node:stream';
import { NotFoundError } from '@milepost/core/errors';
import { isShownType } from '@milepost/core/files/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasRepresentation } from '../../../platform/http/etag.ts';
import { NotHereError } from '../../../platform/sites/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { readBytes } from '../store/files.ts';
import type { Upload } from '../store.ts';

export type ServedFile = Pick<Upload, 'id' | 'secret' | 'fileName' | 'byteSize' | 'mediaType'>;

/**
 * Sends the bytes of a file after the permission was checked. Images of safe types are shown inline; everything else, including
 * SVG and HTML, is sent as an attachment under a restrictive policy. Supports 304 and single ranges.
 */
export async function answerFile(
  ctx: Context,
  { http, reply }: { http: FastifyRequest; reply: FastifyReply },
  upload: ServedFile,
): Promise<Readable | undefined> {
  const etag = `"upload-${upload.id}"`;
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
  if (hasRepresentation(http, etag)) {
    void reply.code(304);
    return undefined;
  }
  const size = upload.byteSize;
  const range = rangeOf(http, etag, size);
  if (range === 'unsatisfiable') {
    void reply.code(416).header('content-range', `bytes */${size}`);
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const bytes = await readBytes(ctx.services.dataDir, upload.secret, { start, end: Math.max(end, 0) });
  // The primary checks the permission again.
  if (!bytes && ctx.services.site.isSecondary) throw new NotHereError();
  if (!bytes) throw new NotFoundError('Upload');
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return bytes;
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
