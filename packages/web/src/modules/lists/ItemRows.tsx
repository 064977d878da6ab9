import type { Density } from '@milepost/core/views/queries';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Hidden } from '../../ui/text/text.tsx';
import { cellNames, type CellName, type EditableItem } from './cells/editable.ts';
import { cellMessages } from './cells/messages.ts';
import type { CellSource } from './cells/save-cell.ts';
import type { useCells } from './cells/use-cells.ts';
import { useOpenPeek } from '../work-items/peek/use-peek.ts';
import { ItemList, listLook, type RowCells, type RowChoice } from './ListRow.tsx';
import { listMessages as messages } from './messages.ts';
import { cellsOf, clickRow, editedCell, walkRows } from './row-events.ts';
import type { Selection } from './use-selection.ts';
import { undoLabel } from '../../ui/text/messages.ts';

const CellEditor = lazy(async () => {
  // Saving needs no further request for code.
  const [{ CellEditor: editor }] = await Promise.all([
    import('./cells/CellEditor.tsx'),
    import('./cells/save-cell.ts'),
  ]);
  return { default: editor };
});
const CellConflictDialog = lazy(async () => ({
  default: (await import('./cells/CellConflictDialog.tsx')).CellConflictDialog,
}));

export interface ItemRowsProps<Item> {
  /** What the list is called. */
  title: string;
  density: Density;
  /** Null where rows cannot be selected. */
  selection: Selection | null;
  cells: ReturnType<typeof useCells<Item>>;
  read: CellSource<Item>['read'];
  row(item: Item, choice: RowChoice | undefined, cells: RowCells | undefined): ReactNode;
}

/** The rows of a list: moved through, selected and edited in place. */
export function ItemRows<Item>({ title, density, selection, cells, read, row }: ItemRowsProps<Item>) {
  const { formatMessage } = useIntl();
  const [list, setList] = useState<HTMLDivElement | null>(null);
  const openPeek = useOpenPeek();
  const { open } = cells;
  const anchorOf = (id: string, cell: string): HTMLElement | null =>
    list?.querySelector(`[data-row="${CSS.escape(id)}"] [data-edit="${cell}"]`) ?? null;
  const anchor = open && anchorOf(open.item.id, open.cell);
  /** Returns the focus to the cell, unless another element has it. */
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (anchor) last.current = anchor;
    else if (document.activeElement === document.body) last.current?.focus();
  }, [anchor]);
  const begin = (id: string, cell: string): void => {
    const name = cellNames.find((each) => each === cell);
    if (name) cells.begin(id, name);
  };
  const step = (by: 1 | -1): void => {
    const places = list ? cellsOf(list) : [];
    const next = places[places.indexOf(anchor as HTMLElement) + by];
    const edited = next && editedCell(next);
    if (edited) begin(edited.id, edited.cell);
    next?.focus();
  };
  const cellsFor = (item: EditableItem, mark: ReactNode): RowCells | undefined => {
    const may = cellNames.filter((cell) => item.mayEdit(cell));
    if (may.length === 0 && mark === null) return undefined;
    const edits = may.map((cell): [string, { cell: string; label: string }] => {
      const name = formatMessage(titleOf(item, cell)).toLowerCase();
      return [cell, { cell, label: formatMessage(cellMessages.edit, { name }) }];
    });
    return { id: item.id, edits: new Map(edits), mark };
  };
  return (
    <div ref={setList}>
      {selection && (
        <Hidden>
          <FormattedMessage {...messages.keys} />
        </Hidden>
      )}
      <ItemList
        label={title}
        data-density={density}
        data-selecting={selection?.isSelecting || undefined}
        onClick={(event) => {
          if (selection) clickRow(event, selection.toggle);
          const edited = editedCell(event.target);
          if (edited) begin(edited.id, edited.cell);
        }}
        onKeyDown={(event) =>
          walkRows(event, {
            toggle: selection?.toggle ?? null,
            clear: () => selection?.clear(),
            edit: begin,
            openPeek,
          })
        }
      >
        {cells.rows.map(({ item, pin }) => {
          const editable = read(item);
          const { id, values } = editable;
          const label = formatMessage(messages.selectItem, { title: values.title });
          const mark = pin?.undo ? <NoMatch onUndo={() => void cells.undo(id)} /> : null;
          const choice = selection ? { id, label, isChosen: selection.ids.has(id) } : undefined;
          return row(item, choice, cellsFor(editable, mark));
        })}
      </ItemList>
      {open && (
        <Suspense fallback={null}>
          <CellEditor
            key={`${open.item.id} ${open.cell}`}
            item={open.item}
            cell={open.cell}
            name={formatMessage(titleOf(open.item, open.cell))}
            anchor={anchor}
            onClose={cells.close}
            onSave={(values) => cells.save(open, values)}
            onStep={step}
          />
        </Suspense>
      )}
      {cells.conflict && (
        <Suspense fallback={null}>
          <CellConflictDialog
            name={formatMessage(titleOf(cells.conflict.now, cells.conflict.cell))}
            conflict={cells.conflict}
            onOverwrite={cells.overwrite}
            onClose={cells.keep}
          />
        </Suspense>
      )}
    </div>
  );
}

const titles: Readonly<Record<CellName, MessageDescriptor>> = { ...messages, title: messages.byTitle };

/** What a cell is called. The assignees of an epic are its owners. */
function titleOf({ type }: EditableItem, cell: CellName): MessageDescriptor {
  return type === 'epic' && cell === 'assignees' ? messages.owners : titles[cell];
}

/** A row that was edited so that the list would not show it. */
function NoMatch({ onUndo }: { onUndo(): void }) {
  return (
    <span className={listLook.noMatch} role="status">
      <FormattedMessage {...cellMessages.noMatch} />
      <Button kind="quiet" size="small" onClick={onUndo}>
        <FormattedMessage {...undoLabel} />
      </Button>
    </span>
  );
}
