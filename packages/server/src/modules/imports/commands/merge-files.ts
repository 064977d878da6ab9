import { createHmac } from 'node:crypto';
import { referencedFilesIn, keyOfFile, withImportedFiles } from '@milepost/core/files/imported-files';
import type { NamespaceId } from '@milepost/core/ids';
import { uploadUrlOf } from '@milepost/core/files/uploads';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { renameBytes } from '../../uploads/store/files.ts';
import { knownSecrets } from '../../uploads/store.ts';
import {
  addressesOf,
  changeTexts,
  saveAddresses,
  extractTexts,
  stagedFilesAfter,
  stagedTexts,
  writeBackTexts,
  extractedTexts,
  writeFiles,
  type StagedFile,
  type StagedTexts,
} from '../store/merge-files.ts';
import type { Tally } from './tally.ts';

const FILES_AT_ONCE = 500;
const TEXTS_AT_ONCE = 100;

/**
 * Copies the archive's files to its project, and updates the texts that refer to them. A file's new secret is derived from the
 * old one with a key of this site: knowing the old secret reveals nothing, and importing the archive again gives the same file.
 */
export async function mergeFiles(
  ctx: Context,
  trx: Db,
  { namespaceId, tally, signal }: { namespaceId: NamespaceId; tally: Tally; signal: AbortSignal | undefined },
): Promise<{ added: number; present: number }> {
  const counted = { added: 0, present: 0 };
  await saveAddresses(trx, []);
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const files = await stagedFilesAfter(trx, after, FILES_AT_ONCE);
    if (files.length === 0) break;
    after = files.at(-1)?.file ?? after;
    const added = await addFiles(ctx, trx, namespaceId, files);
    counted.added += added;
    counted.present += files.length - added;
  }
  for (const which of stagedTexts) {
    await extractTexts(trx, which);
    const isAnyChanged = await rewriteFileReferences(trx, which, tally, signal);
    if (isAnyChanged) await writeBackTexts(trx, which);
  }
  return counted;
}

async function addFiles(
  { services }: Context,
  trx: Db,
  namespaceId: NamespaceId,
  files: readonly StagedFile[],
): Promise<number> {
  const placed = files.map((file) => ({ ...file, newSecret: secretOf(services.secret, namespaceId, file) }));
  const known = await knownSecrets(
    trx,
    placed.map(({ newSecret }) => newSecret),
  );
  const added = placed.filter(({ newSecret }) => !known.has(newSecret));
  // Bytes are stored before rows: after a crash only a file without a row can remain, which the sweep removes.
  for (const { keptAs, newSecret } of added) await renameBytes(services.files, keptAs, newSecret);
  await writeFiles(
    trx,
    namespaceId,
    added.map(({ newSecret, fileName, byteSize, mediaType }) => ({ secret: newSecret, fileName, byteSize, mediaType })),
  );
  await saveAddresses(
    trx,
    placed.map(({ secret, name, newSecret, fileName }) => ({
      secret,
      name,
      address: uploadUrlOf({ secret: newSecret, fileName }),
    })),
  );
  return added.length;
}

function secretOf(siteSecret: string, namespaceId: NamespaceId, { secret, name }: StagedFile): string {
  const text = JSON.stringify(['imported upload', namespaceId, secret, name]);
  return createHmac('sha256', siteSecret).update(text).digest('hex').slice(0, 32);
}

/** Replaces references to files of the archive with the new ones; returns whether any text changed. */
async function rewriteFileReferences(
  trx: Db,
  which: StagedTexts,
  tally: Tally,
  signal?: AbortSignal,
): Promise<boolean> {
  let isAnyChanged = false;
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const texts = await extractedTexts(trx, which, after, TEXTS_AT_ONCE);
    if (texts.length === 0) return isAnyChanged;
    after = texts.at(-1)?.key ?? after;
    const referenced = new Map(
      texts.flatMap(({ text }) => referencedFilesIn(text).map((file) => [keyOfFile(file), file])),
    );
    const secrets = new Set([...referenced.values()].map(({ secret }) => secret));
    const found = await addressesOf(trx, [...secrets]);
    const addresses = new Map(found.map((file) => [keyOfFile(file), file.address]));
    for (const [key, { hasHost }] of referenced) {
      // References to other servers are not reported as missing.
      if (!hasHost && !addresses.has(key))
        tally.problem(`uploads/${key}`, 'is referenced by a text, but missing in the archive');
    }
    const changed = texts
      .map(({ key, text }) => ({ key, text: withImportedFiles(text, addresses) }))
      .filter(({ text }, index) => text !== texts[index]?.text);
    await changeTexts(trx, which, changed);
    isAnyChanged ||= changed.length > 0;
  }
}
