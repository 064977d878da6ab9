import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useFreshOnChange } from '../../../platform/live/live.ts';
import { Link } from '../../../platform/navigation/Link.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
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
  onStop(): void;
}

/** Names the snapshot that the roadmap is compared with, and leads to the list of all differences. */
export function ComparisonChip({ fullPath, snapshotId, asOf, onStop }: ComparisonChipProps) {
  const { formatMessage, formatDate } = useIntl();
  const query = useQuery(comparedWithQuery(fullPath, snapshotId, asOf));
  useFreshOnChange({ kind: 'group', fullPath }, ({ epics, removed, all }) =>
    epics || removed || all ? [comparedWithQuery(fullPath, snapshotId, asOf).queryKey] : [],
  );
  if (query.isPending) return null;
  const { from, counts } = query.data ?? {};
  return (
    <div className={styles.chip} role="status">
      {from && counts ? (
        <>
          <Link to={{ page: 'snapshots', fullPath }} search={{ from: snapshotId }} className={text.titleLink}>
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
