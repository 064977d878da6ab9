import { MAX_SEARCH_COUNT } from '@milepost/core/text/search';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { InvalidCursorError } from '../../../platform/cursors.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { matchOf, filterCondition, hasFilters, namesOf, sourceOf, sources } from './sources.ts';
import type { SearchQuery } from './query.ts';
import type { FilterName, SearchFilters, SearchKind, Source } from './sources.ts';

/** One search: what, where, and which items a number already named. */
export interface Searching {
  query: SearchQuery;
  filters: SearchFilters;
  /** Items shown before all others, which must not appear again. */
  namedIds: readonly number[];
}

/** A part of a ranking: matches in titles come before other matches. Within a stage the newest is first. */
export interface Stage {
  source: Source;
  kinds: readonly SearchKind[];
  /** Matches in the title, those that are not in the title, or all. */
  part: 'title' | 'rest' | 'all';
  isOldestFirst?: boolean;
}

export interface Hit {
  source: Source;
  id: number;
  /** Where the list goes on after this one. */
  cursor: readonly unknown[];
}

/**
 * Up to this many matches are read and sorted. A word with more is read in blocks of 65,536 ids from the newest on, until the
 * page is full: the order of blocks then comes before the date of creation.
 */
export const MAX_SORTED = 2000;

/** Conditions of rows that count as results: visible, filtered, and not named already. */
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

/**
 * A query whose frequency PostgreSQL does not estimate. For a common word and a LIMIT it would otherwise read the table from its
 * start, which takes seconds if the matches are at its end.
 */
function opaque(match: string): RawBuilder<unknown> {
  return sql`(SELECT ${match}::tsquery)`;
}

/** The texts that match, as `s`, read by the index before anything is joined. */
export function texts(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`${sql.raw(plannedForItsValues)} (SELECT s.id FROM search_texts s WHERE ${condition} OFFSET 0) AS s`;
}

/** The matches of a stage in `search_texts`. */
export function matching(match: string, part: Stage['part'], block: RawBuilder<unknown> | null): RawBuilder<SqlBool> {
  const whole = opaque(match);
  const wanted = block ? sql`((${match} || ' & ''B:' || ${block} || '''')::tsquery)` : whole;
  if (part === 'title') return sql<SqlBool>`s.title @@ ${wanted}`;
  return part === 'all'
    ? sql<SqlBool>`s.words @@ ${wanted}`
    : sql<SqlBool>`s.words @@ ${wanted} AND NOT s.title @@ ${whole}`;
}

/** Whether a query has more matches than are sorted. Reads the index of words alone: what the viewer sees plays no part. */
export async function isCommon({ db }: Context, match: string, part: Stage['part']): Promise<boolean> {
  const column = part === 'title' ? sql`s.title` : sql`s.words`;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.raw(plannedForItsValues)} (
    SELECT FROM search_texts s WHERE ${column} @@ ${opaque(match)} LIMIT ${MAX_SORTED + 1}) AS found`.execute(db);
  return (rows[0]?.count ?? 0) > MAX_SORTED;
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
  for (let index = from?.stage ?? 0; index < stages.length && hits.length < limit; index++) {
    const stage = stages[index];
    if (!stage) break;
    const isFirst = index === from?.stage;
    const match = matchOf(searching.query, stage.kinds);
    const inBlocks = isFirst ? from.inBlocks : await isCommon(ctx, match, stage.part);
    const rows = await rowsOf(ctx, searching, stage, limit - hits.length, inBlocks, isFirst ? from.position : null);
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

async function rowsOf(
  ctx: Context,
  searching: Searching,
  stage: Stage,
  limit: number,
  inBlocks: boolean,
  after: Position | null,
): Promise<Row[]> {
  const { source, kinds, part, isOldestFirst = false } = stage;
  const at = sql`(extract(epoch FROM ${source.createdAt}) * 1000000)::bigint`;
  const match = matchOf(searching.query, kinds);
  const conditions = conditionsOf(ctx, searching, source);
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  const order = sql`ORDER BY ${source.createdAt} ${direction}, ${source.id} ${direction}`;
  const behind = isOldestFirst ? sql`>` : sql`<`;
  const next = after
    ? sql<SqlBool>`(${at}, ${source.id}) ${behind} (${after[1]}::bigint, ${after[2]}::bigint)`
    : sql<SqlBool>`true`;
  if (!inBlocks) {
    const { rows } = await sql<Row>`
      SELECT ${source.id} AS id, 0 AS block, ${at}::text AS at FROM ${texts(matching(match, part, null))} ${source.from}
      WHERE ${conditions} AND ${next} ${order} LIMIT ${limit}`.execute(ctx.db);
    return rows;
  }
  const newest = sql`(${source.newestId} >> 16)::int`;
  const start = after ? sql`${after[0]}::int` : isOldestFirst ? sql`0` : newest;
  const blocks = isOldestFirst ? sql`${start}, ${newest}` : sql`${start}, 0, -1`;
  const isBehind = after ? sql<SqlBool>`(block.number <> ${after[0]} OR ${next})` : sql<SqlBool>`true`;
  // A nested loop reads one block after the other and ends with the page.
  const { rows } = await sql<Row>`
    SELECT found.* FROM generate_series(${blocks}) AS block (number)
    CROSS JOIN LATERAL (
      SELECT ${source.id} AS id, block.number AS block, ${at}::text AS at FROM ${texts(matching(match, part, sql`block.number`))} ${source.from}
      WHERE ${conditions} AND ${isBehind} ${order}
    ) AS found
    LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** The number of results of each kind, at most `limit`: one statement. */
export async function countByKind(
  ctx: Context,
  searching: Searching,
  kinds: readonly SearchKind[],
  limit: number = MAX_SEARCH_COUNT + 1,
): Promise<Map<SearchKind, number>> {
  if (kinds.length === 0) return new Map();
  const parts = kinds.map((kind) => {
    const source = sourceOf(kind);
    return sql`SELECT ${kind}::text AS kind, (SELECT count(*) FROM (
      SELECT FROM ${texts(matching(matchOf(searching.query, [kind]), 'all', null))} ${source.from}
      WHERE ${conditionsOf(ctx, searching, source)}
      LIMIT ${limit}) AS found) AS count`;
  });
  const { rows } = await sql<{ kind: SearchKind; count: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(ctx.db);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** The stages of a ranking: titles first, then other texts, comments last. `filters`: leaves out what cannot be filtered so. */
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
