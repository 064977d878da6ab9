import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { blocksOf } from './keys.ts';
import { listed, planned, textsIn } from './matches.ts';
import { conditionsOf, type Searching, type Stage } from './results.ts';
import { facetNames, filterCondition, type FacetName } from './sources.ts';

export interface FacetValue {
  value: string;
  count: number;
}

export interface Facets {
  values: Record<FacetName, FacetValue[]>;
  /** Whether there are more matches than were counted: every count is then a minimum. */
  isPartial: boolean;
}

/** Maximum number of results whose values are counted, newest first. */
const MAX_SAMPLED = 2000;
/** Maximum number of values per filter. */
const MAX_VALUES = 10;

/**
 * The values of each filter with the number of results that have them, the other filters applied. Counts at most
 * `MAX_SAMPLED` results, the newest blocks first.
 */
export async function facetsOf(ctx: Context, searching: Searching, stages: readonly Stage[]): Promise<Facets> {
  const values: Record<FacetName, Map<string, number>> = {
    state: new Map(),
    changed: new Map(),
    authorUsername: new Map(),
    labelTitle: new Map(),
    projectPath: new Map(),
  };
  let isPartial = false;
  for (const stage of stages) {
    const { rows, isCut } = await countsIn(ctx, searching, stage);
    isPartial ||= isCut;
    for (const { name, value, count } of rows) values[name].set(value, (values[name].get(value) ?? 0) + count);
  }
  const listed = (name: FacetName): FacetValue[] =>
    [...values[name]]
      .map(([value, count]) => ({ value, count }))
      .sort((one, two) => two.count - one.count || (one.value < two.value ? -1 : 1))
      .slice(0, MAX_VALUES);
  return {
    values: Object.fromEntries(facetNames.map((name) => [name, listed(name)])) as Record<FacetName, FacetValue[]>,
    isPartial,
  };
}

interface CountRow {
  name: FacetName;
  value: string;
  count: number;
}

async function countsIn(
  ctx: Context,
  searching: Searching,
  { source, kinds }: Stage,
): Promise<{ rows: CountRow[]; isCut: boolean }> {
  const names = facetNames.filter((name) => source.values[name]);
  if (names.length === 0) return { rows: [], isCut: false };
  const { filters, ...rest } = searching;
  const { query } = searching;
  // Each row contains which filters it matches, so that one query gives every count.
  const passes = names.map(
    (name) => sql`${filterCondition(source, filters, name) ?? sql`true`} AS ${sql.ref(`is_${name}`)}`,
  );
  const shown = names.map((name) => sql`${source.values[name]} AS ${sql.ref(name)}`);
  const conditions = conditionsOf(ctx, { ...rest, filters: otherFilters(filters) }, source);
  const columns = sql.join([...shown, ...passes]);
  const ids = await searching.matches.idsOf(kinds, 'all');
  if (ids?.length === 0) return { rows: [], isCut: false };
  const sample = ids
    ? sql`SELECT ${columns} FROM ${listed(ids)} ${source.from} WHERE ${conditions} LIMIT ${MAX_SAMPLED}`
    : sql`SELECT found.* FROM ${blocksOf(query, kinds)}
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${textsIn(query, kinds, 'all')} ${source.from} WHERE ${conditions} OFFSET 0
        ) AS found LIMIT ${MAX_SAMPLED}`;
  const parts = names.map((name) => countsOf(name, names));
  const { rows } = await sql<CountRow | { name: null; value: null; count: number }>`${ids ? sql`` : planned}
    WITH sample AS MATERIALIZED (${sample})
    SELECT NULL AS name, NULL AS value, count(*) AS count FROM sample
    UNION ALL ${sql.join(parts, sql` UNION ALL `)}`.execute(ctx.db);
  return {
    rows: rows.filter((row): row is CountRow => row.name !== null && row.value !== null),
    isCut: rows.some(({ name, count }) => name === null && count >= MAX_SAMPLED),
  };
}

function otherFilters({ isConfidential }: Searching['filters']): Searching['filters'] {
  return isConfidential === undefined ? {} : { isConfidential };
}

function countsOf(name: FacetName, names: readonly FacetName[]) {
  const others = names.filter((other) => other !== name).map((other) => sql`sample.${sql.ref(`is_${other}`)}`);
  const condition = others.length > 0 ? sql.join(others, sql` AND `) : sql`true`;
  if (name === 'changed') {
    return sql`SELECT 'changed', age, count(*) FROM sample CROSS JOIN LATERAL (VALUES
        ('month', sample.changed >= now() - interval '1 month'), ('year', sample.changed >= now() - interval '1 year'), ('any', true)
      ) AS ages (age, is_within) WHERE is_within AND ${condition} GROUP BY age`;
  }
  if (name === 'labelTitle') {
    return sql`(SELECT 'labelTitle', label, count(*) FROM sample CROSS JOIN LATERAL unnest(${sql.ref('sample.labelTitle')}) AS label
      WHERE ${condition} GROUP BY label ORDER BY count(*) DESC LIMIT 20)`;
  }
  return sql`(SELECT ${name}::text, ${sql.ref(`sample.${name}`)}, count(*) FROM sample WHERE ${condition}
    GROUP BY 2 ORDER BY count(*) DESC LIMIT 20)`;
}
