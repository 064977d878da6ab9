import { progressOf } from '@milepost/core/roadmap/progress';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import type { EpicView } from './api.ts';
import { type FactProps, Labels, Owners } from './fields.tsx';
import { Milestone } from './Milestone.tsx';
import { PeekDates } from './PeekDates.tsx';
import { peekEpicMessages as messages } from './peek-messages.ts';
import styles from './peek-fields.module.css';

export interface PeekFieldsProps extends FactProps {
  health: ReactNode;
  status: ReactNode;
  /** The other fields, shown on demand. */
  children: ReactNode;
}

/** The fields of an epic in the peek: those that plans are made of, and the others on demand. */
export function PeekFields({ health, status, children, ...facts }: PeekFieldsProps) {
  const [hasAll, setAll] = useState(false);
  return (
    <>
      {health}
      <Owners {...facts} />
      <PeekDates {...facts} />
      <Milestone {...facts} />
      <Labels {...facts} />
      <ProgressOf epic={facts.epic} />
      {status}
      {hasAll && children}
      <Button
        kind="quiet"
        size="small"
        className={styles.more ?? ''}
        icon={hasAll ? ChevronUp : ChevronDown}
        aria-expanded={hasAll}
        onClick={() => setAll(!hasAll)}
      >
        <FormattedMessage {...(hasAll ? messages.fewer : messages.more)} />
      </Button>
    </>
  );
}

function ProgressOf({ epic }: { epic: EpicView }) {
  const { formatMessage, formatNumber } = useIntl();
  const progress = progressOf({ ...epic, isClosed: epic.state === 'closed' }, 'WEIGHT');
  const name = formatMessage(messages.progress);
  return (
    <Widget name={name} empty={formatMessage(messages.noIssues)}>
      {progress && (
        <span className={styles.progress}>
          <ProgressBar share={progress.percentage} label={name} />
          <b>{formatNumber(progress.percentage / 100, { style: 'percent' })}</b>
          <span>
            <FormattedMessage
              {...(progress.countedIn === 'WEIGHT' ? messages.weightClosed : messages.issuesClosed)}
              values={{ closed: progress.closed, total: progress.total }}
            />
          </span>
        </span>
      )}
    </Widget>
  );
}
