import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { storableField } from '../../../platform/http/bodies.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { dropFile, storeFile, type StoredFile } from '../commands.ts';

/** A form that came in parts: its file is on the disk. */
export interface ReceivedForm {
  file: StoredFile;
  fields: Readonly<Record<string, string>>;
}

/**
 * Takes a form with one file, `file`, and keeps the file while it arrives, never more of it in memory than a piece. Throws
 * InputError where there is none and answers 413 for one that is too large; whatever goes wrong leaves no file behind. Ask who
 * may before: nothing is read until then.
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

/** The fields of a form, in parts or not: what a change without a file may come as. */
export async function receiveFields(
  request: FastifyRequest,
  raw: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!request.isMultipart()) return raw;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = typeof part.value === 'string' ? storableField(part.fieldname, part.value) : part.value;
    } else part.file.resume();
  }
  return { ...raw, ...fields };
}
