import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import styles from './Badge.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

export interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  tooltip?: string;
  children: ReactNode;
}

/** A state in a pill. */
export function Badge({ tone = 'neutral', icon, tooltip, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-plain={icon ? undefined : true} data-tooltip={tooltip}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  );
}
