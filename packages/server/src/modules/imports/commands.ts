import { stat } from 'node:fs/promises';
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
import { Reading, type RenderedText } from './commands/reading.ts';
import { stageArchive } from './commands/stage-archive.ts';
import { findTarget } from './commands/target.ts';
import { Tally } from './commands/tally.ts';
import { importPolicy } from './policy.ts';
import { dropGroupsBelow, lockMerging } from './store/merge-namespaces.ts';
import { Staging } from './store/staging.ts';
import type { ImportReport } from './table.ts';

export interface ImportProgress {
  /** What is being done, in a word or three: `reading`, `people`, `epics and issues`. */
  phase: string;
  /** While reading: bytes of the archive. Afterwards: steps. */
  done: number;
  total: number;
}

export interface ImportOptions {
  /** The full path of what comes in; by default what the archive says, or for a project what its file name says. */
  into?: string | null;
  /** What a project is called; by default its path. */
  name?: string | null;
  /** The name of the file as its owner knows it; by default that of the file. */
  fileName?: string;
  /** The id that a new group or project gets; by default the next one. */
  reservedId?: NamespaceId;
  limits?: ArchiveLimits;
  /** Refuses the archive for the first record that cannot be used; by default such records are left out and reported. */
  isStrict?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Called in the same transaction, once all is in: what it writes commits with the import or not at all. */
  onMerged?: (trx: Db, report: ImportReport, namespace: Namespace) => Promise<void>;
  signal?: AbortSignal;
}

/**
 * Brings in a GitLab-format export of a group or a project, in one transaction. Records that cannot be used are left out and
 * reported. Whatever is there already stays as it is, so doing it again changes nothing. Throws an ArchiveError that says what is
 * wrong and where when the archive cannot be read or, with `isStrict`, for the first such record,
 * an ImportTargetError when it cannot go where it should, ForbiddenError for anyone but administrators.
 */
export async function importArchive(ctx: Context, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  ctx.require(importPolicy.create, null);
  const began = performance.now();
  const limits = options.limits ?? defaultArchiveLimits;
  const { size } = await stat(file);
  const tally = new Tally();
  const say = options.onProgress ?? (() => {});
  const kept: StoredFile[] = [];
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
        const { namespace, counts } = await mergeArchive(ctx, trx, {
          target,
          tally,
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
        // Thousands of rows, told as one.
        await notify(trx, { many: [namespace.id] } satisfies LiveNotice);
        return report;
      });
    } finally {
      // A connection that broke has dropped them by itself.
      await Staging.end(connection).catch(() => {});
      // What came in has another name by now.
      for (const file of kept) await dropFile(ctx, file).catch(() => {});
    }
  });
}

/** Renders a short text that stands alone; one that points at other things, or is large, is rendered when all is here. */
function textRenderer(baseUrl: string): (markdown: string) => RenderedText {
  return (markdown) => {
    const hasReferences = markdown.length > LIMITS.inThread || findReferences(markdown, baseUrl).length > 0;
    return { html: hasReferences || markdown === '' ? '' : renderMarkdownSync(markdown), hasReferences };
  };
}

/** Passes on a number at most ten times a second. */
function throttled(report: (value: number) => void): (value: number) => void {
  let last = 0;
  return (value) => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    report(value);
  };
}
