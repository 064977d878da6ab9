import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Layers2 } from 'lucide-react';
import { type RefObject, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { useMeasuredRows } from '../../ui/list/use-measured-rows.ts';
import { useRowWindow } from '../../ui/list/use-row-window.ts';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { useScene } from './board-context.ts';
import type { ShownColumn, ShownLane } from './data/shown.ts';
import styles from './board.module.css';
import { ColumnCards, LaneCell } from './CellView.tsx';
import { type Card, columnPages, laneQuery } from './data/board.ts';
import { messages } from './data/messages.ts';

interface BodyProps {
  scroller: RefObject<HTMLElement | null>;
  height: number;
}

/** A board without lanes. */
export function Columns({ scroller, height }: BodyProps) {
  const { columns } = useScene();
  return (
    <div className={styles.row} data-body="">
      {columns.map((column) =>
        column.isFolded ? (
          <FoldedColumn key={column.slot.key} column={column} />
        ) : (
          <Column key={column.slot.key} column={column} scroller={scroller} height={height} />
        ),
      )}
    </div>
  );
}

function FoldedColumn({ column: { name, count } }: { column: ShownColumn }) {
  return (
    <div className={styles.folded}>
      <span>{name}</span>
      <span className={styles.count}>{count}</span>
    </div>
  );
}

const noCards: readonly Card[] = [];

function Column({ column, scroller, height }: BodyProps & { column: ShownColumn }) {
  const { query } = useScene();
  const { key } = column.slot;
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...columnPages(query, key),
    placeholderData: (before) => before,
  });
  // A card that moved while pages were loading may be on two of them.
  const cards = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.cards.map((card) => [card.id, card]))).values()],
    [data],
  );
  const cell = useMemo(() => ({ column: key, lane: null }), [key]);
  return (
    <ColumnCards
      column={column}
      cell={cell}
      cards={cards}
      scroller={scroller}
      height={height}
      onEnd={hasNextPage ? () => !isFetching && void fetchNextPage() : undefined}
    />
  );
}

/** The height of a lane before it is measured. */
const LANE_HEIGHT = 250;
const estimate = (): number => LANE_HEIGHT;

/** A board with lanes: only those in view are in the document. */
export function Lanes({
  lanes,
  scroller,
  height,
  onFold,
}: BodyProps & { lanes: readonly ShownLane[]; onFold(key: string, isFolded: boolean): void }) {
  const keys = useMemo(() => lanes.map(({ slot }) => slot.key), [lanes]);
  const { rows, measure } = useMeasuredRows(keys, estimate);
  const viewport = useMemo(() => ({ scroller, above: 44, height }), [scroller, height]);
  const { indexes } = useRowWindow({ rows, viewport, spare: 1, keyOf: (index) => keys[index] });
  return (
    <div className={styles.lanes} style={{ height: rows.top(rows.count) }}>
      {indexes.map((index) => {
        const lane = lanes[index];
        return (
          lane && (
            <div
              key={lane.slot.key}
              ref={measure}
              data-key={lane.slot.key}
              className={styles.placed}
              style={{ transform: `translateY(${rows.top(index)}px)` }}
            >
              <Lane lane={lane} onFold={onFold} />
            </div>
          )
        );
      })}
    </div>
  );
}

/** Cards of a cell at first, and how many more each time. */
const FIRST_CARDS = 5;
const MORE_CARDS = 20;

function Lane({ lane, onFold }: { lane: ShownLane; onFold(key: string, isFolded: boolean): void }) {
  const { query, columns } = useScene();
  const { slot, isFolded } = lane;
  const [first, setFirst] = useState(FIRST_CARDS);
  const { data } = useQuery({
    ...laneQuery(query, slot.key, first),
    enabled: !isFolded,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label={lane.name}>
      <LaneHead lane={lane} onFold={onFold} />
      {!isFolded && (
        <div className={styles.row} data-body="">
          {columns.map((column) =>
            column.isFolded ? (
              <div key={column.slot.key} className={styles.folded} />
            ) : (
              <LaneCell
                key={column.slot.key}
                column={column}
                cell={{ column: column.slot.key, lane: slot.key }}
                cards={data?.get(column.slot.key) ?? noCards}
                total={data ? (lane.cells.get(column.slot.key) ?? 0) : 0}
                onMore={() => setFirst((now) => Math.min(now + MORE_CARDS, 100))}
              />
            ),
          )}
        </div>
      )}
    </section>
  );
}

function LaneHead({ lane, onFold }: { lane: ShownLane; onFold(key: string, isFolded: boolean): void }) {
  const { formatMessage } = useIntl();
  const { slot, name, count, isFolded } = lane;
  const { epic, label, assignee } = slot;
  return (
    <div className={styles.lane}>
      <div>
        <IconButton
          icon={isFolded ? ChevronRight : ChevronDown}
          size="small"
          label={formatMessage(isFolded ? messages.unfold : messages.fold, { name })}
          aria-expanded={!isFolded}
          onClick={() => onFold(slot.key, !isFolded)}
        />
        {epic && (
          <span className={styles.epicIcon}>
            <Icon of={Layers2} />
          </span>
        )}
        {assignee && <PersonAvatar person={assignee} size={20} />}
        <h3 className={styles.laneName}>
          {epic ? <Link to={epic.webPath}>{name}</Link> : label ? <LabelChip label={label} /> : name}
        </h3>
        <span className={styles.count}>{count}</span>
      </div>
    </div>
  );
}
