import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { sidebarMessages as messages } from './messages.ts';
import styles from './sidebar.module.css';

/** A field that replaces a value: Enter or Save applies it, Escape or Cancel discards it. */
export function LineEditor({ onSave, onClose, children }: { onSave(): void; onClose(): void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wanted = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (wanted ?? form.current?.querySelector('input'))?.focus();
  }, []);
  return (
    <form
      ref={form}
      className={styles.line}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSave();
      }}
      // Escape in its field.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
      <div className={styles.buttons}>
        <Button type="submit" size="small" kind="primary">
          <FormattedMessage {...messages.save} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}
