import type { ImportedKind, ImportProblem } from '../table.ts';

const MAX_PROBLEMS = 200;

/** The report of an import: what was rejected, and what was skipped. */
export class Tally {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  readonly leftOut = new Map<ImportedKind, number>();
  readonly #passedOver = new Map<string, number>();

  /** A problem. With `thing`, one record of that kind is skipped for it. */
  problem(location: string, problem: string, thing?: ImportedKind): void {
    this.problemCount += 1;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ location, problem });
    if (thing) this.leftOut.set(thing, (this.leftOut.get(thing) ?? 0) + 1);
  }

  /** Several problems: the first ones by position, and their total number. */
  manyProblems(first: readonly ImportProblem[], count: number, thing?: ImportedKind): void {
    this.problems.push(...first.slice(0, MAX_PROBLEMS - this.problems.length));
    this.problemCount += count;
    if (thing) this.leftOut.set(thing, (this.leftOut.get(thing) ?? 0) + count);
  }

  /** Records of a kind that is not imported. */
  passOver(relation: string, records: number): void {
    if (records > 0) this.#passedOver.set(relation, (this.#passedOver.get(relation) ?? 0) + records);
  }

  get passedOver(): { relation: string; records: number }[] {
    return [...this.#passedOver].map(([relation, records]) => ({ relation, records }));
  }
}
