import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineLayout } from '../../../timeline/room.ts';
import type { LaneOfRow } from '../data/rows.ts';
import type { RowShapes } from '../../../timeline/row-shapes.ts';

/** The sizes that the styles of the roadmap read. `above`: the height of the elements above the rows. */
export function chartSizes({ detailsWidth, scale, rowHeight, trackWidth }: TimelineLayout, above: number) {
  return {
    '--details': `${detailsWidth}px`,
    '--cell': `${scale.cellWidth}px`,
    '--cells': scale.columns.length,
    '--row': `${rowHeight}px`,
    '--track': `${trackWidth}px`,
    '--above': `${above}px`,
  };
}

/** The attribute that the styles of rows read. */
export const densityAttribute = ({ density }: Pick<RoadmapSettings, 'density'>): string | undefined =>
  density === 'COMPACT' ? 'compact' : undefined;

/** The custom properties and attributes of an epic's name link. Behind a public link epics have no URL. */
export function nameAttributes({ href, isClosed }: RowShapes['title']) {
  return { href, 'data-closed': isClosed || undefined };
}

/** Lanes of the second level are indented, and so are their rows. */
export function rowIndent(indent: number, lane: LaneOfRow | null): number {
  const depth = lane?.depth ?? 0;
  return depth > 1 ? indent + depth : indent;
}

/** The line at the end of the list while there is more to load. */
const loadingHeight = 40;

/** The height of a list whose rows have this height together. */
export function listHeight(rowsHeight: number, hasMore: boolean): number {
  return rowsHeight + (hasMore ? loadingHeight : 0);
}
