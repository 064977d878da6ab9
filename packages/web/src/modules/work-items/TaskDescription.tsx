import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Description } from './ItemLayout.tsx';
import type { TaskBoxes } from './use-task-boxes.ts';

/** The rendered description, whose boxes can be ticked by whoever may change it. */
export function TaskDescription({
  html,
  mayTick,
  boxes,
}: {
  html: string | null | undefined;
  mayTick: boolean;
  boxes: TaskBoxes;
}) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const box of element.current?.querySelectorAll<HTMLInputElement>('.task-box[data-line]') ?? []) {
      box.disabled = !mayTick;
    }
  }, [html, mayTick]);
  // React hears no change of a box that it did not draw; a click, by key or pointer, bubbles.
  const onClick = ({ target }: MouseEvent): void => {
    const line = target instanceof HTMLInputElement ? Number(target.dataset['line']) : Number.NaN;
    if (target instanceof HTMLInputElement && line > 0) boxes.tick(line, target.checked);
  };
  return (
    <>
      {boxes.failure && <Alert tone="danger">{boxes.failure}</Alert>}
      {/* The boxes inside are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={element} onClick={onClick} aria-busy={boxes.isSaving || undefined}>
        <Description html={html} />
      </div>
    </>
  );
}
