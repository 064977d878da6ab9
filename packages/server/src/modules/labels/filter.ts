import { scopeSeparator } from '@milepost/core/labels';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Titles, whichever namespace the labels belong to. `None`, `Any` and `scope::*` are understood. */
    labelName?: readonly string[];
  }
}

/** `label:~backend`: must carry all of them, none of them, or at least one of them. */
export const labelFilter: FilterWord = {
  name: 'label',
  conditions(fields, operator) {
    const titles = (fields.labelName ?? []).filter((title) => title !== '');
    if (titles.length === 0) return [];
    if (operator === 'or') return [sql<SqlBool>`(${sql.join(titles.map(carries), sql` OR `)})`];
    return titles.map((title) => (operator === 'not' ? sql<SqlBool>`NOT ${carries(title)}` : carries(title)));
  },
};

function carries(title: string): RawBuilder<SqlBool> {
  switch (title.toLowerCase()) {
    case 'none':
      return sql<SqlBool>`NOT EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id)`;
    case 'any':
      return sql<SqlBool>`EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id)`;
    default:
      return sql<SqlBool>`EXISTS (SELECT FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
        WHERE wl.work_item_id = w.id AND ${isTitled(title)})`;
  }
}

function isTitled(title: string): RawBuilder<SqlBool> {
  if (!title.endsWith(`${scopeSeparator}*`)) return sql<SqlBool>`l.title = ${title}`;
  const prefix = title.slice(0, -1).replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`l.title LIKE ${`${prefix}%`}`;
}
