import type { TreeRow } from '../../../ui/list/TreeRowView.tsx';
import type { TreeItem } from './items.ts';
import type { Level } from './levels.ts';

/** The key of the tree's own epic as a parent. */
export const ROOT = 'root';

export interface LevelState {
  level: Level | undefined;
  isFailed: boolean;
  /** The next page could not be fetched. */
  isMoreFailed: boolean;
  isLoadingMore: boolean;
}

export interface ItemRow extends TreeRow {
  kind: 'item';
  item: TreeItem;
  parentKey: string;
}

/** A row that is not an item: "Show more", or the error of a level. */
export interface SaidRow extends TreeRow {
  kind: 'more' | 'failed';
  parentKey: string;
  isLoading: boolean;
}

export type Row = ItemRow | SaidRow;

export interface RowsInput {
  levels: ReadonlyMap<string, LevelState>;
  expanded: ReadonlySet<string>;
  heightOf(item: TreeItem): number;
  saidHeight: number;
  /** Of the tree's own epic only so many children. */
  limit?: number | undefined;
}

/**
 * The visible tree as a flat list of rows. Levels are fetched one by one: until both levels of an item that was moved are fetched again,
 * it may be in both, and only its first row is shown.
 */
export function rowsOf({ levels, expanded, heightOf, saidHeight, limit }: RowsInput): Row[] {
  const rows: Row[] = [];
  const shown = new Set<string>();
  const add = (parentKey: string, depth: number): void => {
    const state = levels.get(parentKey);
    const said = (kind: SaidRow['kind'], isLoading: boolean): void => {
      rows.push({
        kind,
        key: `${kind} ${parentKey}`,
        parentKey,
        level: depth,
        name: '',
        height: saidHeight,
        isLoading,
      });
    };
    if (!state?.level) {
      if (state?.isFailed) said('failed', false);
      return;
    }
    const { items, next } = state.level;
    const isCut = parentKey === ROOT && limit !== undefined && items.length > limit;
    for (const [index, item] of (isCut ? items.slice(0, limit) : items).entries()) {
      if (shown.has(item.key)) continue;
      shown.add(item.key);
      const isExpanded = item.holds ? expanded.has(item.key) : undefined;
      const below = isExpanded ? levels.get(item.key) : undefined;
      rows.push({
        kind: 'item',
        key: item.key,
        item,
        parentKey,
        level: depth,
        name: item.title,
        height: heightOf(item),
        isExpanded,
        isLoading: isExpanded === true && !below?.level && !below?.isFailed,
        isClosed: item.state === 'closed',
        position: index + 1,
        // The total is known once all are loaded.
        total: next ? -1 : items.length,
      });
      if (isExpanded) add(item.key, depth + 1);
    }
    if (isCut) return;
    if (state.isMoreFailed) said('failed', false);
    else if (next) said('more', state.isLoadingMore);
  };
  add(ROOT, 1);
  return rows;
}
