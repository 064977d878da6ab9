import { MAX_AVATAR_BYTES } from '@milepost/core/accounts/profile';
import { errorCodes, type FastifyRequest } from 'fastify';
import { InputError, nest, refuseUnstorable } from './input.ts';

/**
 * The text fields of a multipart form, in the notations of other forms (`labels[]`, `not[labels]`), and the bytes of the file
 * named `image`, up to one more than an image may have. Other files are skipped, as unknown parameters are. Throws InputError.
 */
export async function readFormFields(request: FastifyRequest, image?: string): Promise<Record<string, unknown>> {
  const { bodyLimit } = request.routeOptions;
  const fields: [string, unknown][] = [];
  const images: Record<string, Buffer> = {};
  let size = 0;
  for await (const part of request.parts({ limits: { fieldSize: bodyLimit, fileSize: bodyLimit } })) {
    if (part.type === 'file') {
      if (part.fieldname === image) images[image] = await bytesUpTo(part.file, MAX_AVATAR_BYTES + 1);
      else part.file.resume();
      continue;
    }
    // A field of JSON was parsed already; its parts are no larger than the whole.
    size += part.fieldname.length + (typeof part.value === 'string' ? part.value.length : 0);
    if (size > bodyLimit || part.valueTruncated) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    fields.push([part.fieldname, part.value]);
  }
  const input = nest(fields);
  refuseUnstorable(input);
  return { ...input, ...images };
}

/** The first bytes of a stream, which is read to its end. */
async function bytesUpTo(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size < limit) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** The error to report for a multipart form that cannot be parsed; null for any other error. */
export function formErrorOf(error: unknown): InputError | null {
  // The parser reports these as errors without a class and a status.
  const isMalformed =
    error instanceof Error &&
    !('statusCode' in error) &&
    /^Multipart: |unexpected end of multipart data$/i.test(error.message);
  return isMalformed ? new InputError(['The body is not a valid form']) : null;
}
