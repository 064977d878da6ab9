import type { Readable } from 'node:stream';
import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId, UploadId } from '@milepost/core/ids';
import { fileNameOf } from '@milepost/core/files/uploads';
import type { Context, Services, Trx } from '../../platform/context.ts';
import { storageErrorOf } from '../../platform/storage.ts';
import type { PageWanted } from '../../platform/rest/paging.ts';
import type { Namespace } from '../namespaces/store.ts';
import { uploadPolicy } from './policy.ts';
import { mayReadOneOf } from './sockets.ts';
import { copyBytes, storeBytes, removeBytes, sweepBytes, type StoredBytes } from './store/files.ts';
import {
  deleteUploadRow,
  holdUpload,
  holdUploads,
  insertUpload,
  knownSecrets,
  uploadById,
  uploadBySecret,
  uploadsOnPage,
  usesOfUpload,
  type Upload,
} from './store.ts';
import type { UploadPurpose } from './table.ts';

/** A file that is on the disk, and that nobody knows of yet. */
export interface StoredFile extends StoredBytes {
  fileName: string;
}

/** Keeps a file while it arrives; throws StorageFullError where there is no room. Who may send one was asked before; what becomes of it, a row or `dropFile`, comes next. */
export async function storeFile(ctx: Context, source: Readable, givenName: string): Promise<StoredFile> {
  await ctx.services.storage?.requireRoomForFiles();
  try {
    return { ...(await storeBytes(ctx.services.dataDir, source)), fileName: fileNameOf(givenName) };
  } catch (error) {
    throw storageErrorOf(error) ?? error;
  }
}

/** Removes a file that leads to nothing after all. */
export async function dropFile(ctx: Context, file: Pick<StoredFile, 'secret'>): Promise<void> {
  await removeBytes(ctx.services.dataDir, file.secret);
}

/**
 * Makes a kept file part of a group or project; without a row there is no address for it. Throws ForbiddenError for whoever
 * may not write there. Whatever goes wrong, the file is gone.
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
 * Makes files of one group or project files of another as well, all within the caller's transaction: the bytes are there before
 * the rows, so a crash leaves at most a second name that the sweep takes away. Gives the new secret of each; what is not there, or is no
 * file of that place, is left out. Throws ForbiddenError for whoever may not write there.
 */
export async function copyUploads(
  ctx: Context,
  trx: Trx,
  places: { from: NamespaceId; to: Namespace },
  secrets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const copies = new Map<string, string>();
  if (secrets.length === 0) return copies;
  ctx.require(uploadPolicy.create, places.to);
  for (const upload of await holdUploads(trx, places.from, secrets)) {
    const copy = await copyRow(ctx, trx, upload, places.to.id);
    if (copy) copies.set(upload.secret, copy.secret);
  }
  return copies;
}

/** One file that another room keeps, as one more of its kind in a group or project; null where its bytes are gone. Who may, that room asks. */
export async function copyUpload(ctx: Context, trx: Trx, id: UploadId, to: NamespaceId): Promise<Upload | null> {
  const upload = await holdUpload(trx, id);
  return upload && copyRow(ctx, trx, upload, to);
}

async function copyRow(ctx: Context, trx: Trx, upload: Upload, to: NamespaceId): Promise<Upload | null> {
  const { id: _id, namespaceId: _place, secret: from, ...rest } = upload;
  const secret = await copyBytes(ctx.services.dataDir, from);
  return secret === null ? null : insertUpload(trx, { ...rest, secret, namespaceId: to });
}

/** How an upload is asked for: by its number, or by the parts of its address. */
export type UploadKey = { id: UploadId } | { secret: string; fileName: string };

/**
 * A file of a group or project. One that is attached to items or notes is found by those who may read one of these, and by those who
 * manage all files of the place. Throws NotFoundError where there is none, or none for this viewer.
 */
export async function findUpload(ctx: Context, namespace: Namespace, key: UploadKey): Promise<Upload> {
  ctx.require(uploadPolicy.read, namespace);
  const found =
    'id' in key ? await uploadById(ctx.db, namespace.id, key.id) : await uploadBySecret(ctx.db, namespace.id, key);
  if (!found || !(await isReadable(ctx, namespace, found))) throw new NotFoundError('Upload');
  return found;
}

/** What nothing names yet is a draft, or part of a text that everyone in the place may read. */
async function isReadable(ctx: Context, namespace: Namespace, { secret }: Upload): Promise<boolean> {
  if (ctx.can(uploadPolicy.manage, namespace)) return true;
  const uses = await usesOfUpload(ctx.db, secret);
  return uses.length === 0 || mayReadOneOf(ctx, uses);
}

/** Everything attached in a group or project, the newest first. Throws ForbiddenError for less than maintainers. */
export async function listUploads(
  ctx: Context,
  namespace: Namespace,
  page: PageWanted,
): Promise<{ rows: Upload[]; total: number }> {
  ctx.require(uploadPolicy.manage, namespace);
  return uploadsOnPage(ctx.db, namespace.id, page);
}

/** The row first: from then on the file has no address, whatever happens. Refuses like `listUploads`. */
export async function deleteUpload(ctx: Context, namespace: Namespace, key: UploadKey): Promise<void> {
  ctx.require(uploadPolicy.manage, namespace);
  const upload = await findUpload(ctx, namespace, key);
  if (await deleteUploadRow(ctx.db, upload.id)) await dropFile(ctx, upload);
}

/** Removes what crashes, deleted groups and deleted projects left on the disk; gives how many files. */
export function sweepFiles({ dataDir, db }: Services): Promise<number> {
  return sweepBytes(dataDir, (secrets) => knownSecrets(db, secrets));
}
