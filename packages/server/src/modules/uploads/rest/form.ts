import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InputError, storableField } from '../../../platform/rest/input.ts';
import { dropFile, storeFile, type StoredFile } from '../commands.ts';

/** A multipart form whose file is on the disk. */
export interface ReceivedForm {
  file: StoredFile;
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams a form with one file, `file`, to the disk. Throws InputError if there is none and answers 413 for one that is too
 * large; leaves no file behind on failure. The caller checks the permission first: nothing is read until then.
 */
export async function receiveForm(ctx: Context, request: FastifyRequest): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new InputError(['file is missing']);
  const fields: Record<string, string> = {};
  let file: StoredFile | null = null;
  try {
    for await (const part of request.parts({ limits: { fileSize: ctx.services.uploadLimit } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = storableField(part.fieldname, part.value);
      } else if (part.fieldname === 'file' && file === null) {
        file = await storeFile(ctx, part.file, storableField('file', part.filename));
        if (part.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
      } else {
        part.file.resume();
      }
    }
    if (file === null) throw new InputError(['file is missing']);
    return { file, fields };
  } catch (error) {
    if (file) await dropFile(ctx, file);
    throw error;
  }
}
