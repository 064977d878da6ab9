import { errorCodes, type FastifyRequest } from 'fastify';
import { InputError, nest, refuseUnstorable } from './input.ts';

/**
 * The text fields of a multipart form, in the notations of other forms (`labels[]`, `not[labels]`). Files are skipped, as unknown
 * parameters are. Throws InputError.
 */
export async function readFormFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { bodyLimit } = request.routeOptions;
  const fields: [string, unknown][] = [];
  let size = 0;
  for await (const part of request.parts({ limits: { fieldSize: bodyLimit, fileSize: bodyLimit } })) {
    if (part.type === 'file') {
      part.file.resume();
      continue;
    }
    // A field of JSON was parsed already; its parts are no larger than the whole.
    size += part.fieldname.length + (typeof part.value === 'string' ? part.value.length : 0);
    if (size > bodyLimit || part.valueTruncated) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    fields.push([part.fieldname, part.value]);
  }
  const input = nest(fields);
  refuseUnstorable(input);
  return input;
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
