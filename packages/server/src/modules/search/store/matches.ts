import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { blocksOf, inNamespaces } from './keys.ts';
import type { SearchQuery } from './query.ts';
import type { SearchKind } from './sources.ts';

/** The part of a text with the words: the title, only the rest, or anywhere. */
export type Part = 'title' | 'rest' | 'all';

/**
 * Maximum number of matches that are read at once and sorted. For a word with more, blocks of ids are read from the newest on until
 * the page is full, so results are sorted by block before the date of creation.
 */
const MAX_SORTED = 4_000;

/** All matches of a kind; null if there are more than MAX_SORTED. */
type Listed = Readonly<Record<'title' | 'rest', readonly number[]>> | null;

/**
 * The rows of `search_texts` that match a query in the namespaces that the viewer sees. Those of a kind are read once, for hits, counts and
 * facets; for a common word only the newest.
 */
export class Matches {
  readonly #ctx: Context;
  readonly #query: SearchQuery;
  readonly #lists = new Map<SearchKind, Promise<Listed>>();

  constructor(ctx: Context, query: SearchQuery) {
    this.#ctx = ctx;
    this.#query = query;
  }

  /** The ids of all matches of these kinds, the highest first; null if there are too many to sort. */
  async idsOf(kinds: readonly SearchKind[], part: Part): Promise<number[] | null> {
    const lists = await this.#listsOf(kinds);
    const known = lists.filter((list) => list !== null);
    const size = known.reduce((sum, { title, rest }) => sum + title.length + rest.length, 0);
    if (known.length < lists.length || size > MAX_SORTED) return null;
    return known
      .flatMap(({ title, rest }) => (part === 'all' ? [...title, ...rest] : part === 'title' ? title : rest))
      .sort((one, two) => two - one);
  }

  /** Reads the matches of these kinds by one statement, for the calls of `idsOf` to come. */
  async prepare(kinds: readonly SearchKind[]): Promise<void> {
    await this.#listsOf(kinds);
  }

  #listsOf(kinds: readonly SearchKind[]): Promise<Listed[]> {
    const missing = kinds.filter((kind) => !this.#lists.has(kind));
    if (missing.length > 0) {
      const reading = this.#read(missing);
      for (const kind of missing) {
        const list = reading.then((found) => found.get(kind) ?? null);
        // The reader of the list gets the error.
        list.catch(() => {});
        this.#lists.set(kind, list);
      }
    }
    return Promise.all(kinds.flatMap((kind) => this.#lists.get(kind) ?? []));
  }

  async #read(kinds: readonly SearchKind[]): Promise<Map<SearchKind, Listed>> {
    const ids = (condition: RawBuilder<unknown>) =>
      sql`CASE WHEN count(*) <= ${MAX_SORTED} THEN coalesce(array_agg(id) FILTER (WHERE ${condition}), '{}') END`;
    const parts = kinds.map(
      (
        kind,
      ) => sql`SELECT ${kind}::text AS kind, ${ids(sql`is_in_title`)} AS title, ${ids(sql`NOT is_in_title`)} AS rest FROM (
        SELECT s.* FROM ${blocksOf(this.#query, [kind])} CROSS JOIN LATERAL ${textsIn(this.#query, [kind], 'all')}
        LIMIT ${MAX_SORTED + 1}) AS found`,
    );
    const { rows } = await sql<{ kind: SearchKind; title: number[] | null; rest: number[] | null }>`${planned}
      ${sql.join(parts, sql` UNION ALL `)}`.execute(this.#ctx.db);
    return new Map(rows.map(({ kind, title, rest }) => [kind, title && rest && { title, rest }]));
  }
}

/** At the start of each statement that reads matches: their number depends on the word. */
export const planned = sql.raw(plannedForItsValues);

/** The matches in the present `block`, as `s`; `OFFSET 0` makes the planner read them by the index before any join. */
export function textsIn(query: SearchQuery, kinds: readonly SearchKind[], part: Part): RawBuilder<unknown> {
  const isInTitle = sql`s.title @@ block.query`;
  const isMatch =
    part === 'title'
      ? isInTitle
      : part === 'all'
        ? sql`s.words @@ block.query`
        : sql`s.words @@ block.query AND NOT ${isInTitle}`;
  return sql`(SELECT s.id${part === 'all' ? sql`, ${isInTitle} AS is_in_title` : sql``}
    FROM search_texts s WHERE ${isMatch} AND ${inNamespaces(query, kinds)} OFFSET 0) AS s`;
}

/** Rows of known ids, as `s`. */
export function listed(ids: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${ids}::bigint[]) AS s (id)`;
}
