import type { MilestoneId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /**
     * Titles, whichever namespace the milestones belong to. `None`, `Any`, `Upcoming` and `Started` are understood, also
     * with a `#` before them. An epic matches through its issues.
     */
    milestoneTitle?: readonly string[];
    milestoneId?: readonly MilestoneId[];
  }
}

/** `milestone:%"Spring"`: must have one of them, or none of them. */
export const milestoneFilter: FilterWord = {
  name: 'milestone',
  conditions(fields, operator) {
    const { milestoneId = [] } = fields;
    const titles = (fields.milestoneTitle ?? []).filter((title) => title !== '');
    const matches: RawBuilder<SqlBool>[] = [];
    if (titles.length > 0) matches.push(sql<SqlBool>`(${sql.join(titles.map(matching), sql` OR `)})`);
    if (milestoneId.length > 0) matches.push(anyMilestone(sql`m.id = ANY(${milestoneId}::bigint[])`));
    return operator === 'not' ? matches.map((match) => sql<SqlBool>`NOT ${match}`) : matches;
  },
};

/** Of an item itself, and for an epic also of the issues right below it. */
function matching(title: string): RawBuilder<SqlBool> {
  const word = title.toLowerCase().replace(/^#/, '');
  if (word === 'none') return sql<SqlBool>`NOT ${anyMilestone(sql`true`)}`;
  if (word === 'any') return anyMilestone(sql`true`);
  const today = sql`(now() AT TIME ZONE 'utc')::date`;
  if (word === 'upcoming') return anyMilestone(sql`m.start_date > ${today}`);
  if (word === 'started') {
    return anyMilestone(sql`m.start_date <= ${today} AND (m.due_date IS NULL OR m.due_date >= ${today})`);
  }
  return anyMilestone(sql`m.title = ${title}`);
}

function anyMilestone(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(EXISTS (SELECT FROM milestones m WHERE m.id = w.milestone_id AND ${condition})
    OR (w.type = 'epic' AND EXISTS (SELECT FROM work_items child JOIN milestones m ON m.id = child.milestone_id
      WHERE child.parent_id = w.id AND child.type <> 'epic' AND ${condition})))`;
}
