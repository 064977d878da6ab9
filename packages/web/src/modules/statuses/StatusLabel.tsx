import { Icon } from '../../ui/button/Icon.tsx';
import { text } from '../../ui/text/text.tsx';
import type { ShownStatus } from './api.ts';
import { statusIcon } from './icons.ts';
import styles from './StatusLabel.module.css';

/** A status: its icon in its color, and its name. */
export function StatusLabel({ status }: { status: Pick<ShownStatus, 'name' | 'color' | 'iconName'> }) {
  return (
    <span className={styles.status}>
      <StatusMark status={status} />
      <span className={text.cut} data-tooltip-cut="">
        {status.name}
      </span>
    </span>
  );
}

/** Its icon alone, beside its name. */
export function StatusMark({ status }: { status: Pick<ShownStatus, 'color' | 'iconName'> }) {
  return (
    <span className={styles.mark} style={{ color: status.color ?? undefined }}>
      <Icon of={statusIcon(status.iconName)} size={16} />
    </span>
  );
}
