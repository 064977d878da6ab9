import type { ComponentType, CSSProperties } from 'react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { Bar } from '../../../timeline/Bar.tsx';
import { rowShapes, type RowLook } from '../../../timeline/row-shapes.ts';
import { SoftParts } from '../../../timeline/SoftParts.tsx';
import timeline from '../../../timeline/timeline.module.css';
import type { RoadmapEpic } from '../data/epic.ts';
import { peekOfEpic } from '../data/rows.ts';
import { barLabelOf } from './bar-label.ts';
import { EpicMarks } from './EpicMarks.tsx';
import { EpicLabels } from './EpicLabels.tsx';
import { nameAttributes, rowIndent } from './first-frame.ts';
import { messages } from '../messages/page.ts';
import type { OwnerProps } from './Owner.tsx';
import type { SignalQuestion } from '../signals/api.ts';
import type { RowNotesProps } from './RowNotes.tsx';
import { RowIcon } from './RowIcon.tsx';
import type { EpicRowData, Expansion } from '../data/rows.ts';
import styles from './rows.module.css';

export type DriftOf = (epic: RoadmapEpic) => string;

/** Shared by all rows of a roadmap; changes only when all rows must re-render. */
export interface PageRowLook extends RowLook {
  /** False for the first render: only names and bars, the rest of each row after it was painted. */
  isWhole: boolean;
  /** Draws the owner of an epic; null while owners are hidden. */
  Owner: ComponentType<OwnerProps> | null;
  /** Draws the signals of an epic and what its lane does not say, as far as their code has loaded. */
  Notes: ComponentType<RowNotesProps> | null;
  question: SignalQuestion;
  detailsWidth: number;
  /** Names what is overdue. */
  today: Day;
  /** The drift of an epic since the compared snapshot, as text; null while its dates then are not known. */
  driftOf: DriftOf | null;
}

export interface EpicRowProps {
  row: EpicRowData;
  look: PageRowLook;
  /** Distance from the top of the list. */
  top: number;
  index: number;
  rowIndex: number;
  isTabStop: boolean;
  /** It is shown in the peek. */
  isPeeked: boolean;
  /** Drawn while scrolling fast: name and bar only. */
  isLight: boolean;
}

/** One epic: its details at the left, its bar on the timeline. The surrounding list handles clicks. */
export const EpicRow = memo(
  function EpicRow({ row, look, top, index, rowIndex, isTabStop, isPeeked, isLight }: EpicRowProps) {
    const { epic, level, expansion } = row;
    const intl = useIntl();
    const { formatMessage } = intl;
    const isWhole = look.isWhole && !isLight;
    const shapes = rowShapes(row, look, isWhole ? 'full' : look.isWhole ? 'progress' : 'bar');
    const { title, bar, progress } = shapes;
    const depth = row.lane?.depth ?? 0;
    const indent = rowIndent(shapes.indent, row.lane);
    const parent = shapes.parent === null ? null : formatMessage(messages.childOf, { parent: shapes.parent });
    const isOpen = expansion === 'expanded' || expansion === 'loading' || expansion === 'noMatch';
    return (
      <div
        className={styles.row}
        role="row"
        style={{ top, '--level': indent } as CSSProperties}
        aria-level={level + depth}
        aria-expanded={expansion === 'none' ? undefined : isOpen}
        aria-posinset={row.position}
        aria-setsize={row.siblings}
        aria-rowindex={rowIndex}
        tabIndex={isTabStop ? 0 : -1}
        data-row={index}
        data-peek={peekOfEpic(epic)}
        data-peeked={isPeeked || undefined}
        aria-current={isPeeked || undefined}
        data-indent={indent}
      >
        <div
          className={`${timeline.side} ${styles.side}`}
          role="rowheader"
          aria-colindex={1}
          data-child={parent !== null || undefined}
        >
          {isWhole && <Twist expansion={expansion} title={title.text} hasFilters={look.hasFilters} />}
          <a className={styles.name} tabIndex={-1} data-tooltip-cut {...nameAttributes(title)}>
            {title.text}
          </a>
          {parent && (
            <span className={styles.parent} data-tooltip={parent}>
              {parent}
            </span>
          )}
          {isWhole && (
            <div className={styles.meta}>
              {!look.soft?.isCompact && (
                <span className={styles.when}>
                  <span>{shapes.timeframe}</span>
                  {shapes.group && <span data-tooltip={shapes.group.fullName}>{shapes.group.name}</span>}
                </span>
              )}
              {look.Notes && <look.Notes question={look.question} row={row} />}
              <EpicMarks epic={epic} hasFilters={look.hasFilters} />
            </div>
          )}
          {isWhole && look.Owner && look.fullPath !== null && (
            <look.Owner fullPath={look.fullPath} epicId={epic.id} isCompact={look.soft?.isCompact === true} />
          )}
          {shapes.labels && <EpicLabels labels={shapes.labels} room={look.detailsWidth - 62 - 20 * (level - 1)} />}
        </div>
        <div className={`${timeline.track} ${styles.track}`} role="gridcell" aria-colindex={2}>
          <Bar
            bar={bar}
            label={isWhole ? barLabelOf(epic, shapes, look.today, intl, look.driftOf?.(epic)) : undefined}
            progressIcon={<RowIcon name={progress?.countedIn === 'COUNT' ? 'hash' : 'weight'} size={12} />}
            card={`epic:${epic.id}`}
            isSaving={row.isSaving ?? false}
          />
          {bar.soft && <SoftParts soft={bar.soft} />}
        </div>
      </div>
    );
  },
  (before, after) =>
    before.look === after.look &&
    before.top === after.top &&
    before.rowIndex === after.rowIndex &&
    before.isTabStop === after.isTabStop &&
    before.isPeeked === after.isPeeked &&
    before.isLight === after.isLight &&
    before.row.epic === after.row.epic &&
    before.row.level === after.row.level &&
    before.row.lane?.depth === after.row.lane?.depth &&
    before.row.lane?.key === after.row.lane?.key &&
    before.row.expansion === after.row.expansion &&
    before.row.isSaving === after.row.isSaving &&
    before.row.siblings === after.row.siblings &&
    before.row.position === after.row.position &&
    before.row.span.start === after.row.span.start &&
    before.row.span.due === after.row.span.due,
);

function Twist({ expansion, title, hasFilters }: { expansion: Expansion; title: string; hasFilters: boolean }) {
  const { formatMessage } = useIntl();
  if (expansion === 'none') return null;
  const isOpen = expansion !== 'collapsed';
  if (expansion === 'noMatch' && hasFilters) {
    const hint = formatMessage(messages.noChildMatches);
    return (
      <span className={styles.twist} role="img" aria-label={hint} data-tooltip={hint}>
        <RowIcon name="info" />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.twist}
      tabIndex={-1}
      data-twist
      aria-expanded={isOpen}
      aria-label={formatMessage(isOpen ? messages.collapse : messages.expand, { title })}
      data-busy={expansion === 'loading' || undefined}
    >
      <RowIcon name={isOpen ? 'chevronDown' : 'chevronRight'} />
    </button>
  );
}
