import { dayOf, formatDay, parseDay, type Day } from '@milepost/core/days';
import { ValidationError } from '@milepost/core/errors';
import { columnsOf } from '@milepost/core/roadmap/columns';
import type { WorkItemId } from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import type { Layout } from '@milepost/core/roadmap/ranges';
import type { Context, Rule } from '../../../platform/context.ts';
import type { InNamespace } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { roadmapPolicy } from '../policy.ts';
import {
  epicsByLane,
  laneNumberOf,
  lanesAfter,
  lanesWithin,
  type Lane,
  type LaneQuestion,
  type LaneWindow,
} from '../store/lanes/lanes.ts';
import { laneRuns } from '../store/lanes/runs.ts';

/** The last day that `YYYY-MM-DD` can express; the last column of a timeframe may end later. */
const LAST_DAY = dayOf(9999, 12, 31);

/**
 * A century, the longest range of a roadmap, with whole columns at both ends. Every lane gets a number for every column: thousands of
 * years of weeks would exhaust the memory.
 */
const MAX_DAYS = 110 * 366;

/** Lanes of one page. */
export const LANE_PAGE = 50;

/** A page of lanes with the data that its fields share. */
export interface LanePage {
  question: LaneQuestion;
  lanes: readonly LaneOfPage[];
  hasNext: boolean;
}

export interface LaneOfPage extends Lane {
  page: LaneSet;
  /** The first-level lane that contains it; null on the first level. */
  within: LaneAbove | null;
}

type LaneAbove = Pick<Lane, 'value' | 'number'>;

/** The permission that these groupings require: a public link has no lanes of people or parents. */
function laneRule(keys: readonly (GroupKey | null)[]): Rule<InNamespace> {
  const namesOthers = keys.some((key) => key && ['ASSIGNEE', 'AUTHOR', 'PARENT'].includes(groupKindOf(key)));
  return namesOthers ? roadmapPolicy.readRelatives : roadmapPolicy.read;
}

export function mayReadLanes(ctx: Context, group: Namespace, keys: readonly (GroupKey | null)[]): boolean {
  return ctx.can(laneRule(keys), group);
}

/** Throws ForbiddenError for lanes of people or parents behind a public link. */
export function requireLanes(ctx: Context, group: Namespace, keys: readonly (GroupKey | null)[]): void {
  ctx.require(laneRule(keys), group);
}

/** Loads lanes, and per page of lanes what some of their fields need: each once, in one statement. */
export class LaneSet {
  readonly question: LaneQuestion;
  readonly #ctx: Context;
  readonly #isSecond: boolean;
  /** The lanes that were read with the lane of this number. */
  readonly #together = new Map<number, readonly LaneOfPage[]>();
  /** The lanes of the second level, whose shades are read once for all of them. */
  #second: LaneSet | null = null;
  readonly #runs = new Map<string, Promise<ReadonlyMap<string, readonly number[]>>>();
  readonly #below = new Map<string, Promise<ReadonlyMap<number, LanePage>>>();

  constructor(ctx: Context, question: LaneQuestion, isSecond = false) {
    this.#ctx = ctx;
    this.question = question;
    this.#isSecond = isSecond;
  }

