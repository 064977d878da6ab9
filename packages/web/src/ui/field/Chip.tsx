import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import styles from './Chip.module.css';

/** One chosen value among several, with a remove button. `removeLabel` names what it removes. */
export function Chip({
  children,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  onRemove?: () => void;
  removeLabel?: string;
}) {
  return (
    <span className={styles.chip}>
      <span className={styles.text}>{children}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} size={12} />
        </button>
      )}
    </span>
  );
}
