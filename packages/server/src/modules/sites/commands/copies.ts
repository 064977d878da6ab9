import { Readable } from 'node:stream';
import type { NamespaceId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import { callSite } from '../../../platform/sites/call.ts';
import { messageOf } from '../../../platform/util/errors.ts';
import {
  copyFolder,
  digestOf,
  addPack,
  readMark,
  readRefs,
  removeCopy,
  writeMark,
  writeRefs,
  type RepositoryRefs,
} from '../../repositories/store/replicas.ts';
import { copiedProjects } from '../../repositories/store/folders.ts';
import { removeBytes, storedSecrets } from '../../uploads/store/files.ts';
import { checksumOf, storeCopy, storedSize } from '../../uploads/store/copies.ts';
import {
  projectsInScope,
  repositoriesAfter,
  secretsInScope,
  uploadsAfter,
  type CopiedRepository,
  type CopiedUpload,
} from '../store/copies.ts';
import type { CopyCounts, CopyFailure, CopyKind, FilePlace, Site } from '../table.ts';
import { filePlaceOf, missingInBucket } from './file-place.ts';
import { inParallel } from '../../../platform/util/parallel.ts';

const BATCH = 500;
/** Checksums in one request: the address stays short. */
const CHECKSUMS = 100;
const CALL_TIMEOUT_MS = 30_000;
const TRANSFER_TIMEOUT_MS = 60 * 60_000;
/** New files and pushes are copied every second; everything is compared with the rows this often. */
const WHOLE_EVERY_MS = 10 * 60_000;
/** Rows that were inserted earlier may be committed later. */
const OVERLAP_UPLOADS = 1_000;
const OVERLAP_MS = 60_000;
const MAX_FAILURES = 100;
/** A copy that failed is tried again after this time, doubled each time up to an hour. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60_000;

interface Failure extends CopyFailure {
  attempts: number;
  retryAt: number;
  copy: () => Promise<void>;
}

const nothing: CopyCounts = { count: 0, synced: 0, failed: 0, verified: 0 };

/** The copies of files and repositories at a secondary. */
export class Copies {
  readonly #services: Services;
  readonly #signal: AbortSignal;
  readonly #failures = new Map<string, Failure>();
  #counts: Record<CopyKind, CopyCounts> = { uploads: nothing, project_repositories: nothing };
  #wholeAt = Number.NEGATIVE_INFINITY;
  #verifiedAt = Number.NEGATIVE_INFINITY;
  #lastUpload = 0;
  #lastPush = 0;
  #retryAt: Date | null = null;
  #place: FilePlace | null = null;
  /** Uploads of the overlap that are here: a bucket is not asked for them every second. */
  readonly #recent = new Set<number>();

  constructor(services: Services, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  /** As of the last comparison with all rows. */
  get counts(): Readonly<Record<CopyKind, CopyCounts>> {
    const withFailures = (kind: CopyKind): CopyCounts => ({ ...this.#counts[kind], failed: this.#failed(kind) });
    return { uploads: withFailures('uploads'), project_repositories: withFailures('project_repositories') };
  }

  /** Null until the first copies. */
  get filePlace(): FilePlace | null {
    return this.#place;
  }

  /** At most a hundred. */
  get failures(): readonly CopyFailure[] {
    return [...this.#failures.values()].map(({ kind, id, error }) => ({ kind, id, error }));
  }

  /** Whether the copy of a repository has the push that its row names. */
  async hasRepository(projectId: NamespaceId, pushedAt: Date | null): Promise<boolean> {
    const mark = await readMark(this.#services.dataDir, projectId);
    return mark !== null && mark.pushedAt === (pushedAt?.toISOString() ?? null);
  }

  /** Copies what is new, and once a minute everything that is missing; removes what is no longer in the scope of the site. */
  async run(site: Site): Promise<void> {
    if (site.retryAt !== null && site.retryAt.getTime() !== this.#retryAt?.getTime()) {
      this.#retryAt = site.retryAt;
      this.#failures.clear();
      this.#wholeAt = Number.NEGATIVE_INFINITY;
    }
    const isWhole = performance.now() - this.#wholeAt >= WHOLE_EVERY_MS;
    if (!isWhole) {
      for (const { kind, id, copy } of this.#failures.values()) await this.#attempt(kind, id, copy);
      await this.#copyUploads(site, Math.max(this.#lastUpload - OVERLAP_UPLOADS, 0));
      await this.#copyRepositories(site, new Date(this.#lastPush - OVERLAP_MS));
      return;
    }
    await this.runWhole(site);
  }

  /** Copies everything that is missing, and removes what is not in the scope of the site. */
  async runWhole(site: Site): Promise<void> {
    this.#wholeAt = performance.now();
    this.#failures.clear();
    this.#place = await filePlaceOf(this.#services.files, site, (path) => this.#call(path));
    this.#counts = {
      uploads: await this.#copyUploads(site, 0),
      project_repositories: await this.#copyRepositories(site, null),
    };
    const dayMs = 86_400_000;
    if (performance.now() - this.#verifiedAt >= site.minimumReverificationInterval * dayMs) {
      await this.verify(site);
      this.#verifiedAt = performance.now();
    }
    await this.#removeOthers(site);
  }

  async #copyUploads(site: Site, from: number): Promise<CopyCounts> {
    const counts = { ...nothing };
    const { db, files } = this.#services;
    this.#place ??= await filePlaceOf(files, site, (path) => this.#call(path));
    if (from === 0 && this.#place === 'shared_bucket') {
      const { count, missing } = await missingInBucket(db, files, site);
      if (missing === 0) return { count, synced: count, failed: 0, verified: count };
    }
    for (let after = from; !this.#signal.aborted;) {
      const rows = await uploadsAfter(db, site, after, BATCH);
      await inParallel(site.filesMaxCapacity, rows, async (row) => {
        const isKnown = from > 0 && this.#recent.has(row.id);
        const isHere = isKnown || (await this.#attempt('uploads', row.id, () => this.#copyUpload(row)));
        counts.count += 1;
        if (!isHere) return;
        counts.synced += 1;
        this.#recent.add(row.id);
      });
      after = rows.at(-1)?.id ?? after;
      this.#lastUpload = Math.max(this.#lastUpload, after);
      for (const id of this.#recent) if (id <= this.#lastUpload - OVERLAP_UPLOADS) this.#recent.delete(id);
      if (rows.length < BATCH) break;
    }
    // A copy gets its name after its checksum was compared.
    return { ...counts, verified: counts.synced };
  }

  async #copyUpload({ secret, byteSize }: CopiedUpload): Promise<void> {
    const { files } = this.#services;
    if ((await storedSize(files, secret)) === byteSize) return;
    if (this.#place === 'shared_bucket') throw new Error('The bucket does not have this file');
    const answer = await this.#call(`/-/sites/files/${secret}`, TRANSFER_TIMEOUT_MS);
    const sha256 = answer.headers.get('x-milepost-sha256') ?? '';
    await storeCopy(files, secret, bodyOf(answer), sha256);
  }

  /** Compares checksums with the primary; a file that differs is deleted and copied again. A shared bucket is verified by its service. */
  async verify(site: Site): Promise<void> {
    const { db, files } = this.#services;
    if (this.#place === 'shared_bucket') return;
    for (let after = 0; !this.#signal.aborted;) {
      const rows = await uploadsAfter(db, site, after, CHECKSUMS);
      if (rows.length === 0) return;
      after = rows.at(-1)?.id ?? after;
      const answer = await this.#call(`/-/sites/files?secrets=${rows.map(({ secret }) => secret).join(',')}`);
      const wanted = (await answer.json()) as Record<string, string | null>;
      await inParallel(site.verificationMaxCapacity, rows, async (row) => {
        const own = await checksumOf(files, row.secret);
        if (own === null || own === wanted[row.secret]) return;
        await removeBytes(files, row.secret);
        await this.#attempt('uploads', row.id, () => this.#copyUpload(row));
      });
    }
  }

  /** Those pushed to since a time; all for null. */
  async #copyRepositories(site: Site, since: Date | null): Promise<CopyCounts> {
    const counts = { ...nothing };
    for (let after = 0; !this.#signal.aborted;) {
      const rows = await repositoriesAfter(this.#services.db, site, { after, since, limit: BATCH });
      await inParallel(site.reposMaxCapacity, rows, async (row) => {
        const isHere = await this.#attempt('project_repositories', row.projectId, () => this.#copyRepository(row));
        counts.count += 1;
        if (isHere) counts.synced += 1;
      });
      after = rows.at(-1)?.projectId ?? after;
      this.#lastPush = Math.max(this.#lastPush, ...rows.map(({ pushedAt }) => pushedAt?.getTime() ?? 0));
      if (rows.length < BATCH) break;
    }
    return { ...counts, verified: counts.synced };
  }

  async #copyRepository({ projectId, pushedAt }: CopiedRepository): Promise<void> {
    if (await this.hasRepository(projectId, pushedAt)) return;
    const { dataDir } = this.#services;
    try {
      await this.#fetchRepository(projectId, pushedAt);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      // Once more from nothing: the copy may be damaged.
      await removeCopy(dataDir, projectId);
      await this.#fetchRepository(projectId, pushedAt);
    }
  }

  async #fetchRepository(projectId: NamespaceId, pushedAt: Date | null): Promise<void> {
    const { dataDir, git } = this.#services;
    const path = `/-/sites/repositories/${projectId}`;
    const wanted = (await (await this.#call(`${path}/refs`)).json()) as RepositoryRefs;
    const folder = await copyFolder(dataDir, projectId);
    const own = await readRefs(git, folder);
    const haves = [...new Set(Object.values(own.refs))];
    const known = new Set(haves);
    const wants = [...new Set(Object.values(wanted.refs))].filter((id) => !known.has(id));
    if (wants.length > 0) {
      const pack = await this.#call(`${path}/pack`, TRANSFER_TIMEOUT_MS, { wants, haves });
      await addPack(git, folder, bodyOf(pack));
    }
    await writeRefs(git, folder, wanted);
    const digest = digestOf(wanted);
    if (digestOf(await readRefs(git, folder)) !== digest) throw new Error('The refs differ from those of the primary');
    await writeMark(dataDir, projectId, { pushedAt: pushedAt?.toISOString() ?? null, digest });
  }

  /** Removes files and repositories whose rows are gone or not in the scope of this site. */
  async #removeOthers(site: Site): Promise<void> {
    const { db, dataDir, files } = this.#services;
    for await (const secrets of this.#place === 'shared_bucket' ? [] : storedSecrets(files)) {
      const wanted = await secretsInScope(db, site, secrets);
      for (const secret of secrets) {
        if (this.#mayRemove && !wanted.has(secret)) await removeBytes(files, secret);
      }
    }
    const projects = await copiedProjects(dataDir);
    const wanted = await projectsInScope(db, site, projects);
    for (const id of projects) if (this.#mayRemove && !wanted.has(id)) await removeCopy(dataDir, id);
  }

  /** A site that was promoted meanwhile owns its files. */
  get #mayRemove(): boolean {
    return !this.#signal.aborted && this.#services.site.isSecondary;
  }

  /** Whether the copy is here afterwards. A failed one waits longer each time. */
  async #attempt(kind: CopyKind, id: number, copy: () => Promise<void>): Promise<boolean> {
    const key = `${kind} ${id}`;
    const before = this.#failures.get(key);
    if (this.#signal.aborted || (before && performance.now() < before.retryAt)) return false;
    try {
      await copy();
      this.#failures.delete(key);
      return true;
    } catch (error) {
      const attempts = (before?.attempts ?? 0) + 1;
      const pause = Math.min(RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
      const failure = {
        kind,
        id,
        error: messageOf(error).slice(0, 300),
        attempts,
        retryAt: performance.now() + pause,
        copy,
      };
      if (before || this.#failures.size < MAX_FAILURES) this.#failures.set(key, failure);
      return false;
    }
  }

  #failed(kind: CopyKind): number {
    return [...this.#failures.values()].filter((failure) => failure.kind === kind).length;
  }

  #call(path: string, timeoutMs: number = CALL_TIMEOUT_MS, body?: unknown): Promise<Response> {
    const { primaryUrl } = this.#services.site;
    if (primaryUrl === null) throw new Error('No site is the primary');
    return callSite(this.#services, primaryUrl, path, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { method: 'POST' as const, body }),
    });
  }
}

function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
}
