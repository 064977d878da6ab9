import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Viewer } from '@milepost/core/roles';
import { DomainError } from '@milepost/core/errors';
import { contextFor, makeServices } from '../app/services.ts';
import { kindOfArchive } from '../modules/imports/commands/stage-archive.ts';
import { importArchive } from '../modules/imports/commands.ts';
import { importedKinds, type ImportReport } from '../modules/imports/table.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { type Command, CommandError, table, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { ProgressBar } from './progress-bar.ts';
import { countText } from './messages.ts';

const MAX_PROBLEMS_SHOWN = 20;

export const importCommand: Command = {
  name: 'import',
  details: `Imports GitLab-format exports of groups and projects (.tar.gz), groups before their projects, in any order of arguments.
Unusable records are skipped and reported; with --strict the archive is rejected for the first. Running it again changes nothing.`,
  operands: 'ARCHIVE...',
  options: {
    into: { value: 'FULL/PATH', meaning: 'the full path of the target, for a single archive' },
    strict: { meaning: 'reject an archive for the first unusable record' },
  },
  async run(input) {
    const files = input.positionals;
    const into = input.value('into');
    if (into !== undefined && files.length > 1) throw new UsageError('--into goes with one archive');
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined) throw new CommandError(`there is no file ${missing}`);
    const config = readProcessConfig();
    await withDatabase(config, async ({ db }) => {
      const ctx = contextFor(makeServices(db, config), new Viewer(null, true));
      for (const file of await groupsFirst(files)) {
        console.log(
          reportText(file, await importOne(ctx, file, { into: into ?? null, isStrict: input.isOn('strict') })),
        );
      }
    });
  },
};

/** A project's archive speaks of its group's labels and epics, so the group has to be there first. */
async function groupsFirst(files: readonly string[]): Promise<string[]> {
  if (files.length < 2) return [...files];
  const kinds = new Map<string, string | null>();
  for (const file of files) kinds.set(file, await kindOfArchive(file));
  const isGroup = (file: string): boolean => kinds.get(file) === 'group';
  return [...files.filter(isGroup), ...files.filter((file) => !isGroup(file))];
}

async function importOne(
  ctx: Context,
  file: string,
  options: { into: string | null; isStrict: boolean },
): Promise<ImportReport> {
  const bar = new ProgressBar(basename(file));
  try {
    return await importArchive(ctx, file, {
      ...options,
      onProgress: ({ phase, done, total }) => bar.show(phase, done, total),
    });
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(`${file}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    bar.clear();
  }
}

/** The imported and the rejected records, as text. */
export function reportText(file: string, report: ImportReport): string {
  const things = importedKinds.filter((thing) => Object.values(report.counts[thing]).some((count) => count > 0));
  const rows = things.map((thing): [string, string] => {
    const { added, present, leftOut } = report.counts[thing];
    const counts = [
      `${added.toLocaleString('en-US')} new`,
      ...(present > 0 ? [`${present.toLocaleString('en-US')} existing`] : []),
      ...(leftOut > 0 ? [`${leftOut.toLocaleString('en-US')} skipped`] : []),
    ];
    return [thing, counts.join(', ')];
  });
  const shown = report.problems.slice(0, MAX_PROBLEMS_SHOWN);
  const unshown = report.problemCount - shown.length;
  return [
    `${file}: the ${report.kind} ${report.fullPath}, in ${report.seconds.toFixed(1)} s`,
    ...(rows.length > 0 ? table(rows) : ['  nothing']),
    ...(shown.length > 0
      ? ['Skipped, or imported without a part:', ...shown.map(({ location, problem }) => `  ${location}: ${problem}`)]
      : []),
    ...(unshown > 0 ? [`  … and ${unshown.toLocaleString('en-US')} more`] : []),
    ...(report.passedOver.length > 0
      ? [
          'Not supported:',
          ...report.passedOver.map(({ relation, records }) => `  ${relation}: ${countText(records, 'record')}`),
        ]
      : []),
  ].join('\n');
}