  /** One page of the first level. `below`: how many lanes of the second level will be asked for in each; null for none. */
  async page(window: LaneWindow, below: number | null = null): Promise<LanePage> {
    const { lanes: rows, below: rowsBelow } = await lanesAfter(this.#ctx, this.question, window, below);
    const page = this.#pageOf(rows, window.limit, null);
    const [first] = page.lanes;
    if (first && rowsBelow !== null && below !== null) {
      const belowFirst = { limit: below, cursor: null };
      this.#below.set(keyOf(belowFirst, first), Promise.resolve(this.#pagesBelow(page.lanes, rowsBelow, belowFirst)));
    }
    return page;
  }

  /** One page of the second level, in the lane of the first level that has this value. */
  async pageWithin(value: string | null, window: LaneWindow): Promise<LanePage> {
    const number = await laneNumberOf(this.#ctx, this.question, value);
    const rows = await lanesWithin(this.#ctx, this.question, window, [number]);
    return new LaneSet(this.#ctx, this.question, true).#pageOf(rows, window.limit, { value, number });
  }

  #pageOf(rows: readonly Lane[], limit: number, within: LaneAbove | null): LanePage {
    const lanes = rows.slice(0, limit).map((lane) => ({ ...lane, page: this, within }));
    for (const { number } of lanes) this.#together.set(number, lanes);
    return { question: this.question, lanes, hasNext: rows.length > limit };
  }

  /** The lanes of the second level in `lane`: the first ones of all lanes of its page are read together. */
  async lanesIn(lane: LaneOfPage, window: LaneWindow): Promise<LanePage> {
    const lanes = (window.cursor === null ? this.#together.get(lane.number) : null) ?? [lane];
    const key = keyOf(window, lanes[0] ?? lane);
    const known = this.#below.get(key) ?? this.#readBelow(lanes, window);
    this.#below.set(key, known);
    return (await known).get(lane.number) ?? { question: this.question, lanes: [], hasNext: false };
  }

  async #readBelow(lanes: readonly LaneOfPage[], window: LaneWindow): Promise<ReadonlyMap<number, LanePage>> {
    const numbers = lanes.map(({ number }) => number);
    return this.#pagesBelow(lanes, await lanesWithin(this.#ctx, this.question, window, numbers), window);
  }

  #pagesBelow(
    lanes: readonly LaneOfPage[],
    rows: readonly Lane[],
    { limit }: LaneWindow,
  ): ReadonlyMap<number, LanePage> {
    const set = (this.#second ??= new LaneSet(this.#ctx, this.question, true));
    const inLane = (lane: LaneOfPage) => rows.filter(({ above }) => above === lane.number);
    return new Map(lanes.map((lane) => [lane.number, set.#pageOf(inLane(lane), limit, lane)]));
  }

  /** The epics in each lane of the last level with all below them, in no order. They are read once for all lanes. */
  async members(): Promise<(lane: LaneOfPage) => readonly WorkItemId[]> {
    const found = await epicsByLane(this.#ctx, this.question);
    const byLane = new Map(found.map(({ ids, ...lane }) => [laneId(lane), ids]));
    return (lane) => byLane.get(laneId(lane)) ?? [];
  }

  /** For each column of the range in this layout the number of epics of the lane that run in it. */
  async shadesOf(lane: LaneOfPage, layout: Layout, firstWeekday: number): Promise<readonly number[]> {
    const key = `${layout} ${firstWeekday}`;
    const known = this.#runs.get(key) ?? this.#readShades(layout, firstWeekday);
    this.#runs.set(key, known);
    return (await known).get(laneId(lane)) ?? [];
  }

  async #readShades(layout: Layout, firstWeekday: number): Promise<ReadonlyMap<string, readonly number[]>> {
    const { timeframe } = this.question.listing.filter.is;
    const [from, to] = [parseDay(timeframe?.start ?? ''), parseDay(timeframe?.end ?? '')];
    if (from === null || to === null || from > to) return new Map();
    if (to - from > MAX_DAYS) throw new ValidationError({ timeframe: ['is too long for shades'] });
    const columns = columnsOf({ from, to }, layout, firstWeekday);
    const end = Math.min(columns.at(-1)?.due ?? to, LAST_DAY) as Day;
    const days = { starts: columns.map(({ start }) => formatDay(start)), end: formatDay(end) };
    const shades = new Map<string, number[]>();
    for (const { first, last, count, ...lane } of await laneRuns(this.#ctx, this.question, days, this.#isSecond)) {
      const running = shades.get(laneId(lane)) ?? columns.map(() => 0);
      for (let column = first; column <= last; column += 1) running[column] = (running[column] ?? 0) + count;
      shades.set(laneId(lane), running);
    }
    return shades;
  }
}

const laneId = ({ above, number }: Pick<Lane, 'above' | 'number'>): string => `${above} ${number}`;

const keyOf = (window: LaneWindow, { number }: LaneOfPage): string => JSON.stringify([window, number]);
