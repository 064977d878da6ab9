import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { useCallback } from 'react';
import { useOpenPeek } from '../../../modules/work-items/peek/use-peek.ts';
import { followLink, goTo } from '../../../platform/navigation/navigation.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import type { KeyAction } from './keys.ts';
import { keyAction } from './keys.ts';
import type { Lane } from '../data/lane.ts';
import { headerOf, type ListRow } from '../data/rows.ts';
import { hrefOfRow, isIssueRow } from '../data/issue-rows.ts';
import type { ActiveRow } from './use-active-row.ts';

export interface GridEvents {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

interface GridEventOptions {
  rows: readonly ListRow[];
  active: ActiveRow;
  pageSize: number;
  onToggle: (epic: RoadmapEpic) => void;
  /** Folds or unfolds a lane, or all of its level. */
  onFold: (lane: Lane, isAll: boolean) => void;
  onLabel: (title: string) => void;
}

/** All focusable elements of a row, in order. */
const controls = 'a[href], button';

/** Delegated press and key events of all rows: rows have no handlers of their own. */
export function useGridEvents(options: GridEventOptions): GridEvents {
  const { rows, active, pageSize, onToggle, onFold, onLabel } = options;
  const toggle = useCallback(
    (row: ListRow | undefined, isAll: boolean) => {
      if (row?.epic) onToggle(row.epic);
      else if (row?.header) onFold(row.header, isAll);
    },
    [onToggle, onFold],
  );
  const openPeek = useOpenPeek();
  const onClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target as Element;
      const label = target.closest<HTMLElement>('[data-label]')?.dataset['label'];
      if (label !== undefined) return onLabel(label);
      const row = rows[rowIndexOf(target)];
      if (target.closest('[data-twist]') || (row && headerOf(row) && !target.closest('a')))
        return toggle(row, event.altKey);
      const href = hrefOfRow(row);
      if (href !== '' && mayPeek(event) && openPeek(href)) return event.preventDefault();
      return followLink(event);
    },
    [rows, toggle, onLabel, openPeek],
  );

  const act = useCallback(
    (action: KeyAction, row: HTMLElement) => {
      switch (action.do) {
        case 'focusRow':
          return active.focus(action.index);
        case 'leaveRow':
          return row.focus();
        case 'toggle': {
          const at = rows[action.index];
          // The place of further issues has a button.
          return at && isIssueRow(at) ? controlsOf(row)[0]?.click() : toggle(at, false);
        }
        case 'enterRow':
          return controlsOf(row)[0]?.focus();
        case 'stepInRow': {
          const inside = controlsOf(row);
          return inside[inside.indexOf(document.activeElement as HTMLElement) + action.step]?.focus();
        }
        case 'open':
          if (hrefOfRow(rows[action.index])) goTo(hrefOfRow(rows[action.index]));
          return undefined;
        case 'peek': {
          const href = hrefOfRow(rows[action.index]);
          // Where nothing can be shown beside the page, the epic replaces it.
          return href !== '' && !openPeek(href) ? goTo(href) : undefined;
        }
        case 'showBlockers':
          return row.querySelector<HTMLElement>('[data-card^="blockedBy:"]')?.focus();
        default:
          return action satisfies never;
      }
    },
    [rows, active, toggle, openPeek],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row) return;
      const inside = controlsOf(row);
      const place = inside.indexOf(target);
      const at = rows[rowIndexOf(row)];
      if (at?.epic === null && at.header && event.altKey && ['ArrowLeft', 'ArrowRight'].includes(event.key)) {
        event.preventDefault();
        const isFolded = at.expansion === 'collapsed';
        if (isFolded === (event.key === 'ArrowRight')) toggle(at, true);
        return;
      }
      const action = keyAction(rows, {
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        opensPage: (event.ctrlKey || event.metaKey) && !event.altKey,
        index: rowIndexOf(row),
        inside: target === row ? null : { isFirst: place === 0, isLast: place === inside.length - 1 },
        pageSize,
      });
      if (!action) return;
      event.preventDefault();
      act(action, row);
    },
    [rows, pageSize, act, toggle],
  );

  const { note } = active;
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const index = rowIndexOf(event.target);
      if (index !== -1) note(index);
    },
    [note],
  );

  return { onClick, onKeyDown, onFocus };
}

/**
 * Bar and title are links to the page of their epic, and a plain press on them shows the epic in the peek, as a press beside the controls
 * of the row does.
 */
function mayPeek(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  const control = (event.target as Element).closest<HTMLElement>(`${controls}, [data-card]`);
  return control === null || control.matches('a[data-card^="epic:"], [role=rowheader] > a');
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)];
}

function rowIndexOf(element: Element): number {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? -1 : Number(row);
}
