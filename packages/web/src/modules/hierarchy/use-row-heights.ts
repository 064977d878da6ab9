import { useSyncExternalStore } from 'react';
import type { TreeItem } from './data/items.ts';

/** Pixels, as the styles have them: rows that are not on screen cannot be measured. */
const heights = { wide: { row: 40, labels: 26 }, small: { row: 52, labels: 28 } };
const query = '(max-width: 640px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export interface RowHeights {
  heightOf(item: TreeItem): number;
  saidHeight: number;
}

/** The height of each row; labels take a second line. */
export function useRowHeights(isShowingLabels: boolean): RowHeights {
  const isSmall = useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
  const { row, labels } = isSmall ? heights.small : heights.wide;
  return {
    heightOf: (item) => row + (isShowingLabels && item.labels.length > 0 ? labels : 0),
    saidHeight: row + 8,
  };
}
