import type { ImportedThing, ImportProblem } from '../table.ts';

const MAX_PROBLEMS = 200;

/** What is said about an archive while it is read and merged: what could not come in, and what was passed over. */
export class Tally {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  readonly leftOut = new Map<ImportedThing, number>();
  readonly #passedOver = new Map<string, number>();

  /** Something could not come in as it stands. With `thing`, one of those is left out for it. */
  problem(place: string, problem: string, thing?: ImportedThing): void {
    this.problemCount += 1;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ place, problem });
    if (thing) this.leftOut.set(thing, (this.leftOut.get(thing) ?? 0) + 1);
  }

  /** The same for many at once: the first ones by place, and how many there are in all. */
  manyProblems(first: readonly ImportProblem[], count: number, thing?: ImportedThing): void {
    this.problems.push(...first.slice(0, MAX_PROBLEMS - this.problems.length));
    this.problemCount += count;
    if (thing) this.leftOut.set(thing, (this.leftOut.get(thing) ?? 0) + count);
  }

  /** Records of a kind that has no place here. */
  passOver(relation: string, records: number): void {
    if (records > 0) this.#passedOver.set(relation, (this.#passedOver.get(relation) ?? 0) + records);
  }

  get passedOver(): { relation: string; records: number }[] {
    return [...this.#passedOver].map(([relation, records]) => ({ relation, records }));
  }
}
