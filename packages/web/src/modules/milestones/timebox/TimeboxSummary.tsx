import { percentageOf } from '@milepost/core/roadmap/progress';
import { FormattedMessage, useIntl } from 'react-intl';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { text } from '../../../ui/text/text.tsx';
import { timeboxMessages as messages } from './messages.ts';
import type { TimeboxReport } from './report.ts';
import styles from './timebox.module.css';

/** How much of a milestone or iteration is closed, and whether something is left out. */
export function TimeboxSummary({ report }: { report: TimeboxReport | null }) {
  const { formatMessage } = useIntl();
  const stats = report?.stats;
  const [total, closed] = [stats?.total?.count ?? 0, stats?.complete?.count ?? 0];
  const [weight, closedWeight] = [stats?.total?.weight ?? 0, stats?.complete?.weight ?? 0];
  const share = percentageOf(closed, total - closed);
  const summary = formatMessage(messages.summary, { closed, total });
  return (
    <>
      {total > 0 && (
        <div className={styles.summary}>
          <ProgressBar share={share} label={summary} />
          <p className={text.quiet}>
            {summary} · {formatMessage(messages.percentage, { share })}
            {weight > 0 && ` · ${formatMessage(messages.summaryWeight, { closed: closedWeight, total: weight })}`}
          </p>
        </div>
      )}
      {report?.isPartial && (
        <div className={styles.notice}>
          <Alert tone="info">
            <FormattedMessage {...messages.partial} />
          </Alert>
        </div>
      )}
    </>
  );
}
