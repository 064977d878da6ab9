import type { ImportedKind, ImportProblem } from '../table.ts';

const MAX_PROBLEMS = 200;

/** Collects the report of an import: problems, and records that were skipped or are not supported. */
export class Tally {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  readonly leftOut = new Map<ImportedKind, number>();
  readonly #passedOver = new Map<string, number>();

  /** Adds a problem. With `kind`, one record of that kind counts as skipped. */
  problem(location: string, problem: string, kind?: ImportedKind): void {
    this.problemCount += 1;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ location, problem });
    if (kind) this.leftOut.set(kind, (this.leftOut.get(kind) ?? 0) + 1);
  }

  /** Adds several problems: the first ones by position, and their total number. With `kind`, all count as skipped records. */
  manyProblems(first: readonly ImportProblem[], count: number, kind?: ImportedKind): void {
    this.problems.push(...first.slice(0, MAX_PROBLEMS - this.problems.length));
    this.problemCount += count;
    if (kind) this.leftOut.set(kind, (this.leftOut.get(kind) ?? 0) + count);
  }

  /** Adds records of a relation that is not supported. */
  countUnsupported(relation: string, records: number): void {
    if (records > 0) this.#passedOver.set(relation, (this.#passedOver.get(relation) ?? 0) + records);
  }

  get passedOver(): { relation: string; records: number }[] {
    return [...this.#passedOver].map(([relation, records]) => ({ relation, records }));
  }
}
