import { CLOSED, columnKinds, laneKinds, NONE, parseDivision, parseSlotKey } from '../boards/boards.ts';
import { unreachable } from '../errors.ts';
import { filterQuery } from '../filters/address.ts';
import { epicListSorts, issueListSorts, listSortOf, listStateOf } from '../filters/lists.ts';
import { parseQuery, printQuery, valueOf, type Query } from '../query.ts';
import { viewQueryOf as roadmapQueryOf } from '../roadmap/views.ts';
import type { ViewKind } from './views.ts';

/**
 * The filters and settings of a URL in canonical form, as a view stores them: all values in a fixed order, without parameters of a
 * single visit. Equivalent URLs give the same text.
 */
export function viewQueryOf(kind: ViewKind, address: Query): string {
  switch (kind) {
    case 'roadmap':
      return roadmapQueryOf(address);
    case 'issues':
      return printQuery([...filterQuery('issues', address), ...listSettings(address, issueListSorts)]);
    case 'epics':
      return printQuery([...filterQuery('epics', address), ...listSettings(address, epicListSorts)]);
    case 'board':
      return printQuery([...filterQuery('issues', address), ...boardSettings(address)]);
    default:
      return unreachable(kind);
  }
}

/** The height of the rows of a list. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The density in a URL; null for none. */
export function densityOf(address: Query): Density | null {
  const named = valueOf(address, 'density');
  return densities.find((density) => density === named) ?? null;
}

/** Maximum number of names in the `columns` parameter of a list. */
const MAX_COLUMNS = 50;

/** The names of columns in a URL; null for none. Lists ignore unknown ones. */
export function columnsOf(address: Query): readonly string[] | null {
  const text = valueOf(address, 'columns');
  if (text === null) return null;
  return [...new Set(text.split(','))].filter((name) => /^[A-Za-z_]{1,40}$/.test(name)).slice(0, MAX_COLUMNS);
}

function listSettings(address: Query, sorts: Readonly<Record<string, string>>): Query {
  const columns = columnsOf(address);
  return [
    ['state', listStateOf(address)],
    ['sort', listSortOf(address, sorts)],
    ...(columns === null ? [] : [['columns', columns.join(',')] as const]),
    ['density', densityOf(address) ?? densities[0]],
  ];
}

/** The number of a board in an address; null for the default board. */
export function boardNumberOf(address: Query): string | null {
  return numberOf(address, 'board');
}

/** Writes folded columns and lanes for a URL; `-` for none, because empty parameters are omitted from URLs. */
export const printFolded = (keys: readonly string[]): string => keys.toSorted().join(',') || '-';

/** The folded columns and lanes in a URL; null if it has no such parameter. */
export function foldedOf(address: Query): readonly string[] | null {
  const text = valueOf(address, 'folded');
  if (text === null) return null;
  return [...new Set(text.split(','))].filter((key) => key === NONE || key === CLOSED || parseSlotKey(key) !== null);
}

function boardSettings(address: Query): Query {
  const [columns, lanes] = [valueOf(address, 'columns') ?? '', valueOf(address, 'lanes') ?? ''];
  const [board, epic] = [numberOf(address, 'board'), numberOf(address, 'epic')];
  const folded = foldedOf(address);
  return [
    ...(board === null ? [] : [['board', board] as const]),
    ...(epic === null ? [] : [['epic', epic] as const]),
    ...(parseDivision(columns, columnKinds) ? [['columns', columns] as const] : []),
    ...(parseDivision(lanes, laneKinds) ? [['lanes', lanes] as const] : []),
    ...(folded === null ? [] : [['folded', printFolded(folded)] as const]),
  ];
}

function numberOf(address: Query, key: string): string | null {
  return /^[1-9]\d{0,14}$/.exec(valueOf(address, key) ?? '')?.[0] ?? null;
}

/** Replaces the title of a label in a view's query; null if the query does not contain it. */
export function withLabelRenamed(query: string, from: string, to: string): string | null {
  let isNamed = false;
  const renamed = parseQuery(query).map(([key, value]) => {
    const isLabel = /^(?:(?:not|or)\[)?label_name\]?(?:\[\])?$/.test(key) && value === from;
    isNamed ||= isLabel;
    return [key, isLabel ? to : value] as const;
  });
  return isNamed ? printQuery(renamed) : null;
}
