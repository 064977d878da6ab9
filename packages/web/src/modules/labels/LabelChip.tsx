import { scopedTitle } from '@milepost/core/labels';
import { X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { useFeature } from '../../platform/session/features.ts';
import styles from './LabelChip.module.css';

/** A label as far as its chip needs it. */
export interface LabelView {
  title: string;
  color: string;
  description?: string | null | undefined;
}

export interface LabelChipProps {
  label: LabelView;
  /** `small` in rows, `large` where labels are the subject. */
  size?: 'small' | 'large';
  onRemove?: () => void;
}

/** A label: outlined with a dot of its color; a scoped one shows key and value. Its description is the tooltip. */
export function LabelChip({ label, size = 'small', onRemove }: LabelChipProps) {
  const { formatMessage } = useIntl();
  const isScoping = useFeature('scoped_labels');
  const scoped = isScoping ? scopedTitle(label.title) : null;
  return (
    <span
      className={styles.chip}
      data-scoped={scoped ? true : undefined}
      data-size={size}
      data-tooltip={label.description || undefined}
      style={{ '--label': label.color } as CSSProperties}
    >
      {scoped && <span>{scoped.scope}</span>}
      <span>{scoped ? scoped.value : label.title}</span>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={formatMessage(
            { id: 'labels.remove', defaultMessage: 'Remove label {title}' },
            { title: label.title },
          )}
          onClick={onRemove}
        >
          <Icon of={X} size={12} />
        </button>
      )}
    </span>
  );
}

/** Labels on one line; what does not fit is cut at the end. */
export function LabelRow({ labels, children }: { labels: readonly LabelView[]; children?: ReactNode }) {
  if (labels.length === 0) return null;
  return (
    <span className={styles.row}>
      {labels.map((label) => (
        <LabelChip key={label.title} label={label} />
      ))}
      {children}
    </span>
  );
}
