import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useFreshOnChange } from '../../../platform/live/live.ts';
import { Link } from '../../../platform/navigation/Link.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import { text } from '../../../ui/text/text.tsx';
import { comparedWithQuery } from './api.ts';
import { compareMessages as messages } from './messages.ts';
import styles from './compare.module.css';

export interface ComparisonChipProps {
  fullPath: string;
  /** The number of the snapshot. */
  snapshotId: string;
  /** The past day that is compared; null: today. */
  asOf: string | null;
  /** Screens without room in the strip have it below. */
  place: 'strip' | 'alert' | 'alertOfNarrow';
  onStop(): void;
}

/** Names the snapshot that the roadmap is compared with, and leads to the list of all differences. */
export function ComparisonChip({ fullPath, snapshotId, asOf, place, onStop }: ComparisonChipProps) {
  const { formatMessage, formatDate } = useIntl();
  const isSmall = useSmallScreen();
  const query = useQuery(comparedWithQuery(fullPath, snapshotId, asOf));
  useFreshOnChange({ kind: 'group', fullPath }, ({ epics, removed, all }) =>
    epics || removed || all ? [comparedWithQuery(fullPath, snapshotId, asOf).queryKey] : [],
  );
  const isForOtherWidth = place === (isSmall ? 'strip' : 'alertOfNarrow');
  if (query.isPending || isForOtherWidth) return null;
  const { from, counts } = query.data ?? {};
  return (
    <div className={styles.chip} role="status" data-place={place}>
      <i className={styles.sign} />
      {from && counts ? (
        <>
          <Link
            to={{ page: 'snapshots', fullPath }}
            search={{ from: snapshotId }}
            className={`${text.titleLink} ${styles.snapshot}`}
            data-tooltip-cut
          >
            {formatMessage(messages.comparedWith, {
              name: from.name,
              date: from.takenAt ? formatDate(from.takenAt, { dateStyle: 'medium' }) : '',
            })}
          </Link>
          <span>{formatMessage(messages.later, { count: counts.later })}</span>
          {counts.removed > 0 && <span>{formatMessage(messages.removed, { count: counts.removed })}</span>}
        </>
      ) : (
        <span>{formatMessage(messages.failed)}</span>
      )}
      <IconButton icon={X} size="small" label={formatMessage(messages.stop)} onClick={onStop} />
    </div>
  );
}
