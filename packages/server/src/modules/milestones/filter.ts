import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { textsOf } from '../work-items/filter/values.ts';
import { visibleInTree } from '../work-items/policy.ts';
import type { FilterWord } from '../work-items/sockets.ts';
import { seesMilestone, unplannedFor } from './store/unplanned.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /**
     * Titles, in any namespace, or `None`, `Any`, `Upcoming` and `Started`, also with a `#` prefix. An epic matches through its
     * issues.
     */
    milestoneTitle?: readonly string[];
    milestoneId?: readonly MilestoneId[];
  }
}

/** `milestone:%"Spring"`: one of them, or none of them. */
export const milestoneFilter: FilterWord = {
  name: 'milestone',
  fromGraphql: ({ milestoneTitle, milestoneWildcardId }) => ({
    milestoneTitle: textsOf(milestoneWildcardId ?? milestoneTitle),
  }),
  fromRest: ({ milestone, milestone_id: id }) => ({ milestoneTitle: textsOf(milestone ?? id) }),
  conditions(fields, operator, ctx, { types, rootId = null, isWalk = false }) {
    const wanted: Wanted = { ctx, types, rootId, isWalk };
    const { milestoneId = [] } = fields;
    const titles = (fields.milestoneTitle ?? []).filter((title) => title !== '');
    const matches: Match[] = [];
    if (titles.length > 0) matches.push(anyTitled(titles, wanted));
    if (milestoneId.length > 0) matches.push(has(sql`m.id = ANY(${milestoneId}::bigint[])`, wanted));
    return matches.map(({ isSo, isNot }) => (operator === 'not' ? isNot : isSo));
  },
};

/** The condition and its complement are written separately, because the planner cannot optimize a NOT around either. */
interface Match {
  isSo: RawBuilder<SqlBool>;
  isNot: RawBuilder<SqlBool>;
}

const match = (isSo: RawBuilder<SqlBool>): Match => ({ isSo, isNot: sql<SqlBool>`(NOT ${isSo})` });

const isNone = (title: string) => wordOf(title) === 'none';
const wordOf = (title: string) => title.toLowerCase().replace(/^#/, '');

/** The viewer and the types of the list. */
interface Wanted {
  ctx: Context;
  types: readonly WorkItemType[];
  rootId: NamespaceId | null;
  isWalk: boolean;
}

function anyTitled(titles: readonly string[], wanted: Wanted): Match {
  const named = titles.filter((title) => !isNone(title));
  const isAny = named.some((title) => wordOf(title) === 'any')
    ? null
    : sql`(${sql.join(named.map(isTitled), sql` OR `)})`;
  const isNamed = named.length === 0 ? null : has(isAny, wanted);
  if (!titles.some(isNone)) return isNamed ?? match(sql`false`);
  const hasAny = has(null, wanted);
  if (!isNamed) return { isSo: hasAny.isNot, isNot: hasAny.isSo };
  return match(sql`(${hasAny.isNot} OR ${isNamed.isSo})`);
}

/**
 * The condition on a milestone `m` for a title or wildcard. Days are compared as ranges: the planner then expects few
 * milestones and reads their items, which is right for few and acceptable for many, because counts stop at a limit.
 */
function isTitled(title: string): RawBuilder<unknown> {
  const today = sql`(now() AT TIME ZONE 'utc')::date`;
  switch (wordOf(title)) {
    case 'upcoming':
      return sql`(m.start_date IS NOT NULL AND daterange(${today}, NULL, '()') @> daterange(m.start_date, m.start_date, '[]'))`;
    case 'started':
      return sql`(m.start_date IS NOT NULL AND daterange(m.start_date, m.due_date, '[]') @> ${today})`;
    default:
      return sql`m.title = ${title}`;
  }
}

/** An issue has its own milestone, an epic those of its visible child issues. Null for any. */
function has(condition: RawBuilder<unknown> | null, wanted: Wanted): Match {
  const { types } = wanted;
  const ofOwn = condition
    ? sql<SqlBool>`EXISTS (SELECT FROM milestones m WHERE m.id = w.milestone_id AND ${condition})`
    : sql<SqlBool>`(w.milestone_id IS NOT NULL)`;
  if (!types.includes('epic')) return match(ofOwn);
  const ofIssues = condition ? match(hasBelow(condition, wanted)) : hasAnyBelow(wanted);
  if (types.every((type) => type === 'epic')) return ofIssues;
  return match(sql`(${ofOwn} OR (w.type = 'epic' AND ${ofIssues.isSo}))`);
}

/**
 * The few milestones are found first, so that only their issues are read, with an index-only scan. In a walk, `OFFSET 0` keeps the planner
 * from reading the issues of all epics at once.
 */
function hasBelow(condition: RawBuilder<unknown>, { ctx, rootId, isWalk }: Wanted): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM work_items child
    WHERE child.parent_id = w.id AND child.type <> 'epic' AND ${visibleInTree(ctx.viewer, rootId, 'child')}
      AND child.milestone_id = ANY(ARRAY(SELECT m.id FROM milestones m WHERE ${condition})) ${isWalk ? sql`OFFSET 0` : sql``})`;
}

/** A walk through few rows checks them one by one; otherwise the precomputed epics without a milestone are excluded. */
function hasAnyBelow({ ctx, rootId, isWalk }: Wanted): Match {
  const unplanned = isWalk || rootId === null ? null : unplannedFor(ctx.viewer, rootId);
  if (unplanned === null) return match(seesMilestone(ctx.viewer, rootId, sql`w.id`));
  const isUnplanned = sql<SqlBool>`EXISTS (SELECT FROM (${unplanned}) AS unplanned WHERE unplanned.work_item_id = w.id)`;
  return { isSo: sql`NOT ${isUnplanned}`, isNot: isUnplanned };
}
