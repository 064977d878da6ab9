import { MAX_SEARCH_COUNT } from '@milepost/core/text/search';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { InvalidCursorError } from '../../../platform/cursors.ts';
import { blocksOf } from './keys.ts';
import { listed, planned, textsIn, type Matches, type Part } from './matches.ts';
import { filterCondition, hasFilters, namesOf, sourceOf, sources } from './sources.ts';
import type { SearchQuery } from './query.ts';
import type { FilterName, SearchFilters, SearchKind, Source } from './sources.ts';

/** The parts of a search that every query needs. */
export interface Searching {
  query: SearchQuery;
  matches: Matches;
  filters: SearchFilters;
  /** Items that are named by the text and shown first; excluded from the other results. */
  namedIds: readonly number[];
}

/** A part of the ranking, such as matches in titles. The stages are listed one after the other, each newest first. */
export interface Stage {
  source: Source;
  kinds: readonly SearchKind[];
  /** Matches in the title, those that are not in the title, or all. */
  part: Part;
  isOldestFirst?: boolean;
}

export interface Hit {
  source: Source;
  id: number;
  /** The cursor after this result. */
  cursor: readonly unknown[];
}

/** The conditions on results: visible, filtered, and not among `namedIds`. */
export function conditionsOf(
  ctx: Context,
  { query, filters, namedIds }: Searching,
  source: Source,
  except: FilterName | null = null,
): RawBuilder<SqlBool> {
  const conditions = [source.visible(ctx, query)];
  for (const name of namesOf(filters)) {
    const condition = name === except ? null : filterCondition(source, filters, name);
    if (condition) conditions.push(condition);
  }
  if (namedIds.length > 0 && source.kinds.includes('issue')) conditions.push(sql`s.id <> ALL(${namedIds}::bigint[])`);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

type Position = readonly [block: number, at: string, id: number];

/** Up to `limit` results of the stages in their order, after a cursor: `[stage, isInBlocks, block, microseconds, id]`. */
export async function hitsAfter(
  ctx: Context,
  searching: Searching,
  stages: readonly Stage[],
  limit: number,
  cursor: readonly unknown[] | null,
): Promise<Hit[]> {
  const from = cursor ? positionOf(cursor, stages.length) : null;
  const hits: Hit[] = [];
  if (!from) await searching.matches.prepare([...new Set(stages.flatMap(({ kinds }) => kinds))]);
  for (let index = from?.stage ?? 0; index < stages.length && hits.length < limit; index++) {
    const stage = stages[index];
    if (!stage) break;
    const start = index === from?.stage ? from : null;
    const { matches } = searching;
    // A list keeps the mode of its first page, even if the word has become common meanwhile.
    const ids = start?.inBlocks ? null : await matches.idsOf(stage.kinds, stage.part);
    if (ids?.length === 0) continue;
    const inBlocks = start?.inBlocks ?? ids === null;
    const rows = await rowsOf(ctx, searching, stage, {
      limit: limit - hits.length,
      ids,
      inBlocks,
      after: start?.position,
    });
    for (const { id, block, at } of rows)
      hits.push({ source: stage.source, id, cursor: [index, inBlocks, block, at, id] });
  }
  return hits;
}

function positionOf(
  cursor: readonly unknown[],
  stages: number,
): { stage: number; inBlocks: boolean; position: Position } {
  const [stage, inBlocks, block, at, id] = cursor;
  const isValid =
    cursor.length === 5 &&
    typeof stage === 'number' &&
    Number.isInteger(stage) &&
    stage >= 0 &&
    stage < stages &&
    typeof inBlocks === 'boolean' &&
    Number.isSafeInteger(block) &&
    Math.abs(block as number) <= 2_147_483_647 &&
    typeof at === 'string' &&
    /^-?\d{1,18}$/.test(at) &&
    Number.isSafeInteger(id);
  if (!isValid) throw new InvalidCursorError();
  return { stage, inBlocks, position: [block as number, at, id as number] };
}

interface Row {
  id: number;
  block: number;
  at: string;
}

interface Reading {
  limit: number;
  /** The ids of the matches; null if there are too many to sort. */
  ids: readonly number[] | null;
  inBlocks: boolean;
  after: Position | undefined;
}

async function rowsOf(
  ctx: Context,
  searching: Searching,
  stage: Stage,
  { limit, ids, inBlocks, after }: Reading,
): Promise<Row[]> {
  const { source, kinds, part, isOldestFirst = false } = stage;
  const at = sql`(extract(epoch FROM ${source.createdAt}) * 1000000)::bigint`;
  const { query } = searching;
  const conditions = conditionsOf(ctx, searching, source);
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  const order = sql`ORDER BY ${source.createdAt} ${direction}, ${source.id} ${direction}`;
  const behind = isOldestFirst ? sql`>` : sql`<`;
  const next = after
    ? sql<SqlBool>`(${at}, ${source.id}) ${behind} (${after[1]}::bigint, ${after[2]}::bigint)`
    : sql<SqlBool>`true`;
  if (!inBlocks) {
    const found = ids ? listed(ids) : sql`${blocksOf(query, kinds)} CROSS JOIN LATERAL ${textsIn(query, kinds, part)}`;
    const { rows } = await sql<Row>`${ids ? sql`` : planned}
      SELECT ${source.id} AS id, 0 AS block, ${at}::text AS at FROM ${found} ${source.from}
      WHERE ${conditions} AND ${next} ${order} LIMIT ${limit}`.execute(ctx.db);
    return rows;
  }
  const isBehind = after ? sql<SqlBool>`(block.number <> ${after[0]} OR ${next})` : sql<SqlBool>`true`;
  // Planned as a nested loop over blocks, which stops when the page is full.
  const { rows } = await sql<Row>`${planned}
    SELECT found.* FROM ${blocksOf(query, kinds, { from: after?.[0] ?? null, isOldestFirst })}
    CROSS JOIN LATERAL (
      SELECT ${source.id} AS id, block.number AS block, ${at}::text AS at FROM ${textsIn(query, kinds, part)} ${source.from}
      WHERE ${conditions} AND ${isBehind} ${order}
    ) AS found
    LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** The number of results of each kind, at most `limit`: one statement for the matches, and one for those that the viewer sees. */
export async function countByKind(
  ctx: Context,
  searching: Searching,
  kinds: readonly SearchKind[],
  limit: number = MAX_SEARCH_COUNT + 1,
): Promise<Map<SearchKind, number>> {
  const { query, matches } = searching;
  await matches.prepare(kinds);
  const known = await Promise.all(kinds.map(async (kind) => ({ kind, ids: await matches.idsOf([kind], 'all') })));
  const parts = known.flatMap(({ kind, ids }) => {
    if (ids?.length === 0) return [];
    const source = sourceOf(kind);
    const conditions = conditionsOf(ctx, searching, source);
    const found = ids
      ? sql`${listed(ids)} ${source.from} WHERE ${conditions}`
      : sql`${blocksOf(query, [kind])} CROSS JOIN LATERAL (
          SELECT FROM ${textsIn(query, [kind], 'all')} ${source.from} WHERE ${conditions} OFFSET 0) AS found`;
    return sql`SELECT ${kind}::text AS kind, (SELECT count(*) FROM (SELECT FROM ${found} LIMIT ${limit}) AS found) AS count`;
  });
  if (parts.length === 0) return new Map();
  const { rows } = await sql<{ kind: SearchKind; count: number }>`${planned}
    ${sql.join(parts, sql` UNION ALL `)}`.execute(ctx.db);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** The stages of a ranking: titles first, then other texts, comments last. `filters` excludes kinds that do not have them. */
export function stagesOf(kinds: readonly SearchKind[], filters: SearchFilters | null): Stage[] {
  const used = sources.filter((source) => filters === null || hasFilters(source, filters));
  return (['title', 'rest'] as const).flatMap((part) => used.flatMap((source) => stageOf(source, kinds, { part })));
}

/** The stages of a list by date of creation, one for each source. */
export function datedStagesOf(kinds: readonly SearchKind[], isOldestFirst: boolean): Stage[] {
  return sources.flatMap((source) => stageOf(source, kinds, { part: 'all', isOldestFirst }));
}

function stageOf(source: Source, wanted: readonly SearchKind[], rest: Pick<Stage, 'part' | 'isOldestFirst'>): Stage[] {
  const kinds = source.kinds.filter((kind) => wanted.includes(kind));
  return kinds.length > 0 ? [{ source, kinds, ...rest }] : [];
}
