import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import type { SearchQuery } from './query.ts';
import { matchOf, searchKinds, type SearchKind } from './sources.ts';

/** The part of a text with the words: the title, only the rest, or anywhere. */
export type Part = 'title' | 'rest' | 'all';

/**
 * Maximum number of matches that are read at once and sorted. For a word with more, blocks of 65,536 ids are read from the newest
 * on until the page is full, so results are sorted by block before the date of creation.
 */
export const MAX_SORTED = 4_000;

/** As MAX_SORTED, for a kind that is rare among all matches: its blocks of ids would be almost empty. */
const MAX_SORTED_OF_A_KIND = 10_000;

/** Kinds with few rows: their matches are read at once even if a word is common in other kinds. */
const smallKinds: readonly SearchKind[] = ['milestone', 'group', 'project', 'user'];

interface Match {
  kind: SearchKind;
  id: number;
  isInTitle: boolean;
}
interface Listed {
  /** There are more matches; these are only some of them. */
  isCut: boolean;
  byKind: ReadonlyMap<SearchKind, readonly Match[]>;
}

/** From this number in a cut list on, a kind is read block by block: a scan for its matches alone would find too many as well. */
const COMMON = 1_002;

/**
 * The rows of `search_texts` that match a query, visible or not. The index returns all matches of a word at once (15 ms for 100,000),
 * so up to MAX_SORTED matches are read once and cached for hits, counts and facets.
 */
export class Matches {
  readonly #ctx: Context;
  readonly #query: SearchQuery;
  readonly #lists = new Map<string, Promise<Listed>>();

  constructor(ctx: Context, query: SearchQuery) {
    this.#ctx = ctx;
    this.#query = query;
  }

  /** The ids of all matches of these kinds, the highest first; null if there are too many to sort. */
  async idsOf(kinds: readonly SearchKind[], part: Part): Promise<number[] | null> {
    const shared = await this.#listAll(kinds);
    if (!shared.isCut) return idsIn(shared, kinds, part);
    if (idsIn(shared, kinds, 'all').length >= COMMON) return null;
    const own = await this.#list(kinds, MAX_SORTED_OF_A_KIND);
    return own.isCut ? null : idsIn(own, kinds, part);
  }

  /** As `idsOf`, but only from a list of several kinds; null if reading all matches of these kinds would not pay off. */
  async sharedIdsOf(kinds: readonly SearchKind[]): Promise<number[] | null> {
    const shared = await this.#listAll(kinds);
    return shared.isCut ? null : idsIn(shared, kinds, 'all');
  }

  /** The ids of at least `count` matches of a kind, if that many are at hand without reading more. */
  async sampleOf(kind: SearchKind, count: number): Promise<number[] | null> {
    const ids = idsIn(await this.#listAll([kind]), [kind], 'all');
    return ids.length >= count ? ids : null;
  }

  async #listAll(kinds: readonly SearchKind[]): Promise<Listed> {
    const all = await this.#list(searchKinds);
    return all.isCut && kinds.every((kind) => smallKinds.includes(kind)) ? this.#list(smallKinds) : all;
  }

  #list(kinds: readonly SearchKind[], most = MAX_SORTED): Promise<Listed> {
    const key = kinds.join(' ');
    const known = this.#lists.get(key) ?? this.#read(kinds, most);
    this.#lists.set(key, known);
    return known;
  }

  async #read(kinds: readonly SearchKind[], most: number): Promise<Listed> {
    const match = matchOf(this.#query, kinds);
    const { rows } = await sql<Match>`
      SELECT CASE
        WHEN s.kind IN ('note', 'milestone', 'user') THEN s.kind
        WHEN s.words @@ '''K:issue'''::tsquery THEN 'issue' WHEN s.words @@ '''K:epic'''::tsquery THEN 'epic'
        WHEN s.words @@ '''K:task'''::tsquery THEN 'task' WHEN s.words @@ '''K:group'''::tsquery THEN 'group' ELSE 'project'
      END AS kind, s.id, s.title @@ ${opaque(match)} AS is_in_title
      FROM ${sql.raw(plannedForItsValues)} search_texts s WHERE s.words @@ ${opaque(match)} LIMIT ${most + 1}`.execute(
      this.#ctx.db,
    );
    const byKind = new Map<SearchKind, Match[]>(kinds.map((kind) => [kind, []]));
    for (const row of rows) byKind.get(row.kind)?.push(row);
    return { isCut: rows.length > most, byKind };
  }
}

function idsIn({ byKind }: Listed, kinds: readonly SearchKind[], part: Part): number[] {
  return kinds
    .flatMap((kind) => byKind.get(kind) ?? [])
    .filter(({ isInTitle }) => part === 'all' || isInTitle === (part === 'title'))
    .map(({ id }) => id)
    .sort((one, two) => two - one);
}

/** The matching texts as `s`; `OFFSET 0` makes the planner read them by the index before any join. */
export function texts(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`${sql.raw(plannedForItsValues)} (SELECT s.id FROM search_texts s WHERE ${condition} OFFSET 0) AS s`;
}

/** Rows of known ids, as `s`. */
export function listed(ids: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${ids}::bigint[]) AS s (id)`;
}

/** The matches of a part in `search_texts`, in one block of ids if it is given. */
export function matching(match: string, part: Part, block: RawBuilder<unknown> | null): RawBuilder<SqlBool> {
  const whole = opaque(match);
  const wanted = block ? sql`((${match} || ' & ''B:' || ${block} || '''')::tsquery)` : whole;
  if (part === 'title') return sql<SqlBool>`s.title @@ ${wanted}`;
  return part === 'all'
    ? sql<SqlBool>`s.words @@ ${wanted}`
    : sql<SqlBool>`s.words @@ ${wanted} AND NOT s.title @@ ${whole}`;
}

/**
 * A query whose frequency PostgreSQL does not estimate. For a common word and a LIMIT it would otherwise read the table from its
 * start, which takes seconds if the matches are at its end.
 */
function opaque(match: string): RawBuilder<unknown> {
  return sql`(SELECT ${match}::tsquery)`;
}
