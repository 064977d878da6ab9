import { moveTaskItem, removeTaskItem } from '@milepost/core/text/task-lists';
import { Ellipsis, GripVertical, ListTree, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { text as textLook } from '../../ui/text/text.tsx';
import { type Drag, startDrag } from '../../ui/drag/drag.ts';
import { type Drop, taskDrag } from './task-drag.ts';
import type { TaskBoxes } from './use-task-boxes.ts';
import { itemMessages as messages } from './messages.ts';
import styles from './TaskTools.module.css';
import type { TaskSlot } from './task-drag.ts';

export interface TaskToolsProps {
  /** The element that holds the rendered text. */
  root: HTMLElement;
  html: string;
  mayConvert: boolean;
  boxes: TaskBoxes;
}

/**
 * A handle and a menu for each task item of a rendered text, rendered into it by portals, because React does not own the text.
 */
export function TaskTools({ root, html, mayConvert, boxes }: TaskToolsProps) {
  const { formatMessage } = useIntl();
  const [slots, setSlots] = useState<readonly TaskSlot[]>([]);
  const shown = useShownSlices(root, html);
  const drawn = shown ? slots.filter(({ item }) => shown.has(item.closest('.slice'))) : slots;
  const [said, setSaid] = useState('');
  // An item that was moved by keys keeps the focus although the text is rendered again.
  const focusLine = useRef<number | null>(null);
  useLayoutEffect(() => {
    const found = slotsIn(root);
    // React did not render this text: the elements are only known after mounting.
    // oxlint-disable-next-line react/set-state-in-effect
    setSlots(found);
    return () => {
      for (const { tools } of found) tools.remove();
    };
  }, [root, html]);
  useEffect(() => {
    const slot = slots.find(({ line }) => line === focusLine.current);
    const handle = slot?.tools.querySelector<HTMLElement>('[data-handle]');
    if (!handle) return;
    focusLine.current = null;
    handle.focus();
  }, [slots, shown]);

  const move = (slot: TaskSlot, { target, side }: Drop, keepsFocus: boolean): void => {
    boxes.edit((markdown) => {
      const moved = moveTaskItem(markdown, slot.line, target.line, side);
      if (moved && keepsFocus) focusLine.current = moved.line;
      return moved?.markdown ?? null;
    });
  };
  const step = (slot: TaskSlot, by: -1 | 1): void => {
    const siblings = siblingsOf(slots, slot);
    const position = siblings.indexOf(slot) + by;
    const target = siblings[position];
    if (!target || boxes.isSaving) return;
    setSaid(formatMessage(messages.taskMoved, { task: slot.label, position: position + 1, count: siblings.length }));
    move(slot, { target, side: by < 0 ? 'before' : 'after' }, true);
  };
  return (
    <>
      {drawn.map((slot) =>
        createPortal(
          <>
            <Handle
              label={formatMessage(messages.moveTask, { task: slot.label })}
              slot={slot}
              siblings={() => siblingsOf(slots, slot)}
              onStep={(by) => step(slot, by)}
              onDrop={(drop) => move(slot, drop, false)}
            />
            <Menu
              label={formatMessage(messages.taskActions, { task: slot.label })}
              placement={{ align: 'end' }}
              trigger={(props) => (
                <IconButton
                  {...props}
                  className={styles.menu}
                  size="small"
                  icon={Ellipsis}
                  tooltip={false}
                  label={formatMessage(messages.taskActions, { task: slot.label })}
                />
              )}
            >
              {mayConvert && (
                <MenuItem icon={ListTree} onSelect={() => boxes.convert(slot.line)}>
                  {formatMessage(messages.convertTask)}
                </MenuItem>
              )}
              <MenuItem
                icon={Trash2}
                tone="danger"
                onSelect={() => boxes.edit((markdown) => removeTaskItem(markdown, slot.line)?.rest ?? null)}
              >
                {formatMessage(messages.deleteTask)}
              </MenuItem>
            </Menu>
          </>,
          slot.tools,
          String(slot.line),
        ),
      )}
      <p className={textLook.hidden} role="status">
        {said}
      </p>
    </>
  );
}

/** The slices of a long text that were visible so far: only their items have tools. Null for a text without slices. */
function useShownSlices(root: HTMLElement, html: string): ReadonlySet<Element | null> | null {
  const [shown, setShown] = useState<ReadonlySet<Element | null> | null>(null);
  useLayoutEffect(() => {
    const slices = [...root.querySelectorAll('.prose > .slice')];
    const observesDrawing = slices.length > 0 && 'oncontentvisibilityautostatechange' in root;
    const isDrawn = (slice: Element): boolean =>
      slice.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    // As above.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown(observesDrawing ? new Set(slices.filter(isDrawn)) : null);
    if (!observesDrawing) return undefined;
    const onChange = ({ target, skipped }: ContentVisibilityAutoStateChangeEvent): void => {
      if (!skipped && target instanceof Element) setShown((now) => new Set([...(now ?? []), target]));
    };
    root.addEventListener('contentvisibilityautostatechange', onChange as EventListener, true);
    return () => root.removeEventListener('contentvisibilityautostatechange', onChange as EventListener, true);
  }, [root, html]);
  return shown;
}

/** Adds an element for tools to every task item; quoted ones are left alone. */
function slotsIn(root: HTMLElement): TaskSlot[] {
  return [...root.querySelectorAll<HTMLInputElement>('.task-box[data-line]')].flatMap((box) => {
    const item = box.closest('li');
    if (!item || item.closest('blockquote')) return [];
    const tools = document.createElement('span');
    tools.className = styles.tools ?? '';
    item.prepend(tools);
    return [{ item, tools, line: Number(box.dataset['line']), label: box.getAttribute('aria-label') ?? '' }];
  });
}

const siblingsOf = (slots: readonly TaskSlot[], slot: TaskSlot): TaskSlot[] =>
  slots.filter(({ item }) => item.parentElement === slot.item.parentElement);

interface HandleProps {
  label: string;
  slot: TaskSlot;
  siblings(): TaskSlot[];
  onStep(by: -1 | 1): void;
  onDrop(drop: Drop): void;
}

/** Drags its item within the list by pointer or touch; moves it by the arrow keys. */
function Handle({ label, slot, siblings, onStep, onDrop }: HandleProps) {
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => drag.current?.cancel(), []);
  const begin = ({ nativeEvent, currentTarget }: PointerEvent<HTMLButtonElement>): void => {
    drag.current = startDrag(nativeEvent, { ...taskDrag(siblings(), slot, onDrop), capture: currentTarget });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <button
      type="button"
      className={styles.handle}
      data-handle=""
      aria-label={label}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onPointerDown={begin}
      onKeyDown={onKeyDown}
    >
      <Icon of={GripVertical} size={14} />
    </button>
  );
}
