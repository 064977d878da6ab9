import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { peekOf } from '../../modules/work-items/peek/peek-address.ts';
import { usePeekOrder } from '../../modules/work-items/peek/peek-order.ts';
import { usePeeked } from '../../modules/work-items/peek/use-peek.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useMeasuredRows } from '../../ui/list/use-measured-rows.ts';
import { useRowWindow } from '../../ui/list/use-row-window.ts';
import { useScene } from './board-context.ts';
import type { ShownColumn } from './data/shown.ts';
import styles from './board.module.css';
import { CardView, type CardViewProps } from './CardView.tsx';
import { type Card, type Cell, cellKey, boardKey, createCard } from './data/board.ts';
import { placed, refusalOf } from './data/moves.ts';
import type { DropTarget } from './drag/board-drag.ts';
import { messages } from './data/messages.ts';
import { NewIssueTitle } from '../../modules/hierarchy/forms/NewIssueTitle.tsx';

/** Of a card with a title of one line, with the gap below it. */
const CARD_HEIGHT = 71;
const estimate = (): number => CARD_HEIGHT;
/** Cards beyond each edge of the view. */
const SPARE_CARDS = 4;

interface CellProps {
  column: ShownColumn;
  cell: Cell;
  cards: readonly Card[];
}

/** The cards as they are shown, with those on their way. */
function useShownCards({ cell, cards }: Pick<CellProps, 'cell' | 'cards'>): readonly Card[] {
  const { moves, show } = useScene();
  const { column, lane } = cell;
  const shown = useMemo(() => placed(cards, moves, { column, lane }), [cards, moves, column, lane]);
  useLayoutEffect(() => show({ column, lane }, shown), [show, shown, column, lane]);
  usePeekOrder(useCallback(() => shown.map(({ webPath }) => peekOf(webPath)), [shown]));
  return shown;
}

function useLook(): (card: Card) => CardViewProps['look'] {
  const { dragged, liftedId, moves } = useScene();
  return ({ id }) => {
    if (id === dragged?.id) return 'slot';
    if (id === liftedId) return 'lifted';
    return moves.some(({ card }) => card.id === id) ? 'saving' : 'plain';
  };
}

/** The part of a cell around its cards: what drags aim at. */
function CellFrame({ column, cell, children }: { column: ShownColumn; cell: Cell; children: ReactNode }) {
  const { creatingIn } = useScene();
  return (
    <div
      className={styles.cell}
      data-cell=""
      data-column={cell.column}
      data-lane={cell.lane ?? undefined}
      data-over={column.excess > 0 || undefined}
      role="group"
      aria-label={column.name}
    >
      {creatingIn && cellKey(creatingIn) === cellKey(cell) && <NewCard cell={cell} />}
      {children}
    </div>
  );
}

/** The target of a drag in this cell; null where the card cannot have the value of the column. */
function useTargetIn({ column, lane }: Cell): DropTarget | null {
  const { target, dragged, columns } = useScene();
  if (!target || !dragged || target.column !== column || target.lane !== lane) return null;
  const path = columns.find(({ slot }) => slot.key === column)?.slot.namespacePath;
  return refusalOf(dragged, path) === null ? target : null;
}

/** A whole column: only the cards in view are in the document. */
export function ColumnCards({
  column,
  cell,
  cards,
  scroller,
  height,
  onEnd,
}: CellProps & { scroller: RefObject<HTMLElement | null>; height: number; onEnd?: (() => void) | undefined }) {
  const shown = useShownCards({ cell, cards });
  const { focusedId } = useScene();
  const lookOf = useLook();
  const target = useTargetIn(cell);
  const keys = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { rows, measure } = useMeasuredRows(keys, estimate);
  const focused = focusedId === null ? -1 : keys.indexOf(focusedId);
  const viewport = useMemo(() => ({ scroller, above: 52, height }), [scroller, height]);
  const { indexes, endRef, reveal } = useRowWindow({
    rows,
    viewport,
    spare: SPARE_CARDS,
    ...(focused >= 0 && { kept: [focused] }),
    keyOf: (index) => keys[index],
    ...(onEnd && { onEnd }),
  });
  useRevealPeeked(shown, reveal);
  const lineAt = target && (target.after === null ? 0 : rows.top(keys.indexOf(target.after) + 1));
  return (
    <CellFrame column={column} cell={cell}>
      <div className={styles.cards} style={{ height: rows.top(rows.count) }}>
        {indexes.map((index) => {
          const card = shown[index];
          return (
            card && (
              <div
                key={card.id}
                ref={measure}
                data-key={card.id}
                className={styles.placed}
                style={{ transform: `translateY(${rows.top(index)}px)` }}
              >
                <CardView card={card} cell={cell} isFocused={card.id === focusedId} look={lookOf(card)} />
              </div>
            )
          );
        })}
        {lineAt !== null && <div className={styles.drop} style={{ top: lineAt - 4 }} />}
      </div>
      {onEnd && <div ref={endRef} className={styles.end} />}
    </CellFrame>
  );
}

/** Scrolls to the card in the peek: the next one may not be in the document. */
function useRevealPeeked(cards: readonly Card[], reveal: (index: number) => void): void {
  const peeked = usePeeked();
  const seen = useRef(peeked);
  useEffect(() => {
    if (seen.current === peeked) return;
    seen.current = peeked;
    const index = peeked === '' ? -1 : cards.findIndex(({ webPath }) => peekOf(webPath) === peeked);
    if (index !== -1) reveal(index);
  }, [cards, peeked, reveal]);
}

/** The part of a column in one lane. */
export function LaneCell({ column, cell, cards, total, onMore }: CellProps & { total: number; onMore(): void }) {
  const shown = useShownCards({ cell, cards });
  const { focusedId } = useScene();
  const lookOf = useLook();
  const target = useTargetIn(cell);
  const rest = total - shown.length;
  return (
    <CellFrame column={column} cell={cell}>
      {target?.after === null && <div className={styles.dropLine} />}
      {shown.map((card) => (
        <div key={card.id} className={styles.inLane}>
          <CardView card={card} cell={cell} isFocused={card.id === focusedId} look={lookOf(card)} />
          {target?.after === card.id && <div className={styles.dropLine} />}
        </div>
      ))}
      {rest > 0 && (
        <Button kind="quiet" size="small" className={styles.more} onClick={onMore}>
          <FormattedMessage {...messages.more} values={{ count: rest }} />
        </Button>
      )}
    </CellFrame>
  );
}

/** What a drop would do, next to the drop position: only for pointers, not for screen readers. */
export function useDropHint(): { text: string; isRefused: boolean } | null {
  const { formatMessage } = useIntl();
  const { target, dragged: card, columns } = useScene();
  const column = target && columns.find(({ slot }) => slot.key === target.column);
  if (!card || !target || !column) return null;
  const path = refusalOf(card, column.slot.namespacePath);
  if (path !== null) return { text: formatMessage(messages.refused, { path, column: column.name }), isRefused: true };
  const place = target.after === null ? messages.moveFirst : target.isLast ? messages.moveLast : messages.moveHint;
  return { text: formatMessage(place, { column: column.name }), isRefused: false };
}

/** The title of a new issue in a column. */
function NewCard({ cell }: { cell: Cell }) {
  const { formatMessage } = useIntl();
  const { query, create } = useScene();
  const { home } = query;
  return (
    <NewIssueTitle
      home={home}
      label={formatMessage(messages.issueTitle)}
      reload={boardKey(home)}
      create={(projectPath, title) => createCard(projectPath, title, cell, null)}
      onClose={() => create(null)}
    />
  );
}
