import { CLOSED, DELETED } from '@milepost/core/boards/boards';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { BoardContext, type BoardScene } from './board-context.ts';
import { Columns, Lanes } from './BoardBody.tsx';
import { BoardHead } from './BoardHead.tsx';
import { BoardStatus, EmptyBoard } from './BoardStatus.tsx';
import styles from './board.module.css';
import { useDropHint } from './CellView.tsx';
import { type BoardData, boardKey, boardQuery, type Card, type Cell } from './data/board.ts';
import { type Move, neighborsOf, refusalOf } from './data/moves.ts';
import { excessAfter, templateOf, totalsOf, useColumns, useLanes } from './data/shown.ts';
import { type BoardAddress, useBoardAddress, useBoardViews } from './data/use-board.ts';
import { useFolded } from './data/use-folded.ts';
import { useMoves } from './data/use-moves.ts';
import { dragCards, type DropTarget } from './drag/board-drag.ts';
import { useBoardKeys } from './drag/use-board-keys.ts';
import { messages } from './data/messages.ts';
import { BoardToolbar } from './BoardToolbar.tsx';
import { loadingLabel } from '../../ui/text/messages.ts';

/** A board of a group or project: the stored one of the address, or the default one. */
export function BoardPage({ address }: PageProps<'groupBoards' | 'projectBoards'>) {
  const { formatMessage } = useIntl();
  const { page, fullPath, boardId } = address;
  const home = useMemo(
    (): NamespaceRef => ({ kind: page === 'groupBoards' ? 'group' : 'project', fullPath }),
    [page, fullPath],
  );
  useTitle(formatMessage(messages.title), fullPath);
  useFreshOnChange(home, ({ all, items, removed, labels, milestones }) =>
    all || items.length + removed.length + labels.length + milestones.length > 0 ? [boardKey(home), ['savedView']] : [],
  );
  const at = useBoardAddress(home, boardId);
  const { query } = at;
  const { data, error } = useQuery({
    ...boardQuery(query),
    placeholderData: (before) => before,
    enabled: !at.isPending,
  });
  if (error && !data) return <Failure error={error} />;
  return (
    <div className={styles.page}>
      <h1 className={text.hidden}>{formatMessage(messages.title)}</h1>
      <Board key={boardId} loaded={data} at={at} />
    </div>
  );
}

/** Shown while the board is loading, so that what is typed into its filter stays when it is loaded. */
const unloaded: BoardData = {
  board: null,
  columns: [],
  lanes: [],
  hasMoreColumns: false,
  hasMoreLanes: false,
  folded: [],
  counts: [],
  total: 0,
  hasManyProjects: false,
};

interface BoardProps {
  loaded: BoardData | undefined;
  at: BoardAddress;
}

