import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InputError, storableField } from '../../../platform/rest/input.ts';
import { dropUpload, storeUpload, type Upload } from '../commands/uploads.ts';
import { importPolicy } from '../policy.ts';

export interface Received {
  upload: Upload;
  fileName: string;
  /** The form's other fields, before or after the file. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams a form with one file, `file`, to the disk. Throws ForbiddenError before it reads the body if the viewer may not
 * import; leaves no file behind on failure.
 */
export async function receiveArchive(ctx: Context, request: FastifyRequest): Promise<Received> {
  ctx.require(importPolicy.create, null);
  if (!request.isMultipart()) throw new InputError(['file is missing']);
  const fields: Record<string, string> = {};
  let received: Omit<Received, 'fields'> | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = storableField(part.fieldname, part.value).trim();
      } else if (part.fieldname === 'file' && received === null) {
        received = { upload: await storeUpload(ctx, part.file), fileName: storableField('file', part.filename) };
        if (part.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
      } else {
        part.file.resume();
      }
    }
    if (received === null) throw new InputError(['file is missing']);
    return { ...received, fields };
  } catch (error) {
    if (received) await dropUpload(ctx, received.upload);
    throw error;
  }
}
