import { ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { selectFieldNames, type SelectFieldName, type SelectValues } from '@milepost/core/fields/select-fields';
import { NO_HEALTH, type HealthStatus, type WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { idsOf, numberOrWildcard, snakeCase, textsOf, wildcardOf, type Wildcard } from './filter/values.ts';
import { visibleEpicAt, type EpicAddress } from './policy.ts';
import type { AboutList, FilterFields, FilterOperator, FilterWord } from './sockets.ts';

type SelectFilters = { [Name in SelectFieldName]?: SelectValues[Name] | readonly SelectValues[Name][] };

declare module './sockets.ts' {
  interface FilterFields extends SelectFilters {
    state?: WorkItemState;
    /** Full paths, in any letter case: items of any of these groups themselves. */
    groupPaths?: readonly string[];
    isConfidential?: boolean;
    /** Days, inclusive: items that touch them; undated items are excluded. */
    timeframe?: { start: string; end: string };
    /** Without any date, or with one. */
    isUndated?: boolean;
    ids?: readonly WorkItemId[];
    /** Descendants of the epic with this number, if the viewer may see it. */
    ancestor?: EpicAddress;
    iids?: readonly number[];
    iidStartsWith?: string;
    authorId?: UserId;
    authorUsername?: readonly string[];
    /** Usernames, or `None` and `Any`. */
    assigneeUsername?: readonly string[];
    assigneeId?: UserId | Wildcard;
    weight?: number | Wildcard;
    healthStatus?: readonly (HealthStatus | Wildcard)[];
    createdAfter?: Date;
    createdBefore?: Date;
    updatedAfter?: Date;
    updatedBefore?: Date;
    closedAfter?: Date;
    closedBefore?: Date;
    /** Days. */
    dueAfter?: string;
    dueBefore?: string;
    /** Of objects that Milepost does not have (core/filters/absent-filters.ts). */
    releaseTag?: readonly string[];
    releaseTagWildcardId?: Wildcard;
    crmContactId?: string;
    crmOrganizationId?: string;
    /** A due date range relative to today. */
    due?: 'none' | 'any' | 'overdue' | 'today' | 'tomorrow' | 'week' | 'month' | 'nextMonthAndPreviousTwoWeeks';
  }
}

const today = sql`(now() AT TIME ZONE 'utc')::date`;

function word(
  name: string,
  isIndexed: boolean,
  read: (fields: FilterFields, operator: FilterOperator, isWalk: boolean) => readonly RawBuilder<SqlBool>[],
  readers: Pick<FilterWord, 'feature' | 'fromGraphql' | 'fromRest'> = {},
): FilterWord {
  return {
    ...readers,
    name,
    isIndexed,
    conditions(fields, operator, _ctx, { isWalk = false }) {
      const conditions = read(fields, operator, isWalk);
      return operator === 'not' ? conditions.map((condition) => sql<SqlBool>`NOT ${condition}`) : conditions;
    },
  };
}

/** The filters on a work item's own columns. */
export const workItemFilters: readonly FilterWord[] = [
  // On a walk, `IS TRUE` keeps the planner from combining the index of the walk with another one that contains the state.
  word('state', true, ({ state }, _operator, isWalk) =>
    state ? [isWalk ? sql<SqlBool>`((w.state = ${state}) IS TRUE)` : sql<SqlBool>`(w.state = ${state})`] : [],
  ),
  word(
    'confidential',
    true,
    ({ isConfidential }) =>
      isConfidential === undefined ? [] : [sql<SqlBool>`(w.is_confidential = ${isConfidential})`],
    {
      fromGraphql: ({ confidential }) => ({ isConfidential: confidential === true }),
      fromRest: ({ confidential }) => ({ isConfidential: confidential === true }),
    },
  ),
  word('timeframe', true, ({ timeframe }) => (timeframe ? [touches(timeframe)] : [])),
  word('undated', true, ({ isUndated }) =>
    isUndated === undefined ? [] : [isUndated ? sql`(${earliest} IS NULL)` : sql`(${earliest} IS NOT NULL)`],
  ),
  word('id', false, ({ ids }) => (ids ? [sql<SqlBool>`(w.id = ANY(${ids}::bigint[]))`] : [])),
  {
    name: 'ancestor',
    conditions({ ancestor }, operator, { viewer }) {
      if (!ancestor) return [];
      const isBelow = sql<SqlBool>`(w.root_id = ${ancestor.rootId}
        AND w.ancestor_ids @> ARRAY[${visibleEpicAt(viewer, ancestor)}]::bigint[])`;
      return [operator === 'not' ? sql<SqlBool>`(NOT ${isBelow})` : isBelow];
    },
  },
  word('group', false, ({ groupPaths }) =>
    groupPaths
      ? [
          sql<SqlBool>`(w.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n
            WHERE lower(n.full_path) = ANY(${groupPaths.map((path) => path.toLowerCase())}::text[]))))`,
        ]
      : [],
  ),
  word('iid', false, ({ iids, iidStartsWith }) => [
    ...(iids ? [sql<SqlBool>`(w.iid = ANY(${iids}::integer[]))`] : []),
    ...(iidStartsWith ? [sql<SqlBool>`(w.iid::text LIKE ${`${iidStartsWith.replaceAll(/\D/g, '')}%`})`] : []),
  ]),
  word(
    'author',
    false,
    ({ authorId, authorUsername }) => [
      ...(authorId === undefined ? [] : [sql<SqlBool>`(w.author_id IS NOT DISTINCT FROM ${authorId})`]),
      ...authorsNamed(authorUsername),
    ],
    {
      fromGraphql: ({ authorUsername, authorUsernames }) => ({
        authorUsername: textsOf(authorUsername, authorUsernames),
      }),
      fromRest: (given) => ({
        authorId: given['author_id'] as UserId | undefined,
        authorUsername: textsOf(given['author_username']),
      }),
    },
  ),
  {
    name: 'assignee',
    fromGraphql: ({ assigneeUsernames, assigneeUsername, assigneeId, assigneeWildcardId }) => ({
      assigneeUsername: textsOf(assigneeUsernames ?? assigneeUsername),
      assigneeId: wildcardOf(assigneeWildcardId ?? assigneeId) ?? userIdOf(assigneeId),
    }),
    fromRest({ assignee_id: id, assignee_username: names }) {
      // Older clients send 0 for None.
      const assigneeId = id === 0 ? 'none' : (numberOrWildcard(id) as UserId | Wildcard | undefined);
      return { assigneeId, assigneeUsername: textsOf(names) };
    },
    conditions: ({ assigneeUsername, assigneeId }, operator) => [
      ...assigneesNamed(assigneeUsername ?? [], operator),
      ...(assigneeId === undefined ? [] : [negatedIf(operator, assignedTo(assigneeId))]),
    ],
  },
  {
    name: 'weight',
    fromGraphql({ weight, weightWildcardId }) {
      const given = numberOrWildcard(weightWildcardId ?? weight);
      if (given === undefined) throw new ValidationError({ weight: ['is invalid'] });
      return { weight: given };
    },
    fromRest: ({ weight }) => ({ weight: numberOrWildcard(weight) }),
    conditions: ({ weight }, operator, _ctx, about) =>
      weight === undefined ? [] : [negatedIf(operator, weighs(weight, operator === 'is' ? about : null))],
  },
  word('health', false, ({ healthStatus }) => (healthStatus === undefined ? [] : [isInAnyHealth(healthStatus)]), {
    feature: 'health_status',
    fromGraphql: ({ healthStatusFilter, healthStatus }) => ({
      healthStatus: [healthStatusFilter ?? healthStatus].flat().flatMap(healthOf),
    }),
    fromRest: ({ health_status: health }) => ({ healthStatus: health === NO_HEALTH ? ['none'] : healthOf(health) }),
  }),
  ...selectFieldNames.map((name) =>
    word(name, false, (fields) =>
      fields[name] === undefined
        ? []
        : [sql<SqlBool>`(${sql.ref(`w.${name}`)} = ANY(${[fields[name]].flat()}::text[]))`],
    ),
  ),
  word('created', false, ({ createdAfter, createdBefore }) => between(sql`w.created_at`, createdAfter, createdBefore)),
  word('updated', false, ({ updatedAfter, updatedBefore }) => between(sql`w.updated_at`, updatedAfter, updatedBefore)),
  word('closed', false, ({ closedAfter, closedBefore }) => between(sql`w.closed_at`, closedAfter, closedBefore)),
  word('due', false, ({ dueAfter, dueBefore, due }) => [
    ...(dueAfter ? [sql<SqlBool>`(w.due_date IS NOT NULL AND w.due_date >= ${dueAfter}::date)`] : []),
    ...(dueBefore ? [sql<SqlBool>`(w.due_date IS NOT NULL AND w.due_date <= ${dueBefore}::date)`] : []),
    ...(due ? [dueConditions[due]] : []),
  ]),
  word('release', true, ({ releaseTag, releaseTagWildcardId }) =>
    releaseTag || releaseTagWildcardId === 'any' ? [sql<SqlBool>`false`] : [],
  ),
  word('contact', true, ({ crmContactId, crmOrganizationId }) =>
    crmContactId || crmOrganizationId ? [sql<SqlBool>`false`] : [],
  ),
];

const healthOf = (value: unknown) => [snakeCase(value) ?? []].flat() as (HealthStatus | Wildcard)[];

const userIdOf = (id: unknown) => idsOf(id)?.map((each) => readGlobalId<'User'>(each, 'User'))[0];

const earliest = sql`least(w.start_date, w.due_date)`;

/**
 * The condition that the dates of a row overlap a timeframe; a missing date is unbounded. Written so that the planner, whose
 * statistics cover items of all types, expects nearly all rows to match.
 */
export function touches({ start, end }: NonNullable<FilterFields['timeframe']>, alias = 'w'): RawBuilder<SqlBool> {
  const from = sql.ref(`${alias}.start_date`);
  const to = sql.ref(`${alias}.due_date`);
  return sql<SqlBool>`(least(${from}, ${to}) IS NOT NULL
    AND (${from} > ${end}::date) IS NOT TRUE AND (${to} < ${start}::date) IS NOT TRUE)`;
}

/** Empty names mean "no filter", because existing pages send them. An item has one author, so several are alternatives. */
function authorsNamed(usernames: readonly string[] = []): RawBuilder<SqlBool>[] {
  const names = usernames.filter((name) => name !== '').map((name) => name.toLowerCase());
  if (names.length === 0) return [];
  return [
    sql<SqlBool>`(w.author_id IS NOT NULL AND w.author_id = ANY(ARRAY(SELECT u.id FROM users u WHERE lower(u.username) = ANY(${names}::text[]))))`,
  ];
}

/** All of several assignees, any of them, or none of them. */
function assigneesNamed(usernames: readonly string[], operator: FilterOperator): RawBuilder<SqlBool>[] {
  const names = usernames.filter((name) => name !== '').map((name) => name.toLowerCase());
  if (names.length === 0) return [];
  if (operator !== 'or')
    return names.map((name) => negatedIf(operator, isWildcard(name) ? assignedTo(name) : isFor([name])));
  // One scan of the assignees for all names; separate alternatives would scan them once per name.
  const named = names.filter((name) => !isWildcard(name));
  const alternatives = names.filter(isWildcard).map((name) => assignedTo(name));
  if (named.length > 0) alternatives.push(isFor(named));
  return [
    alternatives.length === 1 ? (alternatives[0] ?? sql`true`) : sql<SqlBool>`(${sql.join(alternatives, sql` OR `)})`,
  ];
}

const isWildcard = (name: string): name is Wildcard => name === 'none' || name === 'any';

function isFor(names: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM work_item_assignees a JOIN users u ON u.id = a.user_id
    WHERE a.work_item_id = w.id AND lower(u.username) = ANY(${names}::text[]))`;
}

function assignedTo(who: UserId | Wildcard): RawBuilder<SqlBool> {
  const anyone = sql<SqlBool>`EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id)`;
  if (who === 'any') return anyone;
  if (who === 'none') return sql<SqlBool>`NOT ${anyone}`;
  return sql<SqlBool>`EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ${who})`;
}

function negatedIf(operator: FilterOperator, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return operator === 'not' ? sql<SqlBool>`(NOT ${condition})` : condition;
}

/** All issues of a weight are found by the index of the table beside them (`about`: the list; null for a negation): `work_items` has none. */
function weighs(weight: number | Wildcard, about: AboutList | null): RawBuilder<SqlBool> {
  if (weight === 'any') return sql<SqlBool>`(w.weight IS NOT NULL)`;
  if (weight === 'none') return sql<SqlBool>`(w.weight IS NULL)`;
  if (about && about.isWalk !== true && about.rootId && !about.types.includes('epic')) {
    return sql<SqlBool>`EXISTS (SELECT FROM issue_ranks r
      WHERE r.work_item_id = w.id AND r.root_id = ${about.rootId} AND r.weight = ${weight}::integer)`;
  }
  return sql<SqlBool>`(w.weight IS NOT NULL AND w.weight = ${weight}::integer)`;
}

function isInAnyHealth(health: readonly (HealthStatus | Wildcard)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(health.map(isInHealth), sql` OR `)})`;
}

