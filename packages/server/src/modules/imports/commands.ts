import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { NamespaceId } from '@milepost/core/ids';
import { findReferences } from '@milepost/core/text/references';
import { defaultArchiveLimits, type ArchiveLimits } from '../../platform/archives/limits.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { notify } from '../../platform/live/channel.ts';
import { renderMarkdownSync } from '../../platform/markdown/render.ts';
import { LIMITS } from '../../platform/markdown/state.ts';
import type { LiveNotice } from '../live/commands/notice.ts';
import type { Namespace } from '../namespaces/store.ts';
import { dropFile, storeFile, type StoredFile } from '../uploads/commands.ts';
import { mergeArchive } from './commands/merge-archive.ts';
import { unpackRepository, type UnpackedRepository } from './commands/merge-repository.ts';
import { Reading, type RenderedText } from './commands/reading.ts';
import { stageArchive } from './commands/stage-archive.ts';
import { findTarget } from './commands/target.ts';
import { Tally } from './commands/tally.ts';
import { importPolicy } from './policy.ts';
import { dropGroupsBelow, lockMerging } from './store/merge-namespaces.ts';
import { Staging } from './store/staging.ts';
import type { ImportReport } from './table.ts';

export interface ImportProgress {
  /** The current step: `reading`, `people`, `epics and issues`. */
  phase: string;
  /** While reading: bytes of the archive. Afterwards: steps. */
  done: number;
  total: number;
}

export interface ImportOptions {
  /** The full path of the target; by default from the archive, or for a project from its file name. */
  into?: string | null;
  /** The name of a project; by default its path. */
  name?: string | null;
  /** The original name of the file; by default that of the file on disk. */
  fileName?: string;
  /** The id of a new group or project; by default the next one. */
  reservedId?: NamespaceId;
  limits?: ArchiveLimits;
  /** Rejects the archive for the first unusable record; by default such records are skipped and reported. */
  isStrict?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Called in the same transaction after everything is imported, so that its writes commit with the import. */
  onMerged?: (trx: Db, report: ImportReport, namespace: Namespace) => Promise<void>;
  signal?: AbortSignal;
}

/**
 * Imports a GitLab-format export of a group or a project, in one transaction. Unusable records are skipped and reported.
 * Existing data stays unchanged, so repeating an import changes nothing. Throws an ArchiveError with problem and position when
 * the archive cannot be read or, with `isStrict`, for the first unusable record; an ImportTargetError when the target is
 * impossible; ForbiddenError for anyone but administrators.
 */
export async function importArchive(ctx: Context, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  ctx.require(importPolicy.create, null);
  const began = performance.now();
  const limits = options.limits ?? defaultArchiveLimits;
  const { size } = await stat(file);
  const tally = new Tally();
  const say = options.onProgress ?? (() => {});
  const kept: StoredFile[] = [];
  const unpacked: UnpackedRepository[] = [];
  const keep = async (bytes: AsyncIterable<Buffer>, name: string): Promise<StoredFile> => {
    const file = await storeFile(ctx, Readable.from(bytes), name);
    kept.push(file);
    return file;
  };
  return ctx.db.connection().execute(async (connection) => {
    try {
      const staging = await Staging.begin(connection);
      const reading = new Reading(staging, {
        tally,
        render: textRenderer(ctx.baseUrl),
        storeFile: keep,
        unpackRepository: async (chunks) => {
          const repository = await unpackRepository(ctx.services, chunks, options.signal);
          unpacked.push(repository);
          return repository;
        },
        isStrict: options.isStrict ?? false,
      });
      const onRead = throttled((bytes) => say({ phase: 'reading', done: bytes, total: size }));
      const kind = await stageArchive(reading, file, { limits, onRead, signal: options.signal });
      await staging.finish();
      return await connection.transaction().execute(async (trx) => {
        await lockMerging(trx);
        const below = await dropGroupsBelow(trx, [...reading.brokenGroups.keys()]);
        tally.manyProblems(below.first, below.count, 'groups');
        const target = await findTarget(trx, {
          into: options.into ?? null,
          name: options.name ?? null,
          fileName: options.fileName ?? basename(file),
          creatorId: ctx.viewer.id,
          reservedId: options.reservedId ?? null,
          unreadable: [...reading.brokenGroups.values()][0] ?? null,
        });
        const { namespace, counts, adopt } = await mergeArchive(ctx, trx, {
          target,
          tally,
          repository: reading.repository,
          settings: reading.settings,
          isStrict: options.isStrict ?? false,
          onStep: (phase, done, total) => say({ phase, done, total }),
          signal: options.signal,
        });
        const report: ImportReport = {
          kind,
          fullPath: namespace.fullPath,
          counts,
          problems: tally.problems,
          problemCount: tally.problemCount,
          passedOver: tally.passedOver,
          seconds: Math.round(performance.now() - began) / 1000,
        };
        await options.onMerged?.(trx, report, namespace);
        // One notice to reload instead of thousands about single rows.
        await notify(trx, { many: [namespace.id] } satisfies LiveNotice);
        await adopt();
        return report;
      });
    } finally {
      // On a broken connection PostgreSQL has already dropped the temporary tables.
      await Staging.end(connection).catch(() => {});
      // The imported project may have been renamed by now.
      for (const file of kept) await dropFile(ctx, file).catch(() => {});
      for (const { folder } of unpacked) await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  });
}

/** Renders Markdown without resolving references; texts that have some are rendered again after the import. */
function textRenderer(baseUrl: string): (markdown: string) => RenderedText {
  return (markdown) => {
    const hasReferences = markdown.length > LIMITS.inServer || findReferences(markdown, baseUrl).length > 0;
    return { html: hasReferences || markdown === '' ? '' : renderMarkdownSync(markdown), hasReferences };
  };
}

/** Limits calls of `report` to ten per second. */
function throttled(report: (value: number) => void): (value: number) => void {
  let last = 0;
  return (value) => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    report(value);
  };
}
