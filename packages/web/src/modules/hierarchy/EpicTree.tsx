import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { Tree } from '../../ui/list/Tree.tsx';
import { retryLabel } from '../../ui/text/messages.ts';
import { useTreeDrag } from './drag/use-tree-drag.tsx';
import { formsOfRow, type RowForm } from './forms/RowMenu.tsx';
import { ItemRow } from './ItemRow.tsx';
import type { TreeItem } from './data/items.ts';
import { type ItemRow as RowOfItem, ROOT, type Row, rowsOf, type SaidRow } from './data/rows.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import type { TreeState } from './data/use-tree.ts';
import { treeMessages as messages } from './data/messages.ts';

// Not needed until a button of a row is pressed.
const RowFormDialog = lazy(async () => ({ default: (await import('./forms/RowFormDialog.tsx')).RowFormDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./RemoveDialog.tsx')).RemoveDialog }));

export interface EpicTreeProps {
  tree: TreeState;
  /** The group of the epic, in which references are shortened. */
  groupPath: string;
  isShowingLabels: boolean;
  allowsHealth?: boolean;
  /** Children that are shown at first; the others on demand. */
  limit?: number | undefined;
}

/** The tree below an epic, loaded level by level; only the rows on screen are in the document. */
export function EpicTree({ tree, groupPath, isShowingLabels, allowsHealth = true, limit }: EpicTreeProps) {
  const { formatMessage } = useIntl();
  const { levels, expanded, facts } = tree;
  const heights = useRowHeights(isShowingLabels);
  const [isWhole, setWhole] = useState(false);
  const shownLimit = isWhole ? undefined : limit;
  const rows = useMemo(
    () => rowsOf({ levels: levels.states, expanded, limit: shownLimit, ...heights }),
    // `heights` follows from these two.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [levels.states, expanded, heights.saidHeight, isShowingLabels, shownLimit],
  );
  const isUndated = useMemo(() => !rows.some((row) => row.kind === 'item' && isDated(row.item)), [rows]);
  const [adding, setAdding] = useState<{ key: string; form: RowForm } | null>(null);
  const openForm = useCallback((key: string, form: RowForm) => setAdding({ key, form }), []);
  const [removingKey, setRemovingKey] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const layer = useTreeDrag(list, { tree, rows, isEnabled: tree.mayArrange });
  const { mayArrange, busy } = tree;
  useTreeKeys({ mayArrange });
  const mayRemove = useCallback(
    ({ item }: RowOfItem): boolean => {
      if (item.type === 'task') return item.mayLeave;
      const mayRelate = item.type === 'epic' ? facts?.canReadRelation : facts?.canAdminRelation;
      return item.relationPath !== null && mayArrange && (mayRelate ?? false);
    },
    [facts, mayArrange],
  );
  const latestLevels = useRef(levels);
  useEffect(() => {
    latestLevels.current = levels;
  });
  // A stable function, so that existing rows do not render again.
  const draw = useCallback(
    (row: Row, isMoving: boolean): ReactNode =>
      row.kind === 'item' ? (
        <ItemRow
          item={row.item}
          groupPath={groupPath}
          isShowingLabels={isShowingLabels}
          allowsHealth={allowsHealth}
          isBusy={busy.has(row.key)}
          buttons={Number(mayRemove(row)) + Number(formsOfRow(row.item).length > 0)}
          onRemove={!isMoving && mayRemove(row) ? setRemovingKey : undefined}
          onForm={!isMoving && formsOfRow(row.item).length > 0 ? openForm : undefined}
        />
      ) : (
        <Said
          row={row}
          onMore={(key) => latestLevels.current.more(key)}
          onRetry={(key) => latestLevels.current.retry(key)}
        />
      ),
    [groupPath, isShowingLabels, allowsHealth, busy, mayRemove, openForm],
  );
  const root = levels.states.get(ROOT);
  if (!root?.level) {
    if (!root?.isFailed) return <Loading label={formatMessage(messages.loading)} />;
    return (
      <ErrorState onRetry={() => levels.retry(ROOT)}>
        <FormattedMessage {...messages.failed} />
      </ErrorState>
    );
  }
  if (rows.length === 0) {
    return (
      <p className={text.quiet}>
        <FormattedMessage {...messages.none} />
      </p>
    );
  }
  const hidden = shownLimit === undefined ? 0 : root.level.items.length - shownLimit;
  const confirmRemoval = (row: Row): void => {
    if (row.kind === 'item' && mayRemove(row) && !busy.has(row.key)) setRemovingKey(row.key);
  };
  const itemRow = (key: string | undefined | null) =>
    rows.find((row): row is RowOfItem => row.kind === 'item' && row.key === key);
  const removing = itemRow(removingKey);
  const taking = itemRow(adding?.key);
  return (
    <>
      <div className={text.hidden} role="status">
        {tree.said}
      </div>
      <div data-undated={isUndated || undefined}>
        <Tree
          ref={list}
          label={formatMessage(messages.title)}
          rows={rows}
          onToggle={(row) => row.kind === 'item' && tree.toggle(row.item)}
          onMove={
            mayArrange ? (row, step) => row.kind === 'item' && tree.nudge(row.item, row.parentKey, step) : undefined
          }
          onRemove={mayArrange ? confirmRemoval : undefined}
        >
          {draw}
        </Tree>
      </div>
      {layer}
      {hidden > 0 && (
        <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
          <FormattedMessage {...messages.others} values={{ count: hidden, hasNext: root.level.next ? 'yes' : 'no' }} />
        </Button>
      )}
      <Suspense fallback={null}>
        {adding && taking && (
          <RowFormDialog
            item={taking.item}
            form={adding.form}
            defaultProject={facts?.defaultProject ?? null}
            groupPath={facts?.group.fullPath ?? ''}
            onDone={() => {
              setAdding(null);
              tree.added(taking.item);
            }}
            onClose={() => setAdding(null)}
          />
        )}
        {removing && (
          <RemoveDialog
            item={removing.item}
            parentTitle={tree.parent(removing.parentKey)?.title ?? ''}
            onClose={() => setRemovingKey(null)}
            onRemove={() => {
              setRemovingKey(null);
              void tree.remove(removing.item, removing.parentKey);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Whether its row has dates or a milestone. */
const isDated = ({ milestone, start, due }: TreeItem): boolean => milestone !== null || start !== null || due !== null;

/** The end of a partly loaded level: fetches the next page when it comes near the viewport, or shows the error. */
function Said({ row, onMore, onRetry }: { row: SaidRow; onMore(key: string): void; onRetry(key: string): void }) {
  const { kind, parentKey, isLoading } = row;
  const isWaiting = kind === 'more' && !isLoading;
  useEffect(() => {
    if (isWaiting) onMore(parentKey);
    // Once per page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting, parentKey]);
  if (kind === 'more') {
    return (
      <Button kind="quiet" size="small" busy={isLoading} onClick={() => onMore(parentKey)}>
        <FormattedMessage {...messages.more} />
      </Button>
    );
  }
  return (
    <span role="alert" className={text.cut}>
      <FormattedMessage {...messages.failed} />{' '}
      <Button size="small" onClick={() => onRetry(parentKey)}>
        <FormattedMessage {...retryLabel} />
      </Button>
    </span>
  );
}
