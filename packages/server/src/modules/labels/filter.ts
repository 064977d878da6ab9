import { scopeSeparator } from '@milepost/core/labels';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { textsOf } from '../work-items/filter/values.ts';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Titles, in any namespace, or `None`, `Any` and `scope::*`. */
    labelName?: readonly string[];
  }
}

/** `label:~backend`: all of them, none of them, or at least one of them. */
export const labelFilter: FilterWord = {
  name: 'label',
  fromGraphql: ({ labelName, labelNames }) => ({ labelName: textsOf(labelName, labelNames) }),
  fromRest: ({ labels }) => ({ labelName: textsOf(labels) }),
  conditions(fields, operator, _ctx, { types, isWalk = false }) {
    const titles = (fields.labelName ?? []).filter((title) => title !== '');
    if (titles.length === 0) return [];
    const links: Links = { ofEpics: types.every((type) => type === 'epic'), areCounted: !isWalk && operator !== 'not' };
    if (operator === 'or') return [carriesAny(links, titles)];
    return titles.map((title) => {
      const isSo = carries(links, title);
      return operator === 'not' ? sql<SqlBool>`NOT ${isSo}` : isSo;
    });
  },
};

interface Links {
  /** Epic labels have separate indexes, a tenth of the size. */
  ofEpics: boolean;
  /** The query counts items and may read them by label, so the planner must be able to estimate how many have it. */
  areCounted: boolean;
}

/** The labels of the row `w`, optionally joined with the label rows. */
function linksOf({ ofEpics }: Links, joined = sql``): RawBuilder<unknown> {
  return sql`SELECT FROM work_item_labels wl ${joined} WHERE wl.work_item_id = w.id ${ofEpics ? sql`AND wl.is_epic` : sql``}`;
}

function carries(links: Links, title: string): RawBuilder<SqlBool> {
  switch (title.toLowerCase()) {
    case 'none':
      // Items without labels are stored in a table of their own, because the planner cannot estimate how many there are. A concurrent
      // change can leave an item there that has a label, so the labels are checked again.
      return sql<SqlBool>`(EXISTS (SELECT FROM unlabelled_work_items u WHERE u.work_item_id = w.id) AND NOT EXISTS (${linksOf(links)}))`;
    case 'any':
      // A count of epics excludes the few without labels, so that the others need no lookup.
      if (links.areCounted && links.ofEpics) {
        return sql<SqlBool>`NOT EXISTS (SELECT FROM unlabelled_work_items u WHERE u.work_item_id = w.id
          AND NOT EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = u.work_item_id))`;
      }
      return sql<SqlBool>`EXISTS (${linksOf(links)})`;
    default:
      return carriesTitled(links, isScope(title) ? [] : [title], isScope(title) ? [title] : []);
  }
}

/** One scan of an item's labels for all titles; separate alternatives would scan them once per title. */
function carriesAny(links: Links, titles: readonly string[]): RawBuilder<SqlBool> {
  const isWildcard = (title: string) => ['none', 'any'].includes(title.toLowerCase());
  const named = titles.filter((title) => !isWildcard(title));
  const alternatives = titles.filter(isWildcard).map((title) => carries(links, title));
  if (named.length > 0) {
    alternatives.push(
      carriesTitled(
        links,
        named.filter((title) => !isScope(title)),
        named.filter(isScope),
      ),
    );
  }
  return sql<SqlBool>`(${sql.join(alternatives, sql` OR `)})`;
}

/**
 * When items are checked one by one, the labels are looked up first, once. When items are fetched by label it is a join,
 * because the planner knows the frequency of a label found by title, but guesses for a list of ids.
 */
function carriesTitled(links: Links, titles: readonly string[], scopes: readonly string[]): RawBuilder<SqlBool> {
  const patterns = scopes.map((scope) => `${scope.slice(0, -1).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isTitled =
    patterns.length === 0
      ? sql`l.title = ANY(${titles}::text[])`
      : sql`(l.title = ANY(${titles}::text[]) OR l.title LIKE ANY(${patterns}::text[]))`;
  if (links.areCounted && !links.ofEpics) {
    return sql<SqlBool>`EXISTS (${linksOf(links, sql`JOIN labels l ON l.id = wl.label_id`)} AND ${isTitled})`;
  }
  return sql<SqlBool>`EXISTS (${linksOf(links)} AND wl.label_id = ANY(ARRAY(SELECT l.id FROM labels l WHERE ${isTitled})))`;
}

function isScope(title: string): boolean {
  return title.endsWith(`${scopeSeparator}*`);
}