function isInHealth(health: HealthStatus | Wildcard): RawBuilder<SqlBool> {
  if (health === 'any') return sql<SqlBool>`(w.health_status IS NOT NULL)`;
  if (health === 'none') return sql<SqlBool>`(w.health_status IS NULL)`;
  return sql<SqlBool>`(w.health_status IS NOT NULL AND w.health_status = ${health})`;
}

function between(column: RawBuilder<unknown>, after?: Date, before?: Date): RawBuilder<SqlBool>[] {
  return [
    ...(after ? [sql<SqlBool>`(${column} IS NOT NULL AND ${column} >= ${after}::timestamptz)`] : []),
    ...(before ? [sql<SqlBool>`(${column} IS NOT NULL AND ${column} <= ${before}::timestamptz)`] : []),
  ];
}

function dueWithin(first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(w.due_date IS NOT NULL AND w.due_date BETWEEN ${first} AND ${last})`;
}

const dueConditions: Record<NonNullable<FilterFields['due']>, RawBuilder<SqlBool>> = {
  none: sql<SqlBool>`(w.due_date IS NULL)`,
  any: sql<SqlBool>`(w.due_date IS NOT NULL)`,
  overdue: sql<SqlBool>`(coalesce(w.due_date < ${today}, false))`,
  today: sql<SqlBool>`(w.due_date IS NOT DISTINCT FROM ${today})`,
  tomorrow: sql<SqlBool>`(w.due_date IS NOT DISTINCT FROM ${today} + 1)`,
  week: dueWithin(sql`date_trunc('week', ${today})::date`, sql`date_trunc('week', ${today})::date + 6`),
  month: dueWithin(
    sql`date_trunc('month', ${today})::date`,
    sql`(date_trunc('month', ${today}) + interval '1 month')::date - 1`,
  ),
  nextMonthAndPreviousTwoWeeks: dueWithin(
    sql`${today} - 14`,
    sql`(date_trunc('month', ${today}) + interval '2 months')::date - 1`,
  ),
};
