import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { FilterFields, WorkItemFilter } from '../modules/work-items/sockets.ts';
import type { WorkItemListing } from '../modules/work-items/store/list-conditions.ts';
import { countByState, countWorkItems, listKey, workItemsAfter } from '../modules/work-items/store/lists.ts';
import type { OrderKey } from '../modules/work-items/store/orders.ts';
import { indexQueuedTexts } from '../modules/work-items/store/queued-texts.ts';
import { issueTypes } from '../modules/work-items/store.ts';
import type { Db } from '../platform/database/tables.ts';
import { dayFromNow } from '../testing/build/milestones.ts';
import type { CastName, Person } from '../testing/cast.ts';
import { test, type Builders } from '../testing/test.ts';

type IssueType = (typeof issueTypes)[number];

/** An issue as created by these tests, without any computed data. */
interface Known {
  id: number;
  title: string;
  description: string;
  type: IssueType;
  state: 'opened' | 'closed';
  isConfidential: boolean;
  isPrivate: boolean;
  author: Person;
  assignees: readonly Person[];
  labels: readonly string[];
  milestone: 'past' | 'now' | 'later' | null;
  iteration: 'before' | 'current' | null;
  hasParent: boolean;
  weight: number | null;
  health: 'on_track' | 'at_risk' | null;
  dueDate: string | null;
  createdAt: Date;
  updatedAt: Date;
  likedBy: readonly Person[];
}

const titles = ['apple', 'Berry', 'cherry', 'Damson', 'elder', 'Fig', 'apple pie', 'Quince'];
const viewers = ['nobody', 'otto', 'gwen', 'paul', 'root'] as const satisfies readonly CastName[];
const pick = <Value>(values: readonly Value[], number: number): Value => values[number % values.length] as Value;

/** Sixty issues in three projects, one of them private. Every filtered property varies with a period of its own. */
async function sow(build: Builders, db: Db, userIds: Record<Person, number>) {
  const group = await build.group({ visibility: 'public' });
  const sub = await build.group({ parent: group });
  const projects = [
    await build.project({ group }),
    await build.project({ group: sub }),
    await build.project({ group: sub, visibility: 'private' }),
  ];
  const epic = await build.epic({ group });
  const milestones = {
    past: await build.milestone({
      namespace: group,
      title: 'past',
      startDate: dayFromNow(-30),
      dueDate: dayFromNow(-9),
    }),
    now: await build.milestone({ namespace: group, title: 'now', startDate: dayFromNow(-3) }),
    later: await build.milestone({
      namespace: group,
      title: 'later',
      startDate: dayFromNow(9),
      dueDate: dayFromNow(20),
    }),
  };
  const cadence = await build.cadence({ group });
  const iterations = {
    before: await build.iteration({ cadence, title: 'before', startDate: dayFromNow(-9), dueDate: dayFromNow(-5) }),
    current: await build.iteration({ cadence, title: 'current', startDate: dayFromNow(-1), dueDate: dayFromNow(1) }),
  };
  const known: Known[] = [];
  for (let number = 0; number < 60; number++) {
    const plan = {
      title: pick(titles, number),
      description: number % 6 === 1 ? 'made of apple and oats' : '',
      type: pick(['issue', 'issue', 'incident', 'issue', 'task'] as const, number),
      state: number % 3 ? ('opened' as const) : ('closed' as const),
      isConfidential: number % 7 === 2,
      author: pick(['ada', 'otto', 'paul'] as const, number >> 1),
      assignees: pick<readonly Person[]>([[], ['gwen'], ['dana'], ['dana', 'paul'], []], number + (number >> 3)),
      labels: pick<readonly string[]>([[], ['red'], ['red', 'size::big'], ['blue'], ['size::small']], number >> 2),
      milestone: pick([null, 'past', 'now', 'later', null] as const, number * 3),
      iteration: pick([null, 'before', 'current', null] as const, number >> 1),
      hasParent: number % 4 === 3,
      weight: pick([null, 0, 3, null, 8], number * 7),
      health: pick([null, 'at_risk', 'on_track', null] as const, number * 5),
      dueDate: pick([null, '2026-03-01', null, '2026-01-15'], number * 11),
      createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 9))),
      updatedAt: new Date(Date.UTC(2026, 1, 1 + (number % 11))),
      likedBy: pick<readonly Person[]>([[], ['gwen'], ['paul', 'gwen']], number >> 2),
    };
    const project = pick(projects, number);
    const { id } = await build.issue({
      ...plan,
      project,
      confidential: plan.isConfidential,
      healthStatus: plan.health,
      milestoneId: plan.milestone && milestones[plan.milestone].id,
      parent: plan.hasParent ? epic : null,
    });
    if (plan.iteration) {
      const iterationId = iterations[plan.iteration].id;
      await db.updateTable('workItems').set({ iterationId }).where('id', '=', id).execute();
    }
    for (const person of plan.likedBy) {
      const userId = userIds[person] as never;
      await db.insertInto('reactions').values({ name: 'thumbsup', userId, workItemId: id }).execute();
    }
    known.push({ ...plan, id, isPrivate: project === projects[2] });
  }
  for (const [title, priority] of [
    ['red', 2],
    ['blue', 1],
    ['size::big', null],
    ['size::small', null],
  ] as const) {
    const on = known.filter(({ labels }) => labels.includes(title)).map(({ id }) => ({ id: id as never }));
    await build.label({ namespace: group, title, priority, on });
  }
  return { group, known };
}

