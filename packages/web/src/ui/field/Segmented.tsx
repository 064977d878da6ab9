import type { ReactNode } from 'react';
import { roveByKey } from '../list/rove.ts';
import styles from './Toggle.module.css';

export interface SegmentedProps<Value extends string> {
  label: string;
  /** Null: none is chosen yet. */
  value: Value | null;
  options: readonly { value: Value; label: ReactNode }[];
  onChange(value: NoInfer<Value>): void;
}

/** One of two to four, all in view. Arrow keys choose, as in a group of radio buttons. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.segments}
      onKeyDown={(event) => {
        const next = roveByKey(event, '[role=radio]', 'both');
        if (next?.dataset['value'] !== undefined) onChange(next.dataset['value'] as Value);
      }}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value || (value === null && index === 0) ? 0 : -1}
          data-value={option.value}
          className={styles.segment}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
