import type { KeyboardEvent, PointerEvent } from 'react';
import { useState } from 'react';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { startDrag } from '../../ui/drag/drag.ts';
import { labelsKey, type RestLabel, saveLabelOrder } from '../../modules/labels/api.ts';

/** The attribute of a prioritized row's grip: where a dragged label can be dropped. */
export const PRIORITIZED = 'data-prioritized';

/** Where a label would be inserted among the prioritized rows at this height; null below all of them and out of reach. */
export function dropIndex(rows: readonly { top: number; bottom: number }[], y: number): number | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || y < first.top - 48 || y > last.bottom + 48) return null;
  const at = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return at === -1 ? rows.length : at;
}

/** The order of the prioritized labels of a project, and the ways to change it. */
export function usePriorities(namespace: NamespaceRef, prioritized: readonly RestLabel[]) {
  const { change } = useChange(labelsKey(namespace));
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const save = (order: readonly RestLabel[], without: RestLabel | null = null) =>
    change({ perform: () => saveLabelOrder(namespace, order, without) });
  const without = (label: RestLabel) => prioritized.filter(({ id }) => id !== label.id);
  /** Moves a label to an index among the others; null removes its priority. */
  const moveTo = (label: RestLabel, index: number | null): void => {
    const others = without(label);
    void (index === null ? save(others, label) : save(others.toSpliced(index, 0, label)));
  };
  const toggle = (label: RestLabel): void =>
    moveTo(label, typeof label.priority === 'number' ? null : prioritized.length);
  const onKeyDown = (event: KeyboardEvent, label: RestLabel): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const at = prioritized.findIndex(({ id }) => id === label.id);
    if (at === -1) {
      if (event.key === 'ArrowUp') moveTo(label, prioritized.length);
    } else if (event.key === 'ArrowDown' && at === prioritized.length - 1) moveTo(label, null);
    else if (event.key === 'ArrowDown') moveTo(label, at + 1);
    else if (at > 0) moveTo(label, at - 1);
  };
  const onPointerDown = (event: PointerEvent, label: RestLabel): void => {
    startDrag(event.nativeEvent, {
      onStart: () => setDraggedId(label.id),
      onMove: () => undefined,
      onCancel: () => setDraggedId(null),
      onDrop({ y }) {
        setDraggedId(null);
        const grips = [...document.querySelectorAll<HTMLElement>(`[${PRIORITIZED}]`)];
        const rows = grips
          .filter((grip) => grip.getAttribute(PRIORITIZED) !== String(label.id))
          .flatMap((grip) => grip.closest('li')?.getBoundingClientRect() ?? []);
        const index = rows.length === 0 ? 0 : dropIndex(rows, y);
        if (index !== null || typeof label.priority === 'number') moveTo(label, index);
      },
    });
  };
  return { draggedId, toggle, onKeyDown, onPointerDown };
}
