import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from './query.ts';
import type { SearchKind } from './sources.ts';

/**
 * Texts are indexed by blocks of 2^BLOCK_BITS ids: each key begins with the kind and the block, as in `i16:improve`. A smaller block
 * is read faster, and there are more of them to read for a rare word. Changing it requires indexing everything again.
 */
export const BLOCK_BITS = 14;

/** With more visible namespaces, their tags would take longer to look up than the matches to check. */
const MAX_TAGGED_NAMESPACES = 64;

/** Stands for the number of a block in the template of a query. No word contains braces. */
const BLOCK = '{block}';
const LEXEME = /'((?:[^']|'')+)'/g;

const letterOf = (kind: SearchKind): string => kind.charAt(0);

/** The match of a query in these kinds and one block, as the template of a tsquery. */
function templateOf({ match, namespaceIds }: SearchQuery, kinds: readonly SearchKind[]): string {
  const words = kinds.map((kind) => `(${match.replaceAll(LEXEME, `'${letterOf(kind)}${BLOCK}:$1'`)})`).join(' | ');
  if (!namespaceIds || !isTagged(namespaceIds) || isPeople(kinds)) return words;
  // Without any visible namespace a tag that no text has.
  const tags = (namespaceIds.length > 0 ? namespaceIds : ['none']).map((id) => `'N${BLOCK}:${id}'`);
  return `(${words}) & (${tags.join(' | ')})`;
}

const isTagged = (namespaceIds: readonly number[]): boolean => namespaceIds.length <= MAX_TAGGED_NAMESPACES;
/** People belong to no namespace. */
const isPeople = (kinds: readonly SearchKind[]): boolean => kinds.includes('user');

/** The blocks that have texts of these kinds as rows `block (number, query)`, in the order of a list. */
export function blocksOf(
  query: SearchQuery,
  kinds: readonly SearchKind[],
  { from = null, isOldestFirst = false }: { from?: number | null; isOldestFirst?: boolean } = {},
): RawBuilder<unknown> {
  const start = from === null ? sql`true` : isOldestFirst ? sql`number >= ${from}::int` : sql`number <= ${from}::int`;
  return sql`(
    SELECT number, replace(${templateOf(query, kinds)}::text, ${BLOCK}::text, number::text)::tsquery AS query
    FROM (SELECT DISTINCT number FROM search_blocks WHERE kind = ANY(${kinds.map(letterOf)}::text[])) AS numbers
    WHERE ${start} ORDER BY number ${isOldestFirst ? sql`ASC` : sql`DESC`} OFFSET 0) AS block`;
}

/** Excludes texts in namespaces that the viewer does not see, unless the query itself does. Alias `s`. */
export function inNamespaces({ namespaceIds }: SearchQuery, kinds: readonly SearchKind[]): RawBuilder<unknown> {
  if (!namespaceIds || isTagged(namespaceIds) || isPeople(kinds)) return sql`true`;
  return sql`s.namespace_id = ANY(${namespaceIds}::bigint[])`;
}
