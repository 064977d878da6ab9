import fc from 'fast-check';

/**
 * A reference to a fixture's value by pool name: 'issueIid'. Inputs contain these instead of ids, so that a seed gives the same
 * inputs regardless of ids; they are resolved when the input is sent.
 */
export class Ref {
  readonly pool: string;
  readonly pick: number;
  constructor(pool: string, pick: number) {
    this.pool = pool;
    this.pick = pick;
  }
}

/** The values of each pool; a missing or empty pool gives null. */
export type Pools = Readonly<Record<string, readonly (string | number)[]>>;

export function refTo(pool: string): fc.Arbitrary<unknown> {
  return fc.nat(7).map((pick) => new Ref(pool, pick));
}

/** The input with references replaced by current values. */
export function resolveRefs(value: unknown, pools: Pools): unknown {
  if (value instanceof Ref) {
    const pool = pools[value.pool] ?? [];
    return pool[value.pick % Math.max(pool.length, 1)] ?? null;
  }
  if (Array.isArray(value)) return value.map((each) => resolveRefs(each, pools));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolveRefs(each, pools)]));
}

/** Invalid cursors: of other lengths, types and ranges than the list's keys. */
const cursors = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        null,
        true,
        {},
        [],
        'x',
        '',
        '2026-02-31',
        'infinity',
        '-infinity',
        '2026-01-01 00:00:00+00',
        '1',
      ),
      fc.constantFrom('2026-01-01 25:00:00+00', '0000-00-00', '999999-12-31', 1e300, -1, 2 ** 31, 2 ** 53, 1.5),
      fc.nat(),
    ),
    { maxLength: 4 },
  )
  .map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'));

/** Storable texts: anything that a person, a script or an attacker may send. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('x', 'bug', 'a title', 'Ünïcödé 🎉', '#1 &1 %"x" ~x @ada', 'a,b,,c', ' ', ''),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('none', 'any', 'None', 'Any', 'true', '1', '0', '-1', '00', '1e3', '0x10', 'NaN'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("' OR 1=1 --", '%', '_', '\\', '"', '${x}', '{{x}}', '<b>', '/close', '../..', '*'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('2026-02-30', '2026-02-28', '0000-01-01', '9999-12-31', '+275760-09-13T00:00:00Z'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('infinity', '-infinity', 'now', 'null', 'undefined', '__proto__', 'constructor'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('99999999999', '9223372036854775808', '999999999999999999999999', '-99999999999'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/label ~x\n/due 9999-99-99\n/weight 1e9', '/estimate 99999999999mo', '/assign @x @y'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(300), 'x'.repeat(3_000), 'é'.repeat(2_000), '\u202E\u0007\u0085\uFFFE'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('gid://gitlab/Epic/1', 'gid://gitlab/Nothing/1', 'gid://gitlab/User/999999999999999'),
  },
  { weight: 1, arbitrary: cursors },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
);

export const integers: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -3, max: 30 }),
  fc.constantFrom(0, 1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53 - 1, 2_000_000_000),
);

export const days: fc.Arbitrary<string> = fc.oneof(
  fc.date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }).map(dayOf),
  fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '0100-01-01'),
);

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export const times: fc.Arbitrary<string> = fc.oneof(
  days,
  days.map((day) => `${day}T12:34:56.789Z`),
  fc.constantFrom('2026-01-01T00:00:00+14:00', '2026-01-01 10:00', 'Thu, 01 Jan 1970', '-000001-01-01T00:00:00Z'),
);

/** Invalid values: unstorable text, numbers out of range, values of another type, deep nesting. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('\0', 'a\0b', '\uD800', 'x\uDC00y'),
  fc.constantFrom(1e300, -1e300, 2 ** 63, 1.5, -0, Number.MAX_SAFE_INTEGER + 1, 5e-324),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { id: 1 }, { '': '' }, nested(6), nested(200)),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  texts,
  integers,
);

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

/** Pools whose values fit a field of this name, in either API. */
export function poolsFor(name: string): readonly string[] {
  const plain = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/\[\]$/, '');
  return namedPools[plain] ?? [];
}

const namedPools: Readonly<Record<string, readonly string[]>> = {
  author_id: ['userId'],
  assignee_id: ['userId'],
  assignee_ids: ['userId'],
  user_id: ['userId'],
  user_ids: ['userId'],
  skip_users: ['userId'],
  username: ['username'],
  usernames: ['username'],
  author_username: ['username'],
  author_usernames: ['username'],
  assignee_username: ['username'],
  assignee_usernames: ['username'],
  milestone_id: ['milestoneId'],
  milestone: ['milestoneTitle'],
  milestone_title: ['milestoneTitle'],
  labels: ['labelTitle'],
  label_name: ['labelTitle'],
  label_names: ['labelTitle'],
  add_labels: ['labelTitle'],
  remove_labels: ['labelTitle'],
  parent_id: ['epicId', 'groupId'],
  epic_id: ['epicId'],
  epic_iid: ['epicIid'],
  iid: ['issueIid', 'epicIid'],
  iids: ['issueIid', 'epicIid'],
  issue_iid: ['issueIid'],
  iteration_id: ['iterationId'],
  iteration_cadence_id: ['cadenceId'],
  project_id: ['projectId'],
  to_project_id: ['projectId', 'projectPath'],
  target_project_id: ['projectId', 'projectPath'],
  target_issue_iid: ['issueIid'],
  target_group_id: ['groupId', 'groupPath'],
  target_epic_iid: ['epicIid'],
  group_id: ['groupId'],
  namespace_id: ['groupId'],
  skip_groups: ['groupId'],
  move_before_id: ['issueId', 'epicId'],
  move_after_id: ['issueId', 'epicId'],
  issuable_references: ['reference'],
  name: ['labelTitle', 'emoji'],
  my_reaction_emoji: ['emoji'],
  target_id: ['issueIid'],
  lock_version: ['lockVersion'],
  full_path: ['groupPath', 'projectPath'],
  group_path: ['groupPath'],
  project_path: ['projectPath'],
  namespace_path: ['groupPath', 'projectPath'],
  target_project_path: ['projectPath'],
  source: ['groupPath'],
  after: ['cursor'],
  before: ['cursor'],
  cursor: ['cursor'],
};