/** Changes some texts: removes, adds or edits descriptions, and renames. */
async function rewrite(known: Known[], db: Db): Promise<void> {
  for (const issue of known) {
    if (issue.id % 4 === 0) issue.description = issue.description === '' ? '50% of it are Oats' : '';
    if (issue.id % 4 === 1 && issue.description !== '') issue.description = 'Damson and pie, made of e_o';
    if (issue.id % 10 === 5) issue.title = 'Quince';
    const { id, title, description } = issue;
    await db
      .updateTable('workItems')
      .set({ title, description })
      .where('id', '=', id as never)
      .execute();
  }
}

/** The filters by definition: does this issue match these fields? Undefined if the filter is not used. */
const readings: { [Key in keyof FilterFields]?: (issue: Known, value: never, viewer: CastName) => boolean } = {
  state: (issue, value: string) => issue.state === value,
  isConfidential: (issue, value: boolean) => issue.isConfidential === value,
  authorUsername: (issue, value: string[]) => value.includes(issue.author),
  weight: (issue, value) => fits(issue.weight, value),
  healthStatus: (issue, values: string[]) => values.some((value) => fits(issue.health, value)),
  parentId: (issue, value: string) => issue.hasParent === (value === 'any'),
  milestoneTitle: (issue, values: string[]) => values.some((value) => isMilestone(issue.milestone, value)),
  iterationTitle: (issue, values: string[]) =>
    values.some((value) => fits(issue.iteration, value.toLowerCase()) || (value === 'None' && !issue.iteration)),
  myReactionEmoji: (issue, value: string, viewer) => {
    const isLiked = viewer !== 'nobody' && issue.likedBy.includes(viewer);
    return value === 'None' ? !isLiked : isLiked;
  },
};
/** Multi-valued properties: each value is tested separately, `or` tests for any of them. */
const manyReadings = {
  assigneeUsername: (issue: Known, value: string) => among(issue.assignees, value),
  labelName: (issue: Known, value: string) =>
    value.endsWith('*')
      ? issue.labels.some((label) => label.startsWith(value.slice(0, -1)))
      : among(issue.labels, value),
};

function fits(has: unknown, value: unknown): boolean {
  if (value === 'none') return has === null;
  return value === 'any' ? has !== null : has === value;
}

function among(has: readonly string[], value: string): boolean {
  if (value === 'None') return has.length === 0;
  return value === 'Any' ? has.length > 0 : has.includes(value);
}

function isMilestone(has: Known['milestone'], value: string): boolean {
  switch (value) {
    case 'Started':
      return has === 'now';
    case 'Upcoming':
      return has === 'later';
    default:
      return fits(has, value.toLowerCase());
  }
}

function passes(issue: Known, { is, not, or }: WorkItemFilter, viewer: CastName): boolean {
  const one = (fields: FilterFields, wanted: boolean) =>
    Object.entries(readings).every(([key, reading]) => {
      const value = fields[key as keyof FilterFields];
      return value === undefined || (reading as (...all: unknown[]) => boolean)(issue, value, viewer) === wanted;
    });
  const many = Object.entries(manyReadings).every(([key, reading]) => {
    const values = (fields: FilterFields) => (fields[key as keyof FilterFields] ?? []) as string[];
    return (
      values(is).every((value) => reading(issue, value)) &&
      !values(not).some((value) => reading(issue, value)) &&
      (values(or).length === 0 || values(or).some((value) => reading(issue, value)))
    );
  });
  return one(is, true) && one(not, false) && one(or, true) && many;
}

function isSeen(issue: Known, viewer: CastName): boolean {
  if (viewer === 'root' || viewer === 'paul') return true;
  if (issue.isPrivate && viewer !== 'gwen') return false;
  return !issue.isConfidential || issue.author === viewer || issue.assignees.some((person) => person === viewer);
}

function matchesText({ title, description }: Known, search: WorkItemListing['search']): boolean {
  const texts = (search?.in ?? []).map((field) => ({ title, description })[field].toLowerCase());
  return (
    !search ||
    search.text
      .toLowerCase()
      .split(' ')
      .every((word) => texts.some((text) => text.includes(word)))
  );
}

const last = (isDescending: boolean) => (isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
const keys: { [Key in OrderKey]?: (issue: Known, isDescending: boolean) => number | string } = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  updatedAt: ({ updatedAt }) => updatedAt.getTime(),
  dueDate: ({ dueDate }, isDescending) => (dueDate ? Date.parse(dueDate) : last(isDescending)),
  // They were closed one after another, in order of creation.
  closedAt: ({ state, id }, isDescending) => (state === 'closed' ? id : last(isDescending)),
  weight: ({ weight }, isDescending) => weight ?? last(isDescending),
  title: ({ title }) => title.toLowerCase().replace(' ', ''),
  popularity: ({ likedBy }) => likedBy.length,
  labelPriority: ({ labels }, isDescending) =>
    labels.includes('blue') ? 1 : labels.includes('red') ? 2 : last(isDescending),
  healthStatus: ({ health }, isDescending) =>
    health === 'at_risk' ? 1 : health === 'on_track' ? 3 : last(isDescending),
};

