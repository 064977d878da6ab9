import type { Readable } from 'node:stream';
import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId, UploadId } from '@milepost/core/ids';
import { fileNameOf } from '@milepost/core/files/uploads';
import type { Context, Services, Trx } from '../../platform/context.ts';
import { isBackupRunning } from '../../platform/backup/running.ts';
import { FileStorageError } from '../../platform/files/errors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { Namespace } from '../namespaces/store.ts';
import { uploadPolicy } from './policy.ts';
import { mayReadOneOf } from './sockets.ts';
import { copyBytes, storeBytes, removeBytes, sweepBytes, type StoredBytes } from './store/files.ts';
import {
  deleteUploadRow,
  lockUpload,
  lockUploads,
  insertUpload,
  knownSecrets,
  uploadById,
  uploadBySecret,
  uploadsOnPage,
  usesOfUpload,
  type Upload,
} from './store.ts';
import type { UploadPurpose } from './table.ts';

/** A stored file without a row in the database. */
export interface StoredFile extends StoredBytes {
  fileName: string;
}

/**
 * Stores an uploaded file; throws StorageFullError if there is no space, and FileStorageError if the storage fails. The caller checks the
 * permission first, and then either creates a row or calls `dropFile`.
 */
export async function storeFile(ctx: Context, source: Readable, givenName: string): Promise<StoredFile> {
  await ctx.services.storage?.requireRoomForFiles();
  return { ...(await storeBytes(ctx.services.files, source)), fileName: fileNameOf(givenName) };
}

/** Removes a stored file for which no row was created. If the storage fails, the sweep removes it. */
export async function dropFile({ services }: Context, { secret }: Pick<StoredFile, 'secret'>): Promise<void> {
  try {
    await removeBytes(services.files, secret);
  } catch (error) {
    if (!(error instanceof FileStorageError)) throw error;
  }
}

/** Removes a file whose row was deleted. While a backup is made, which may hold the row, the file is left to the sweep. */
export async function removeFile(ctx: Context, file: Pick<StoredFile, 'secret'>): Promise<void> {
  if (!(await isBackupRunning(ctx.services.db))) await dropFile(ctx, file);
}

/**
 * Attaches a stored file to a group or project, which gives it a URL. Throws ForbiddenError if the viewer may not
 * write there. The file is removed on any failure.
 */
export async function addUpload(
  ctx: Context,
  namespace: Namespace,
  file: StoredFile,
  purpose: UploadPurpose = 'markdown',
): Promise<Upload> {
  try {
    ctx.require(uploadPolicy.create, namespace);
    return await insertUpload(ctx.db, {
      ...file,
      namespaceId: namespace.id,
      purpose,
      uploadedById: ctx.viewer.id,
    });
  } catch (error) {
    await dropFile(ctx, file);
    throw error;
  }
}

/**
 * Copies files of one group or project to another within the caller's transaction. The bytes are written before the rows, so a
 * crash leaves at most an extra link that the sweep removes. Returns the new secret of each; a file that is missing or belongs
 * to another namespace is left out. Throws ForbiddenError if the viewer may not write there.
 */
export async function copyUploads(
  ctx: Context,
  trx: Trx,
  namespaces: { from: NamespaceId; to: Namespace },
  secrets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const copies = new Map<string, string>();
  if (secrets.length === 0) return copies;
  ctx.require(uploadPolicy.create, namespaces.to);
  for (const upload of await lockUploads(trx, namespaces.from, secrets)) {
    const copy = await copyRow(ctx, trx, upload, namespaces.to.id);
    if (copy) copies.set(upload.secret, copy.secret);
  }
  return copies;
}

/** Copies one file of another room into a group or project; null if its bytes are missing. That room checks the permission. */
export async function copyUpload(ctx: Context, trx: Trx, id: UploadId, to: NamespaceId): Promise<Upload | null> {
  const upload = await lockUpload(trx, id);
  return upload && copyRow(ctx, trx, upload, to);
}

async function copyRow(ctx: Context, trx: Trx, upload: Upload, to: NamespaceId): Promise<Upload | null> {
  const { id: _id, namespaceId: _place, secret: from, ...rest } = upload;
  const secret = await copyBytes(ctx.services.files, from);
  return secret === null ? null : insertUpload(trx, { ...rest, secret, namespaceId: to });
}

/** Identifies an upload by its id, or by the parts of its address. */
export type UploadKey = { id: UploadId } | { secret: string; fileName: string };

/**
 * A file of a group or project. A file attached to items or notes is visible to those who may read one of these, and to those
 * who manage all files of the namespace. Throws NotFoundError if there is none, or none that this viewer may see.
 */
export async function findUpload(ctx: Context, namespace: Namespace, key: UploadKey): Promise<Upload> {
  ctx.require(uploadPolicy.read, namespace);
  const found =
    'id' in key ? await uploadById(ctx.db, namespace.id, key.id) : await uploadBySecret(ctx.db, namespace.id, key);
  if (!found || !(await isReadable(ctx, namespace, found))) throw new NotFoundError('Upload');
  return found;
}

/** Files without recorded uses are drafts, or in texts that every reader of the namespace may read. */
async function isReadable(ctx: Context, namespace: Namespace, { secret }: Upload): Promise<boolean> {
  if (ctx.can(uploadPolicy.manage, namespace)) return true;
  const uses = await usesOfUpload(ctx.db, secret);
  return uses.length === 0 || mayReadOneOf(ctx, uses);
}

/** All files of a group or project, newest first. Throws ForbiddenError below maintainer. */
export async function listUploads(
  ctx: Context,
  namespace: Namespace,
  page: PageRequest,
): Promise<{ rows: Upload[]; total: number }> {
  ctx.require(uploadPolicy.manage, namespace);
  return uploadsOnPage(ctx.db, namespace.id, page);
}

/** Deletes a file, its row first: even if removing the bytes fails, its URL stops working. Throws as `listUploads` does. */
export async function deleteUpload(ctx: Context, namespace: Namespace, key: UploadKey): Promise<void> {
  ctx.require(uploadPolicy.destroy, namespace);
  const upload = await findUpload(ctx, namespace, key);
  if (await deleteUploadRow(ctx.db, upload.id)) await removeFile(ctx, upload);
}

/** Removes files left by crashes, deleted groups and deleted projects; returns their number. None while a backup is made. */
export function sweepFiles({ files, db }: Services, now = new Date()): Promise<number> {
  return sweepBytes(files, now, async (secrets) => {
    const known = await knownSecrets(db, secrets);
    // Asked afterwards: a backup that begins later does not hold the deleted rows.
    return (await isBackupRunning(db)) ? new Set(secrets) : known;
  });
}
