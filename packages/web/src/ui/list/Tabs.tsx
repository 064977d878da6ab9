import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '../button/Icon.tsx';
import { roveByKey } from './rove.ts';
import { Count } from '../text/text.tsx';
import styles from './Tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: LucideIcon;
  count?: number | null | undefined;
  /** Counts are capped at this number. */
  MAX_COUNT?: number;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** At the right of the tabs. */
  end?: ReactNode;
  /** The panel below; it is named after its tab. */
  children: ReactNode;
}

/** Tabs over one panel. Arrow keys walk and choose; only the chosen tab is a tab stop. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, end, children }: TabsProps<Value>) {
  const id = useId();
  const list = (
    <div
      role="tablist"
      aria-label={label}
      className={styles.tabs}
      onKeyDown={(event) => {
        const next = roveByKey(event, '[role=tab]', 'horizontal');
        if (next?.dataset['value'] !== undefined) onChange(next.dataset['value'] as Value);
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          data-value={tab.value}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon && <Icon of={tab.icon} />}
          {tab.label} {typeof tab.count === 'number' && <Count value={tab.count} most={tab.MAX_COUNT} />}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {end ? (
        <div className={styles.bar}>
          {list}
          <div className={styles.end}>{end}</div>
        </div>
      ) : (
        list
      )}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
