import { useQueries, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, type RefObject, memo, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import { hasFilters } from '@milepost/core/roadmap/filters';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { useFreshOnChange } from '../../../platform/live/live.ts';
import {
  driftNoteOf,
  driftShapes,
  ghostOf,
  softWithDrift,
  type DatesThen,
  type DriftNote,
} from '../../../timeline/drift-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { Icon } from '../../../ui/button/Icon.tsx';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { useVisibleBlocks } from '../marks/use-visible-blocks.ts';
import type { LaneOfRow, ListRow, RemovedEpic } from '../data/rows.ts';
import { movedRow } from '../drag/moved-row.ts';
import type { MoveStore } from '../drag/moves.ts';
import { datesBeforeQuery, removedQuery, type DatesBefore } from './api.ts';
import type { Compared } from '../rows/compared.ts';
import { compareMessages as messages } from './messages.ts';
import { RemovedRow, removedRows } from './RemovedRow.tsx';
import overlay from '../../../timeline/row-overlay.module.css';
import styles from './compare.module.css';

export interface ComparisonLayerProps {
  fullPath: string;
  /** The number of the snapshot. */
  snapshotId: string;
  settings: RoadmapSettings;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  layout: RowLayout;
  scale: Scale;
  moves: MoveStore;
  window: Timeframe;
  /** Whether bars are soft: their notes have the drift. */
  isSoft: boolean;
  activeIndex: number;
  rowsBefore: number;
  onCompared: (compared: Compared | null) => void;
}

/** Ghost bars where a snapshot had the epics, how far their ends moved, and the rows of removed epics. */
export const ComparisonLayer = memo(function ComparisonLayer(props: ComparisonLayerProps) {
  const { fullPath, snapshotId, settings, scroller, rows, layout, scale, window, activeIndex } = props;
  const moves = useSyncExternalStore(props.moves.subscribe, props.moves.get);
  const { from, to, ids } = useVisibleBlocks(scroller, layout, rows, settings.bufferSize);
  const before = useQueries({
    queries: ids.map((each) => datesBeforeQuery(fullPath, snapshotId, each)),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [...data] : []))) as DatesBefore,
  });
  const removed = useRemoved(props);
  useCompared(before, removed, window, props.onCompared);
  return (
    <>
      {rows.slice(from, to).map((each, offset) => {
        const dates = each.epic ? before.get(each.epic.id) : undefined;
        if (!each.epic || dates === undefined) return null;
        const row = movedRow(each, moves, window);
        const { ghost, text, isLate, textLeft } = driftShapes(dates, row.epic.span, window, scale);
        const isNoted = props.isSoft && !row.span.isDueOutOfRange;
        if (!ghost && (isNoted || text === '')) return null;
        return (
          <div
            key={each.epic.id}
            className={overlay.row}
            style={{ top: layout.top(from + offset) }}
            data-level={Math.min(row.level, 3)}
            aria-hidden
          >
            {ghost && <span className={styles.ghost} data-testid="ghost-bar" style={place(ghost.left, ghost.width)} />}
            {text !== '' && !isNoted && (
              <span className={styles.drift} data-late={isLate || undefined} style={place(textLeft, 0)}>
                {isLate && <Icon of={TriangleAlert} size={12} />}
                {text}
              </span>
            )}
          </div>
        );
      })}
      <div role="rowgroup" className={styles.removed}>
        {rows.map((row, index) =>
          row.epic === null &&
          row.header === null &&
          'removed' in row &&
          ((index >= from && index < to) || index === activeIndex) ? (
            <RemovedRow
              key={row.removed.id}
              row={row}
              index={index}
              top={layout.top(index)}
              rowIndex={props.rowsBefore + index + 1}
              isTabStop={index === activeIndex}
              ghost={ghostOf(row.removed, window, scale)}
            />
          ) : null,
        )}
      </div>
    </>
  );
});

/** The removed epics: they match no filter any more, and are no children of an epic. */
function useRemoved({ fullPath, snapshotId, settings }: ComparisonLayerProps): readonly RemovedEpic[] {
  const isWhole = settings.epicIid === null && !hasFilters(settings.filterParams);
  const query = removedQuery(fullPath, snapshotId, settings);
  const { data } = useQuery({ ...query, enabled: isWhole });
  useFreshOnChange({ kind: 'group', fullPath }, ({ removed, all }) => (removed || all ? [query.queryKey] : []));
  return isWhole && data ? data : none;
}
const none: readonly RemovedEpic[] = [];

/** Tells the page what the comparison adds to its rows. */
function useCompared(
  before: DatesBefore,
  removed: readonly RemovedEpic[],
  window: Timeframe,
  onCompared: ComparisonLayerProps['onCompared'],
): void {
  const { formatMessage } = useIntl();
  // The map is a new one at each render.
  const known = JSON.stringify([...before]);
  const removedIn = useCallback((lane: LaneOfRow | null) => removedRows(removed, lane, window), [removed, window]);
  useEffect(() => {
    const dates: DatesBefore = new Map(JSON.parse(known) as [string, DatesThen | null][]);
    const noteOf = ({ id, span }: { id: string; span: Span }): DriftNote | null => {
      const then = dates.get(id);
      return then === undefined ? null : driftNoteOf(then, span);
    };
    onCompared({
      driftOf(epic) {
        const note = noteOf(epic);
        return note?.isLate ? formatMessage(messages.late, { drift: note.text }) : (note?.text ?? '');
      },
      softOf: (soft) => softWithDrift(soft, noteOf),
      removedIn,
    });
  }, [known, removedIn, onCompared, formatMessage]);
  useEffect(() => () => onCompared(null), [onCompared]);
}

const place = (left: number, width: number) => ({ '--x': `${left}px`, '--w': `${width}px` }) as CSSProperties;
