import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Viewer } from '@milepost/core/roles';
import { contextFor, makeServices } from '../app/services.ts';
import { kindOfArchive } from '../modules/imports/commands/stage-archive.ts';
import { importArchive, type ImportProgress } from '../modules/imports/commands.ts';
import { importedThings, type ImportReport } from '../modules/imports/table.ts';
import { readProcessConfig } from '../platform/config.ts';
import { type Command, CommandError, table, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { countInWords } from './words.ts';

export const importCommand: Command = {
  name: 'import',
  details: `Reads GitLab-format group and project exports (.tar.gz), groups before their projects. Each comes in whole or not at all; what is
there already stays as it is, so running it again changes nothing.`,
  operands: 'ARCHIVE...',
  options: {
    into: { value: 'FULL/PATH', meaning: 'the full path of what comes in (what the archive, or its name, says)' },
  },
  async run(input) {
    const into = input.value('into') ?? null;
    const files = input.positionals.map((name) => resolve(name));
    if (into !== null && files.length > 1) throw new UsageError('--into goes with one archive only');
    const missing = files.find((file) => !existsSync(file));
    if (missing) throw new CommandError(`there is no file ${missing}`);
    const config = readProcessConfig();
    const ordered = await groupsFirst(files);
    await withDatabase(config, async ({ db }) => {
      // Whoever may run this may read the database: there is nobody to ask for permission.
      const ctx = contextFor(makeServices(db, config), new Viewer(null, true));
      for (const file of ordered) {
        console.log(`Importing ${file}`);
        const bar = new ProgressLine(process.stderr);
        try {
          const report = await importArchive(ctx, file, { into, onProgress: (progress) => bar.show(progress) });
          bar.clear();
          console.log(describe(report));
        } finally {
          bar.clear();
        }
      }
    });
  },
};

/** A project's archive speaks of its group's labels and epics, so the group has to be there first. */
async function groupsFirst(files: readonly string[]): Promise<string[]> {
  const kinds = new Map<string, string | null>();
  for (const file of files) kinds.set(file, await kindOfArchive(file));
  const isGroup = (file: string) => kinds.get(file) === 'group';
  return [...files.filter(isGroup), ...files.filter((file) => !isGroup(file))];
}

/** What came in and what could not, as people read it. */
function describe(report: ImportReport): string {
  const rows = importedThings.flatMap((thing) => {
    const { added, present, leftOut } = report.counts[thing];
    if (added + present + leftOut === 0) return [];
    const parts = [
      `${added.toLocaleString('en-US')} new`,
      ...(present > 0 ? [`${present.toLocaleString('en-US')} there already`] : []),
      ...(leftOut > 0 ? [`${leftOut.toLocaleString('en-US')} left out`] : []),
    ];
    return [[thing, parts.join(', ')] as const];
  });
  const { problems, problemCount, passedOver } = report;
  const more = problemCount - problems.length;
  return [
    `The ${report.kind} ${report.fullPath}, in ${report.seconds.toFixed(1)} seconds:`,
    ...table(rows),
    ...(problemCount > 0 ? [`${countInWords(problemCount, 'problem')}:`] : []),
    ...problems.map(({ place, problem }) => `  ${place}: ${problem}`),
    ...(more > 0 ? [`  … and ${more.toLocaleString('en-US')} more`] : []),
    ...(passedOver.length > 0
      ? [`Passed over: ${passedOver.map(({ relation, records }) => `${relation} (${records})`).join(', ')}`]
      : []),
  ].join('\n');
}

const WIDTH = 30;
/** Reading takes the longest: so much of the bar is its. */
const READING_SHARE = 0.7;

/** One line that is written over and over; where nobody watches, a line for each phase. */
class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #phase = '';
  #isShown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show({ phase, done, total }: ImportProgress): void {
    if (!this.#stream.isTTY) {
      if (phase !== this.#phase && phase !== 'done') this.#stream.write(`  ${phase} …\n`);
      this.#phase = phase;
      return;
    }
    const share = total > 0 ? Math.min(done / total, 1) : 0;
    const whole = phase === 'reading' ? share * READING_SHARE : READING_SHARE + share * (1 - READING_SHARE);
    const filled = Math.round(whole * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    this.#stream.write(`\r\u001b[K  ${bar} ${String(Math.floor(whole * 100)).padStart(3)} %  ${phase}`);
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#stream.write('\r\u001b[K');
    this.#isShown = false;
  }
}
