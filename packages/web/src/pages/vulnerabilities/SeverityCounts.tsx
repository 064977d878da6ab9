import { FormattedMessage, useIntl } from 'react-intl';
import type { VulnerabilitySeverity } from '../../gen/graphql.ts';
import { vulnerabilityMessages } from '../../modules/vulnerabilities/messages.ts';
import { pageMessages as messages } from './messages.ts';
import styles from './Vulnerabilities.module.css';

const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN'] as const satisfies VulnerabilitySeverity[];
type Counted = Lowercase<(typeof severities)[number]>;

export interface SeverityCountsProps {
  counts: Partial<Record<Counted, number | null>> | null | undefined;
  /** The filtered severities, with commas between. */
  active: string;
  onChoose(severity: string): void;
}

/** The number of vulnerabilities of each severity, which filters by it. */
export function SeverityCounts({ counts, active, onChoose }: SeverityCountsProps) {
  const { formatMessage, formatNumber } = useIntl();
  return (
    <div className={styles.counts} role="group" aria-label={formatMessage(messages.counts)}>
      {severities.map((severity) => {
        const key = severity.toLowerCase() as Counted;
        return (
          <button
            key={severity}
            type="button"
            className={styles.count}
            aria-pressed={active.split(',').includes(key)}
            onClick={() => onChoose(key)}
          >
            <span>
              <FormattedMessage {...vulnerabilityMessages[severity]} />
            </span>{' '}
            <b>{formatNumber(counts?.[key] ?? 0)}</b>
          </button>
        );
      })}
    </div>
  );
}
