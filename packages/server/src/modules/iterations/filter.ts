import type { CadenceId, IterationId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { idsOf, textsOf } from '../work-items/filter/values.ts';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    iterationId?: readonly IterationId[];
    /** Titles, or `None`, `Any` and `Current`. */
    iterationTitle?: readonly string[];
    iterationCadenceId?: readonly CadenceId[];
  }
}

/** `iteration:Current`: in one of them, or in none of them. */
export const iterationFilter: FilterWord = {
  name: 'iteration',
  feature: 'iterations',
  fromGraphql: (given) => ({
    iterationId: idsOf(given['iterationId'])?.map((id) => readGlobalId<'Iteration'>(id, 'Iteration')),
    iterationTitle: textsOf(given['iterationWildcardId'] ?? given['iterationTitle']),
    iterationCadenceId: idsOf(given['iterationCadenceId'])?.map((id) =>
      readGlobalId<'Cadence'>(id, 'Iterations::Cadence'),
    ),
  }),
  fromRest({ iteration_id: id, iteration_title: title }) {
    const isNumber = typeof id === 'string' && /^\d{1,15}$/.test(id);
    return {
      iterationId: isNumber ? [Number(id) as IterationId] : undefined,
      iterationTitle: textsOf(title ?? (isNumber ? undefined : id)),
    };
  },
  conditions(fields, operator) {
    const { iterationId = [], iterationCadenceId = [] } = fields;
    const titles = (fields.iterationTitle ?? []).filter((title) => title !== '');
    const matches: RawBuilder<SqlBool>[] = [];
    if (iterationId.length > 0)
      matches.push(sql`(w.iteration_id IS NOT NULL AND w.iteration_id = ANY(${iterationId}::bigint[]))`);
    if (titles.length > 0) matches.push(sql`(${sql.join(titles.map(isIn), sql` OR `)})`);
    if (iterationCadenceId.length > 0)
      matches.push(inIteration(sql`i.cadence_id = ANY(${iterationCadenceId}::bigint[])`));
    return operator === 'not' ? matches.map((match) => sql<SqlBool>`NOT ${match}`) : matches;
  },
};

function isIn(title: string): RawBuilder<SqlBool> {
  const today = sql`(now() AT TIME ZONE 'utc')::date`;
  switch (title.toLowerCase()) {
    case 'none':
      return sql`w.iteration_id IS NULL`;
    case 'any':
      return sql`w.iteration_id IS NOT NULL`;
    case 'current':
      // As a range: the planner then expects few current iterations, and reads their items.
      return inIteration(sql`daterange(i.start_date, i.due_date, '[]') @> ${today}`);
    default:
      return inIteration(sql`i.title = ${title}`);
  }
}

function inIteration(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM iterations i WHERE i.id = w.iteration_id AND ${condition})`;
}
