/** The value below which this share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats milliseconds (or any number) with three significant digits. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Prints an aligned Markdown table, ready to paste into docs/benchmarks.md. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(`\n### ${title}\n`);
  console.log(line(head));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(row));
}

/** Prints a figure with the target of a requirement. The benchmark fails, after its other figures, where the target is missed. */
export function holdTarget(subject: string, what: string, value: number, target: number): void {
  const isMet = value <= target;
  console.log(`${isMet ? 'met' : 'MISSED'}: ${subject}, ${what}: ${figure(value)}, at most ${figure(target)}`);
  if (!isMet) process.exitCode = 1;
}

export interface Load {
  /** Milliseconds of each call. */
  samples: number[];
  perSecond: number;
  /** All calls, including those of the warm-up. */
  calls: number;
}

/** Calls `work` from `workers` concurrently for about `seconds`, after a warm-up of a tenth of that time. */
export async function load(
  workers: number,
  seconds: number,
  work: (worker: number) => Promise<unknown>,
): Promise<Load> {
  const warmUp = await runFor(workers, seconds / 10, work);
  const measured = await runFor(workers, seconds, work);
  return { ...measured, calls: warmUp.samples.length + measured.samples.length };
}

async function runFor(
  workers: number,
  seconds: number,
  work: (worker: number) => Promise<unknown>,
): Promise<Omit<Load, 'calls'>> {
  const samples: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        const before = performance.now();
        await work(worker);
        samples.push(performance.now() - before);
      }
    }),
  );
  return { samples, perSecond: samples.length / ((performance.now() - began) / 1000) };
}
