import { type LucideIcon, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../button/Icon.tsx';
import styles from './Toast.module.css';
import { createListeners } from '../listeners.ts';

export interface ToastContent {
  text: string;
  icon?: LucideIcon;
  action?: { label: string; perform(): void };
  /** A later toast with the same key replaces this one, so that no outdated action is offered. */
  about?: string;
}

interface Entry extends ToastContent {
  id: number;
}

let entries: readonly Entry[] = [];
let lastId = 0;
const listeners = createListeners();

function change(next: readonly Entry[]): void {
  entries = next;
  listeners.notify();
}

/** A notification at the lower left, for eight seconds. */
export function toast(content: ToastContent): void {
  lastId += 1;
  const others = entries.filter(({ about }) => about === undefined || about !== content.about);
  change([...others.slice(-2), { ...content, id: lastId }]);
}

/** The container of toasts, one per page. */
export function ToastRegion() {
  const shown = useSyncExternalStore(listeners.subscribe, () => entries);
  // What was said on a page that is gone is not said again on the next.
  useEffect(() => () => change([]), []);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map((entry) => (
        <ToastView key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

const stays = 8000;

function ToastView({ entry }: { entry: Entry }) {
  const { formatMessage } = useIntl();
  const [held, setHeld] = useState(false);
  const dismiss = useRef(() => change(entries.filter((other) => other.id !== entry.id)));
  useEffect(() => {
    if (held) return undefined;
    const timer = window.setTimeout(dismiss.current, stays);
    return () => window.clearTimeout(timer);
  }, [held]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {entry.icon && <Icon of={entry.icon} />}
      <span>{entry.text}</span>
      {entry.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            entry.action?.perform();
            dismiss.current();
          }}
        >
          {entry.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={formatMessage({ id: 'ui.dismiss', defaultMessage: 'Dismiss' })}
        onClick={() => dismiss.current()}
      >
        <Icon of={X} />
      </button>
    </div>
  );
}
