import { ChecksumError } from './errors.ts';
import { digestOf } from './drafts.ts';
import { isKey, KEY_PREFIXES, type ListedObject, type ObjectStore } from './object-store.ts';

const AT_ONCE = 4;
const MAX_PROBLEMS = 20;

export interface MigrationOptions {
  /** Asked before each deletion of a copied object; null: the source stays. */
  mayDelete: (() => Promise<boolean>) | null;
  signal: AbortSignal;
  /** Called after each object. */
  onProgress: (counts: MigrationCounts) => void;
}

export interface MigrationCounts {
  copied: number;
  copiedBytes: number;
  /** Copied before. */
  present: number;
  deleted: number;
  failed: number;
  /** Why the first objects could not be copied. */
  problems: string[];
}

/**
 * Copies all objects to another store and compares the SHA-256 of each with that of the source. Objects that are there already are
 * compared only, so a migration that was stopped continues. An object that fails is counted, and its source stays; the next run tries
 * again. Objects that are removed meanwhile are left out.
 */
export async function migrateObjects(
  from: ObjectStore,
  to: ObjectStore,
  { mayDelete, signal, onProgress }: MigrationOptions,
): Promise<MigrationCounts> {
  const counts: MigrationCounts = { copied: 0, copiedBytes: 0, present: 0, deleted: 0, failed: 0, problems: [] };
  const migrate = async (object: ListedObject): Promise<void> => {
    try {
      const outcome = await copyVerified(from, to, object, mayDelete !== null);
      if (outcome === 'gone') return;
      if (outcome === 'copied') counts.copiedBytes += object.byteSize;
      counts[outcome] += 1;
      if (!mayDelete || !(await mayDelete())) return;
      await from.remove(object.key);
      counts.deleted += 1;
    } catch (error) {
      counts.failed += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (counts.problems.length < MAX_PROBLEMS) counts.problems.push(`${object.key}: ${reason}`);
    } finally {
      onProgress(counts);
    }
  };
  for (const prefix of KEY_PREFIXES) {
    for await (const page of from.list(prefix)) {
      const waiting = page.filter(({ key }) => isKey(key));
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next && !signal.aborted; next = waiting.pop()) await migrate(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (signal.aborted) return counts;
    }
  }
  return counts;
}

/** `mustRead`: reads what is there already, even if the store recorded its SHA-256. Throws ChecksumError. */
async function copyVerified(
  from: ObjectStore,
  to: ObjectStore,
  { key, byteSize }: ListedObject,
  mustRead: boolean,
): Promise<'copied' | 'present' | 'gone'> {
  const there = await to.stat(key);
  if (there?.byteSize === byteSize) {
    const source = await sha256In(from, key, false);
    if (source === null) return 'gone';
    if ((await sha256In(to, key, mustRead)) === source) return 'present';
  }
  const recorded = (await from.stat(key))?.sha256 ?? undefined;
  const bytes = await from.get(key);
  if (!bytes) return 'gone';
  const { sha256 } = await to.put(key, bytes, recorded);
  if ((await sha256In(to, key, true)) === sha256) return 'copied';
  await to.remove(key);
  throw new ChecksumError();
}

/** Null when there is no such object. */
async function sha256In(store: ObjectStore, key: string, mustRead: boolean): Promise<string | null> {
  const recorded = mustRead ? null : ((await store.stat(key))?.sha256 ?? null);
  if (recorded !== null) return recorded;
  const bytes = await store.get(key);
  return bytes && (await digestOf(bytes)).sha256;
}
