import { lazy, memo, type MouseEvent, Suspense, useLayoutEffect, useState } from 'react';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Description } from './ItemLayout.tsx';
import styles from './TaskDescription.module.css';
import type { TaskBoxes } from './use-task-boxes.ts';

const TaskTools = lazy(async () => ({ default: (await import('./TaskTools.tsx')).TaskTools }));

interface TaskDescriptionProps {
  html: string | null | undefined;
  mayTick: boolean;
  /** Whether an item of a task list can become a child of this one. */
  mayConvert?: boolean;
  boxes: TaskBoxes;
  /**
   * While the text is edited it stays mounted but hidden: removing a long one would delay the form, and rendering it again
   * would delay typing.
   */
  hidden?: boolean;
}

/** The rendered description, with task lists that can be changed by those who may edit the text. */
export function TaskDescription({ hidden = false, ...shown }: TaskDescriptionProps) {
  return (
    <div className={hidden ? styles.away : undefined} inert={hidden} aria-hidden={hidden || undefined}>
      <Shown {...shown} isStill={hidden} />
    </div>
  );
}

const Shown = memo(
  function Shown({ html, mayTick, mayConvert = false, boxes }: TaskDescriptionProps & { isStill: boolean }) {
    const [element, setElement] = useState<HTMLDivElement | null>(null);
    useLayoutEffect(() => {
      for (const box of element?.querySelectorAll<HTMLInputElement>('.task-box[data-line]') ?? []) {
        box.disabled = !mayTick;
      }
    }, [element, html, mayTick]);
    // React receives no change event of an element that it did not render; a click, by key or pointer, bubbles.
    const onClick = ({ target }: MouseEvent): void => {
      const line = target instanceof HTMLInputElement ? Number(target.dataset['line']) : Number.NaN;
      if (!(target instanceof HTMLInputElement) || !(line > 0)) return;
      const reset = (): void => {
        target.checked = target.defaultChecked;
      };
      // The text stays the same then, so nothing else resets the checkbox to the server's value.
      void boxes.tick(line, target.checked).then((isSaved) => isSaved || reset(), reset);
    };
    return (
      <>
        {boxes.failure && <Alert tone="danger">{boxes.failure}</Alert>}
        {/* The boxes inside are the controls. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div ref={setElement} onClick={onClick} aria-busy={boxes.isSaving || undefined}>
          <Description html={html} />
        </div>
        {mayTick && element && html?.includes('task-box') && (
          <Suspense fallback={null}>
            <TaskTools root={element} html={html} mayConvert={mayConvert} boxes={boxes} />
          </Suspense>
        )}
      </>
    );
  },
  (_before, { isStill }) => isStill,
);
