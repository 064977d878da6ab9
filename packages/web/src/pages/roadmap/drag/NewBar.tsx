import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, useLayoutEffect, useReducer, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import { ValidationError } from '../../../platform/api/errors.ts';
import { extentOf } from '../../../timeline/scale.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { type DragArea, trackBoxOf } from './drag-area.ts';
import styles from './drag.module.css';
import { dragMessages as messages } from './messages.ts';
import type { Draft, MoveStore } from './moves.ts';
import { ghostHeight } from './placing.ts';

export interface NewBarProps {
  draft: Draft;
  area: DragArea;
  store: MoveStore;
  timeframeText: (span: Span) => string;
}

const FIELD_WIDTH = 320;

/** The bar of a new epic with its dates, and below it, once drawn, the field for its title. */
export function NewBar({ draft, area, store, timeframeText }: NewBarProps) {
  const { formatMessage } = useIntl();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const passive = { passive: true, signal: stop.signal };
    area.element.addEventListener('scroll', redraw, passive);
    window.addEventListener('resize', redraw, passive);
    return () => stop.abort();
  }, [area]);
  const view = trackBoxOf(area);
  const extent = extentOf(area.scene().scale, draft.span.start, draft.span.due);
  const from = Math.max(view.left, Math.min(view.left + extent.left - area.element.scrollLeft, view.right - 10));
  const to = Math.min(view.right, view.left + extent.left - area.element.scrollLeft + extent.width);
  const top = draft.top - ghostHeight / 2;
  const bar: CSSProperties = { left: from, top, width: Math.max(10, to - from) };
  const left = Math.max(8, Math.min(from, window.innerWidth - FIELD_WIDTH - 8));
  const isAbove = top + 200 > window.innerHeight;
  const field: CSSProperties = {
    left,
    width: Math.min(FIELD_WIDTH, window.innerWidth - 16),
    ...(isAbove ? { bottom: window.innerHeight - top + 4 } : { top: top + ghostHeight + 4 }),
  };
  const close = (): void => {
    store.change({ draft: null });
    (draft.origin?.isConnected ? draft.origin : area.element).focus({ preventScroll: true });
  };
  return createPortal(
    <>
      <div className={`${styles.ghost} ${styles.newBar}`} style={bar} data-drag-ghost="new">
        <span>{timeframeText(draft.span)}</span>
      </div>
      {draft.isOpen && (
        <div className={styles.newTitle} style={field}>
          <TitleForm
            label={formatMessage(messages.newEpic, { dates: timeframeText(draft.span) })}
            create={(title) => draft.create(draft, title)}
            onClose={close}
          />
        </div>
      )}
    </>,
    document.body,
  );
}

/** The server's text. */
function refusalText(error: Error): string {
  const texts = error instanceof ValidationError ? Object.values(error.fields).flat() : [];
  return texts.length > 0 ? texts.join(' ') : error.message;
}

function TitleForm({
  label,
  create,
  onClose,
}: {
  label: string;
  create(title: string): Promise<void>;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState('');
  const title = typed.trim();
  const save = useMutation({
    mutationFn: create,
    onSuccess: (_, created) => {
      toast({ text: formatMessage(messages.created, { title: created }) });
      onClose();
    },
  });
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        if (title === '') onClose();
        else save.mutate(title);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextField
        label={label}
        value={typed}
        maxLength={255}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        error={save.error ? refusalText(save.error) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={styles.newActions}>
        <Button type="submit" kind="primary" size="small" busy={save.isPending}>
          <FormattedMessage {...messages.create} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}
