import { digitsOf } from '@milepost/core/global-ids';
import { edgeScroll } from '@milepost/core/drag';
import type { DragHandlers, Press } from '../../../ui/drag/drag.ts';
import type { EpicRowData } from '../data/rows.ts';
import type { DragArea } from './drag-area.ts';
import { epicRowAt } from './drag-area.ts';
import type { ConnectEnd, MoveStore } from './moves.ts';

/** Why a link cannot be made, as far as the page knows; the server refuses cycles and more links than an item may have. */
export function refusalOf(blocker: ConnectEnd, blocked: ConnectEnd): 'self' | 'linked' | null {
  const other = digitsOf(blocked.id);
  if (digitsOf(blocker.id) === other) return 'self';
  const isLinked =
    blocker.links?.some(({ itemId }) => itemId === other) ||
    blocked.links?.some(({ itemId }) => itemId === digitsOf(blocker.id));
  return isLinked ? 'linked' : null;
}

/** The row whose handle was pressed; null for other presses. */
export function handleRow(target: EventTarget | null, { scene }: DragArea): EpicRowData | null {
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-connect]') : null;
  return (handle && epicRowAt(scene(), Number(handle.dataset['connect']))) ?? null;
}

/** Drags a line from the end of a bar to another bar. */
export function connectionOf(row: EpicRowData, area: DragArea, store: MoveStore): DragHandlers {
  const { element } = area;
  const epicUnder = ({ x, y }: Press) => {
    const bar = document.elementFromPoint(x, y)?.closest('[data-card^="epic:"]');
    const index = element.contains(bar ?? null) ? bar?.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
    return index === undefined ? null : (epicRowAt(area.scene(), Number(index))?.epic ?? null);
  };
  const end = (): void => {
    delete element.dataset['connecting'];
    for (const each of element.querySelectorAll('[data-connectable]')) each.removeAttribute('data-connectable');
    store.change({ connection: null });
  };
  const move = (press: Press): void => {
    markTargets(row, area);
    store.change({ connection: { epic: row.epic, x: press.x, y: press.y } });
  };
  return {
    capture: element,
    onStart: (press) => {
      element.dataset['connecting'] = '';
      move(press);
    },
    onMove: move,
    onFrame: (press) => {
      const view = element.getBoundingClientRect();
      const left = edgeScroll(press.x, view.left + area.scene().detailsWidth, view.right, press.kind);
      const top = edgeScroll(press.y, view.top, view.bottom, press.kind);
      element.scrollBy(left, top);
      return left !== 0 || top !== 0;
    },
    onDrop: (press) => {
      const target = epicUnder(press);
      end();
      if (target) store.connect(row.epic, target);
    },
    onCancel: end,
  };
}

/** Rows come and go while the list scrolls, so the marks are set with every movement. */
function markTargets({ epic }: EpicRowData, { element, scene }: DragArea): void {
  for (const each of element.querySelectorAll<HTMLElement>('[data-row][data-peek]')) {
    const target = epicRowAt(scene(), Number(each.dataset['row']))?.epic;
    each.toggleAttribute('data-connectable', target !== undefined && refusalOf(epic, target) === null);
  }
}
