import type { NamespaceId } from '@milepost/core/ids';
import type { ParsedSearch } from '@milepost/core/text/search';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';

/** A searched word in both forms that match: as a prefix, and as a stem. */
export interface SearchedWord {
  prefix: string;
  stem: string;
}

export interface SearchQuery {
  /** In the syntax of tsquery. */
  match: string;
  words: readonly SearchedWord[];
  /** Only in this group and below, or in this project. */
  within: Namespace | null;
  /** All visible namespaces of the search: only texts in them are read. Null if they are too many to list. */
  namespaceIds: readonly NamespaceId[] | null;
}

/** With more visible namespaces, the rows of items decide alone. */
const MAX_LISTED_NAMESPACES = 1000;

/** Null if the text has no searchable words, only punctuation or excluded words. */
export async function prepareQuery(
  ctx: Context,
  { words, phrases, excluded }: ParsedSearch,
  within: Namespace | null,
): Promise<SearchQuery | null> {
  const highlighted = [...new Set([...words, ...phrases.flatMap((phrase) => phrase.split(' '))])];
  const [{ rows }, forms, namespaceIds] = await Promise.all([
    sql<{ wanted: string; unwanted: string[] }>`
      SELECT (
        SELECT coalesce(string_agg('(' || term || ')', ' & '), '') FROM (
          SELECT CASE
            -- The stem begins with the word, so the prefix search finds all its matches.
            WHEN char_length(word) > 1 AND starts_with(stem, plain) THEN prefixed::text
            ELSE (plainto_tsquery('search_stems', word) || prefixed)::text
          END AS term
          FROM unnest(${words}::text[]) AS given (word) CROSS JOIN LATERAL (SELECT
            (SELECT min(lexeme) FROM unnest(to_tsvector('search_stems', word)) HAVING count(*) = 1) AS stem,
            (SELECT min(lexeme) FROM unnest(to_tsvector('search_words', word)) HAVING count(*) = 1) AS plain,
            to_tsquery('search_words', quote_literal(word) || CASE WHEN char_length(word) > 1 THEN ':*' ELSE '' END) AS prefixed) AS forms
          UNION ALL
          SELECT phraseto_tsquery('search_stems', phrase)::text FROM unnest(${phrases}::text[]) AS given (phrase)
        ) AS terms WHERE term <> ''
      ) AS wanted,
      ARRAY(SELECT phraseto_tsquery('search_stems', phrase)::text FROM unnest(${excluded}::text[]) AS given (phrase)) AS unwanted`.execute(
      ctx.db,
    ),
    formsOf(ctx, highlighted),
    namespacesOf(ctx, within),
  ]);
  const { wanted, unwanted } = rows[0] ?? { wanted: '', unwanted: [] };
  if (wanted === '') return null;
  const without = unwanted.filter((term) => term !== '').map((term) => `!(${term})`);
  return { match: [wanted, ...without].join(' & '), words: [...forms.values()], within, namespaceIds };
}

/** Both forms of each word, by word. Words that consist of symbols alone are left out. */
export async function formsOf(ctx: Context, words: readonly string[]): Promise<Map<string, SearchedWord>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; prefix: string | null; stem: string | null }>`
    SELECT word, (tsvector_to_array(to_tsvector('search_words', search_plain(word))))[1] AS prefix,
      (tsvector_to_array(to_tsvector('search_stems', search_plain(word))))[1] AS stem
    FROM unnest(${words}::text[]) AS given (word)`.execute(ctx.db);
  return new Map(
    rows.flatMap(({ word, prefix, stem }) => (prefix === null ? [] : [[word, { prefix, stem: stem ?? prefix }]])),
  );
}

async function namespacesOf({ db, viewer }: Context, within: Namespace | null): Promise<NamespaceId[] | null> {
  if (viewer.isAdmin && within === null) return null;
  const below = within ? namespacesBelow(within.scope.traversalIds) : sql`true`;
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT n.id FROM namespaces n WHERE ${visibleNamespaces(viewer)} AND ${below} LIMIT ${MAX_LISTED_NAMESPACES + 1}`.execute(
    db,
  );
  return rows.length > MAX_LISTED_NAMESPACES ? null : rows.map(({ id }) => id);
}
