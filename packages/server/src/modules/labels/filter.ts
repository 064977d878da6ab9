import { scopeSeparator } from '@milepost/core/labels';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FilterWord, OrderMaker } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Titles, whichever namespace the labels belong to. `None`, `Any` and `scope::*` are understood. */
    labelName?: readonly string[];
  }
  interface PluggedOrders {
    labelPriority: true;
  }
}

/** `label:~backend`: must carry all of them, none of them, or at least one of them. */
export const labelFilter: FilterWord = {
  name: 'label',
  conditions(fields, operator, _ctx, { types }) {
    const titles = (fields.labelName ?? []).filter((title) => title !== '');
    if (titles.length === 0) return [];
    const links = linksOf(types);
    if (operator === 'or') return [carriesAny(links, titles)];
    return titles.map((title) => {
      const isSo = carries(links, title);
      return operator === 'not' ? sql<SqlBool>`NOT ${isSo}` : isSo;
    });
  },
};

/** The labels of the row `w`. Those of epics have indexes of their own, a tenth of the size. */
function linksOf(types: readonly WorkItemType[]): RawBuilder<unknown> {
  const ofEpics = types.every((type) => type === 'epic') ? sql`AND wl.is_epic` : sql``;
  return sql`SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id ${ofEpics}`;
}

function carries(links: RawBuilder<unknown>, title: string): RawBuilder<SqlBool> {
  switch (title.toLowerCase()) {
    case 'none':
      return sql<SqlBool>`NOT EXISTS (${links})`;
    case 'any':
      return sql<SqlBool>`EXISTS (${links})`;
    default:
      return carriesTitled(links, isScope(title) ? [] : [title], isScope(title) ? [title] : []);
  }
}

/** One look at the labels of an item for all titles together: alternatives beside one another would each be looked for. */
function carriesAny(links: RawBuilder<unknown>, titles: readonly string[]): RawBuilder<SqlBool> {
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

/** The labels are found first: looked up item by item they would be read again for each. */
function carriesTitled(
  links: RawBuilder<unknown>,
  titles: readonly string[],
  scopes: readonly string[],
): RawBuilder<SqlBool> {
  const patterns = scopes.map((scope) => `${scope.slice(0, -1).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isTitled =
    patterns.length === 0
      ? sql`l.title = ANY(${titles}::text[])`
      : sql`(l.title = ANY(${titles}::text[]) OR l.title LIKE ANY(${patterns}::text[]))`;
  return sql<SqlBool>`EXISTS (${links} AND wl.label_id = ANY(ARRAY(SELECT l.id FROM labels l WHERE ${isTitled})))`;
}

function isScope(title: string): boolean {
  return title.endsWith(`${scopeSeparator}*`);
}

/** By the label that matters most, the lowest number; what carries none with a priority comes last in both directions. */
export const byLabelPriority: OrderMaker = (isDescending) => ({
  key: sql`coalesce((SELECT min(l.priority) FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
    WHERE wl.work_item_id = w.id), ${isDescending ? sql`-1` : sql`2147483647`})`,
  type: sql`integer`,
});
