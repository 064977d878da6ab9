import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { byLabelPriority } from '../labels/filter.ts';
import { textsOf } from '../work-items/filter/values.ts';
import { visibleInTree } from '../work-items/policy.ts';
import type { FilterWord, OrderMaker } from '../work-items/sockets.ts';
import { seesMilestone, unplannedFor } from './store/unplanned.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /**
     * Titles, whichever namespace the milestones belong to. `None`, `Any`, `Upcoming` and `Started` are understood, also
     * with a `#` before them. An epic matches through its issues.
     */
    milestoneTitle?: readonly string[];
    milestoneId?: readonly MilestoneId[];
  }
  interface PluggedOrders {
    milestoneDue: true;
    priority: true;
  }
}

/** `milestone:%"Spring"`: must have one of them, or none of them. */
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

/** A condition and its opposite: the planner takes neither apart where NOT stands before it. */
interface Match {
  isSo: RawBuilder<SqlBool>;
  isNot: RawBuilder<SqlBool>;
}

const match = (isSo: RawBuilder<SqlBool>): Match => ({ isSo, isNot: sql<SqlBool>`(NOT ${isSo})` });

const isNone = (title: string) => wordOf(title) === 'none';
const wordOf = (title: string) => title.toLowerCase().replace(/^#/, '');

/** Whose list it is, and what it holds. */
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
 * What a milestone `m` must be for a title or one of the words. Days are asked as ranges: the planner then expects few milestones
 * and fetches what they have, which is right for few and, where so many are counted up to a limit, not wrong for many.
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

/** An issue has a milestone of its own, an epic those of the issues right below it that the viewer may see. Null for any at all. */
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

/** The milestones are found first, of which there are few, so that only their issues are read, and of these an index alone. */
function hasBelow(condition: RawBuilder<unknown>, { ctx, rootId }: Wanted): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM work_items child
    WHERE child.parent_id = w.id AND child.type <> 'epic' AND ${visibleInTree(ctx.viewer, rootId, 'child')}
      AND child.milestone_id = ANY(ARRAY(SELECT m.id FROM milestones m WHERE ${condition})))`;
}

/** Few rows are asked one by one; for many it is found out beforehand which have none. */
function hasAnyBelow({ ctx, rootId, isWalk }: Wanted): Match {
  const unplanned = isWalk || rootId === null ? null : unplannedFor(ctx.viewer, rootId);
  if (unplanned === null) return match(seesMilestone(ctx.viewer, rootId, sql`w.id`));
  const isUnplanned = sql<SqlBool>`EXISTS (SELECT FROM (${unplanned}) AS unplanned WHERE unplanned.work_item_id = w.id)`;
  return { isSo: sql`NOT ${isUnplanned}`, isNot: isUnplanned };
}

/** By when the milestone is due; what has none, or one without an end, comes last in both directions. */
export const byMilestoneDue: OrderMaker = (isDescending) => ({
  key: sql`coalesce((SELECT m.due_date FROM milestones m WHERE m.id = w.milestone_id),
    ${isDescending ? sql`'0001-01-01'::date` : sql`'9999-12-31'::date`})`,
  type: 'date',
});

/** What is due first comes first, and of that what its labels say matters most: one text that sorts so. */
export const byPriority: OrderMaker = (isDescending) => {
  const { key: due } = byMilestoneDue(isDescending);
  const { key: label } = byLabelPriority(isDescending);
  return { key: sql`(to_char(${due}, 'YYYYMMDD') || lpad(greatest(${label}, 0)::text, 10, '0'))`, type: 'text' };
};