const some = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const few = (values: readonly string[]) => fc.uniqueArray(some(values), { minLength: 1, maxLength: 2 });
const labelNames = few(['red', 'blue', 'size::big', 'size::*', 'None', 'Any', 'no such label']);
const people = few(['gwen', 'dana', 'paul', 'None', 'Any']);
const authors = few(['ada', 'otto', 'paul']);
const plain = {
  authorUsername: authors,
  assigneeUsername: people,
  labelName: labelNames,
  milestoneTitle: some(['past', 'now', 'None', 'Any', 'Started', 'Upcoming']).map((title) => [title]),
  iterationTitle: some(['before', 'None', 'Any', 'Current']).map((title) => [title]),
  weight: some([0, 3, 5, 'none', 'any'] as const),
  healthStatus: few(['at_risk', 'on_track', 'needs_attention', 'none', 'any']),
  parentId: some(['none', 'any'] as const),
  isConfidential: fc.boolean(),
  myReactionEmoji: some(['thumbsup', 'None']),
};
/** Mostly one or two filters at once: with more hardly any issue matches. */
const fields = (arbitraries: Record<string, fc.Arbitrary<unknown>>, most: number) =>
  fc
    .subarray(Object.keys(arbitraries), { maxLength: most })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((key) => [key, arbitraries[key] as fc.Arbitrary<unknown>]))),
    );
const listings = fc.record({
  viewer: some(viewers),
  state: fc.option(some(['opened', 'closed'] as const), { nil: undefined }),
  is: fields(plain, 2),
  not: fields(plain, 1),
  or: fields({ authorUsername: authors, assigneeUsername: people, labelName: labelNames }, 1),
  types: some<readonly IssueType[]>([issueTypes, issueTypes, ['incident'], ['issue', 'task']]),
  search: fc.option(
    fc.record({
      text: some([
        'apple',
        'appl pie',
        'i',
        'nothing has this',
        'OATS',
        'berry oats',
        'apple made',
        '50% of',
        'e_o',
        'damson',
      ]),
      in: some<readonly ('title' | 'description')[]>([['title'], ['title', 'description'], ['description']]),
    }),
    { nil: null, freq: 4 },
  ),
  by: some(Object.keys(keys) as OrderKey[]),
  isDescending: fc.boolean(),
  size: fc.integer({ min: 1, max: 9 }),
});

describe('lists of issues', () => {
  test('hold in every order exactly what the filters mean, page by page in both directions, and count it', async ({
    as,
    build,
    db,
    world,
  }) => {
    const { group, known } = await sow(build, db, world.userIds);
    const check = fc.asyncProperty(
      listings,
      async ({ viewer, state, is, not, or, types, search, by, isDescending, size }) => {
        const ctx = as(viewer);
        const filter = { is: { ...is, ...(state && { state }) }, not, or } as WorkItemFilter;
        const order = { by, isDescending };
        const listing: WorkItemListing = {
          scope: { of: group, includeDescendants: true },
          types,
          filter,
          search,
          order,
        };
        const keyOf = keys[by] as (issue: Known, isDescending: boolean) => number | string;
        const wanted = known
          .filter((issue) => types.includes(issue.type) && isSeen(issue, viewer))
          .filter((issue) => passes(issue, filter, viewer) && matchesText(issue, search))
          .toSorted((a, b) => compare(keyOf(a, isDescending), keyOf(b, isDescending)) || a.id - b.id)
          .map(({ id }) => id);
        if (isDescending) wanted.reverse();
        for (const isBackward of [false, true]) {
          const met: number[] = [];
          for (let cursor: readonly unknown[] | null = null; ;) {
            const rows = await workItemsAfter(ctx, listing, { limit: size, isBackward, cursor });
            const page = rows.slice(0, size);
            met.push(...page.map(({ id }) => id));
            const end = page.at(-1);
            if (rows.length <= size || !end) break;
            cursor = listKey(end);
          }
          expect(met).toEqual(isBackward ? wanted.toReversed() : wanted);
        }
        expect(await countWorkItems(ctx, listing)).toBe(wanted.length);
        expect(await countWorkItems(ctx, listing, size)).toBe(Math.min(wanted.length, size + 1));
        const counts = await countByState(ctx, listing);
        expect(counts.opened + counts.closed).toBe(wanted.length);
      },
    );
    const enter = async () => {
      while ((await indexQueuedTexts(db, 'issues')) > 0);
    };
    // With all texts queued for the index, with only recent ones queued, and with none.
    await fc.assert(check, { numRuns: 60 });
    await enter();
    await rewrite(known, db);
    await fc.assert(check, { numRuns: 80 });
    await enter();
    await fc.assert(check, { numRuns: 60 });
  });
});

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