function Board({ loaded, at }: BoardProps) {
  const data = loaded ?? unloaded;
  const { query, change } = at;
  const { formatMessage } = useIntl();
  const { home } = query;
  const access = useNamespaceAccessState(home);
  const { updateWorkItems: mayMove = false, createIssue } = access.may;
  const mayCreate = session().viewer !== null && (home.kind === 'group' ? mayMove : createIssue === true);
  const isPending = !loaded || access.isPending;
  const [folded, fold] = useFolded(data, at);
  const views = useBoardViews({ query, folded: [...folded] });
  const moves = useMoves(query);
  const [lifted, setLifted] = useState<Move | null>(null);
  const shownMoves = useMemo(() => (lifted ? [...moves.moves, lifted] : moves.moves), [moves.moves, lifted]);
  const columns = useColumns(data, query.columns, folded, shownMoves);
  const lanes = useLanes(data, query.lanes, folded, shownMoves);
  const [closing, setClosing] = useState<{ move: Move; name: string } | null>(null);
  const [dragged, setDragged] = useState<{ card: Card; from: Cell } | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const [creatingIn, create] = useState<Cell | null>(null);

  const drop = (move: Move): void => {
    const column = columns.find(({ slot }) => slot.key === move.to.column);
    if (!column) return;
    if (column.slot.kind === DELETED) return;
    const path = refusalOf(move.card, column.slot.namespacePath);
    if (path !== null) {
      toast({ text: formatMessage(messages.refused, { path, column: column.name }) });
      return;
    }
    const closes = column.slot.key === CLOSED || ['DONE', 'CANCELED'].includes(column.slot.status?.category ?? '');
    if (closes && move.card.blocked && move.card.state !== 'closed') setClosing({ move, name: column.name });
    else moves.make(move, column.name);
    if (excessAfter(column, move) > column.excess)
      toast({ text: formatMessage(messages.overLimit, { column: column.name }) });
  };
  const laneKeys = lanes.filter(({ isFolded }) => !isFolded).map(({ slot }) => slot.key);
  const keys = useBoardKeys({ moves, columns, lanes: laneKeys, lifted, setLifted, mayMove, onDrop: drop });

  const board = useRef<HTMLDivElement>(null);
  const height = useHeight(board);
  const events = useRef<Parameters<typeof dragCards>[1]>(null);
  useLayoutEffect(() => {
    events.current = () => ({
      mayDrag: () => mayMove,
      onLift(id, from) {
        const found = moves.cardsIn(from).find((card) => card.id === id);
        if (found) setDragged({ card: found, from });
      },
      onTarget: setTarget,
      onDrop(at) {
        setDragged(null);
        setTarget(null);
        if (!dragged || !at) return;
        const { card, from } = dragged;
        const origin = neighborsOf(moves.cardsIn(from), card.id);
        drop({ card, from, to: { column: at.column, lane: at.lane }, after: at.after, origin });
      },
      onCancel() {
        setDragged(null);
        setTarget(null);
      },
    });
  });
  useEffect(() => {
    const element = board.current;
    return element ? dragCards(element, () => (events.current as NonNullable<typeof events.current>)()) : undefined;
  }, []);

  const startCreating = (): void => {
    const focused = keys.focusedId === null ? null : moves.find(keys.focusedId);
    const column = columns.find(({ isFolded, slot }) => !isFolded && slot.key !== CLOSED);
    const lane = lanes.find(({ isFolded }) => !isFolded)?.slot.key ?? null;
    if (focused) create(focused.cell);
    else if (column) create({ column: column.slot.key, lane });
  };
  useShortcuts([
    ...(mayCreate ? [{ keys: 'c', title: formatMessage(messages.newIssue), perform: startCreating }] : []),
    { keys: 'ArrowDown', title: formatMessage(messages.focusCards) },
    { keys: 'Space', title: formatMessage(messages.lift) },
    ...(mayMove ? [{ keys: 'Ctrl+Z', title: formatMessage(messages.undoKey) }] : []),
    { keys: 'o', title: formatMessage(messages.peekKey) },
  ]);

  const scene: BoardScene = {
    query,
    hasManyProjects: data.hasManyProjects,
    columns,
    moves: shownMoves,
    mayMove,
    target,
    dragged: dragged?.card ?? null,
    liftedId: lifted?.card.id ?? null,
    focusedId: keys.tabStopId,
    onFocus: keys.focus,
    show: keys.show,
    moveTo: (card, from, column) =>
      drop({
        card,
        from,
        to: { ...from, column },
        after: null,
        origin: neighborsOf(moves.cardsIn(from), card.id),
      }),
    creatingIn,
    create,
  };
  return (
    <BoardContext value={scene}>
      <BoardToolbar
        query={query}
        isPending={isPending}
        views={views}
        name={data.board?.name ?? null}
        change={change}
        onCreate={mayCreate || access.isPending ? startCreating : null}
        mayManage={loaded !== undefined && mayMove}
      />
      <div
        ref={board}
        className={styles.board}
        role="region"
        aria-label={data.board?.name ?? formatMessage(messages.title)}
        data-dragging={dragged !== null || undefined}
        style={{ '--columns': templateOf(columns) } as CSSProperties}
        // A region that scrolls can be reached by keyboard; arrows lead from it to the cards.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target: { dataset } }) => dataset['card'] && keys.focus(dataset['card'])}
      >
        <div className={styles.inner}>
          <BoardHead
            columns={columns}
            query={query}
            mayCreate={mayCreate}
            mayManage={mayMove}
            onFold={fold}
            onCreate={(column) => create({ column, lane: lanes.find(({ isFolded }) => !isFolded)?.slot.key ?? null })}
          />
          {!loaded && <Loading label={formatMessage(loadingLabel)} />}
          {data.lanes.length > 0 ? (
            <Lanes lanes={lanes} scroller={board} height={height} onFold={fold} />
          ) : (
            <Columns scroller={board} height={height} />
          )}
        </div>
        {loaded && <EmptyBoard data={data} mayCreate={mayCreate} />}
        <DropHint />
      </div>
      {loaded && <BoardStatus data={data} totals={totalsOf(data, columns)} columns={columns} />}
      <div className={text.hidden} aria-live="assertive">
        {keys.announcement}
      </div>
      {closing && (
        <ConfirmDialog
          title={formatMessage(messages.closeTitle)}
          confirm={<FormattedMessage {...messages.closeConfirm} />}
          failed={<FormattedMessage {...messages.closeFailed} />}
          perform={async () => moves.make(closing.move, closing.name)}
          onClose={() => setClosing(null)}
        >
          <FormattedMessage {...messages.closeText} values={{ title: closing.move.card.title }} />
        </ConfirmDialog>
      )}
    </BoardContext>
  );
}

function DropHint() {
  const hint = useDropHint();
  return (
    hint && (
      <div className={styles.hint} data-refused={hint.isRefused || undefined}>
        {hint.text}
      </div>
    )
  );
}

/** The height of the board on the screen. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => window.innerHeight);
  useLayoutEffect(() => {
    const board = element.current;
    if (!board) return undefined;
    const observer = new ResizeObserver(() => setHeight(board.clientHeight));
    observer.observe(board);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
