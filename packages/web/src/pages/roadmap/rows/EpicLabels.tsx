import { useFeature } from '../../../platform/session/features.ts';
import type { CSSProperties } from 'react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { scopedTitle } from '@milepost/core/labels';
import type { EpicLabel } from '../data/epic.ts';
import { messages } from '../messages/page.ts';
import styles from './labels.module.css';

/** The labels of an epic on one line: those that fit into `room` pixels, then the number of hidden ones. */
export const EpicLabels = memo(function EpicLabels({ labels, room }: { labels: readonly EpicLabel[]; room: number }) {
  const { formatMessage } = useIntl();
  const shown = labels.slice(0, countThatFits(labels, room));
  const rest = labels.slice(shown.length);
  return (
    <div className={styles.labels}>
      {shown.map((label) => (
        <Label key={label.id} label={label} />
      ))}
      {rest.length > 0 && (
        <span
          className={styles.moreLabels}
          role="img"
          aria-label={formatMessage(messages.moreLabels, { count: rest.length })}
          data-tooltip={rest.map((label) => label.title).join(', ')}
        >
          +{rest.length}
        </span>
      )}
    </div>
  );
});

function Label({ label }: { label: EpicLabel }) {
  const { formatMessage } = useIntl();
  const isScoping = useFeature('scoped_labels');
  const scoped = isScoping ? scopedTitle(label.title) : null;
  return (
    <button
      type="button"
      className={styles.label}
      tabIndex={-1}
      data-label={label.title}
      data-scoped={scoped !== null || undefined}
      aria-label={formatMessage(messages.filterByLabel, { title: label.title })}
      data-tooltip={label.description ? `${label.title}: ${label.description}` : undefined}
      data-tooltip-cut={label.description ? undefined : true}
      style={{ '--label': label.color } as CSSProperties}
    >
      {scoped ? (
        <>
          <span>{scoped.scope}</span>
          <span>{scoped.value}</span>
        </>
      ) : (
        <span>{label.title}</span>
      )}
    </button>
  );
}

const letter = 6;
/** A label is truncated rather than hidden while this much of it is visible. */
const leastWidth = 72;

/** The number of labels that fit, estimated by their characters; the last may be truncated. */
export function countThatFits(labels: readonly EpicLabel[], room: number): number {
  const more = 28;
  let left = room;
  for (const [index, { title }] of labels.entries()) {
    const isLast = index === labels.length - 1;
    const width = title.length * letter + (scopedTitle(title) ? 22 : 24);
    const free = left - (isLast ? 0 : more);
    if (width > free) return free >= leastWidth || index === 0 ? index + 1 : index;
    left -= width + 4;
  }
  return labels.length;
}
