import { type LucideIcon, Pencil, Tag } from 'lucide-react';
import { type CSSProperties, type HTMLAttributes, type ReactNode, useRef } from 'react';
import { Link } from '../../platform/navigation/Link.tsx';
import type { Target } from '../../platform/navigation/navigation.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Hidden, text } from '../../ui/text/text.tsx';
import { type LabelView, LabelRow } from '../labels/LabelChip.tsx';
import { usePeekOrderOf } from '../work-items/peek/use-peek-order-of.ts';
import { usePeekRow } from '../work-items/peek/use-peek-row.ts';
import type { ListColumn } from './columns.ts';
import styles from './ListRow.module.css';

/** Classes for what is in a cell: `figure` (an icon and a number), `meter` (a bar and its percentage). */
export const listLook = styles;

export interface ListRowProps<Column extends string> {
  icon: ReactNode;
  iconColor?: string | null | undefined;
  title: string;
  to: Target;
  marks?: ReactNode;
  labels: readonly LabelView[];
  /** Secondary data below the title, separated by dots. */
  meta: readonly ReactNode[];
  /** Columns at the right, as many as there is room for; none on a small screen. */
  columns: readonly ListColumn<Column>[];
  cell(column: Column): ReactNode;
  /** A checkbox that replaces the icon in selectable rows: shown on hover, and on all rows once one is selected. */
  choice?: RowChoice | undefined;
  /** The cells that can be edited in place. */
  cells?: RowCells | undefined;
}

/** The editable cells of a row. The list listens for all of them. */
export interface RowCells {
  id: string;
  /** By column, and `title`: which cell it is, and what its button is called. */
  edits: ReadonlyMap<string, { cell: string; label: string }>;
  /** What became of the row. */
  mark: ReactNode;
}

export interface RowChoice {
  id: string;
  label: string;
  isChosen: boolean;
}

/** The rows of a list of work items. */
export function ItemList({ label, children, ...rest }: HTMLAttributes<HTMLUListElement> & { label: string }) {
  const list = useRef<HTMLUListElement>(null);
  usePeekOrderOf(list);
  return (
    <ul {...rest} ref={list} className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** One work item in a list, 60 px high. */
export function ListRow<Column extends string>({
  icon,
  iconColor,
  title,
  to,
  marks,
  labels,
  meta,
  columns,
  cell,
  choice,
  cells,
}: ListRowProps<Column>) {
  const row = useRef<HTMLLIElement>(null);
  const peek = usePeekRow(to, row);
  const titleEdit = cells?.edits.get('title');
  const labelsEdit = cells?.edits.get('labels');
  return (
    // A press beside the title opens the peek; by keyboard it is the key `o` on the title.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={row}
      className={styles.row}
      data-row={choice?.id ?? cells?.id}
      data-chosen={choice?.isChosen || undefined}
      {...peek}
    >
      <span className={styles.icon} style={iconColor ? { color: iconColor } : undefined}>
        {icon}
      </span>
      {choice && (
        <span className={styles.choice}>
          {/* The list listens for all of its boxes. */}
          <input type="checkbox" aria-label={choice.label} checked={choice.isChosen} readOnly />
        </span>
      )}
      <div className={styles.title}>
        <Link className={`${text.cut} ${text.titleLink}`} to={to} data-tooltip-cut="">
          {title}
        </Link>
        {titleEdit && <EditMark {...titleEdit} icon={Pencil} />}
        {marks && <span className={styles.marks}>{marks}</span>}
        {cells?.mark}
        <span className={styles.labels} data-edits={labelsEdit?.cell}>
          <LabelRow labels={labels} />
        </span>
        {labelsEdit && <EditMark {...labelsEdit} icon={Tag} />}
      </div>
      <div className={styles.below}>
        <div className={styles.meta}>
          {meta.map((fact, index) => (
            // The parts have no ids; their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={text.cut}>
              {fact}
            </span>
          ))}
        </div>
      </div>
      {columns.length > 0 && (
        <div className={styles.end}>
          {columns.map(({ name, width, from }) => (
            <span
              key={name}
              data-column={name}
              className={styles.column}
              style={{ '--width': `${width}px`, '--from': `${from}px` } as CSSProperties}
            >
              <EndCell edit={cells?.edits.get(name === 'owners' ? 'assignees' : name)}>{cell(name)}</EndCell>
            </span>
          ))}
        </div>
      )}
    </li>
  );
}

interface CellEdit {
  cell: string;
  label: string;
}

/** A cell at the end of a row; a button where it can be edited. Arrows lead to it, so it is not in the tab order. */
function EndCell({ edit, children }: { edit: CellEdit | undefined; children: ReactNode }) {
  if (!edit) return <span className={styles.cell}>{children}</span>;
  return (
    <button type="button" tabIndex={-1} className={`${styles.cell} ${styles.editable}`} data-edit={edit.cell}>
      <Hidden>{edit.label}</Hidden>
      {children}
    </button>
  );
}

/** The button that edits a part of the title's line; visible while the row is used. */
function EditMark({ cell, label, icon }: CellEdit & { icon: LucideIcon }) {
  return (
    <IconButton
      tabIndex={-1}
      size="small"
      iconSize={14}
      icon={icon}
      label={label}
      className={styles.editMark}
      data-edit={cell}
    />
  );
}
