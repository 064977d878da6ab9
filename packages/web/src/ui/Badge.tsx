import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Badge.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** A state in a pill. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone} data-plain={icon ? undefined : true}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  );
}
