import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Comparison } from './compare/Comparison.tsx';
import { isBehindLink } from './data/request.ts';
import { messages } from './messages/page.ts';
import type { ChangeSettings } from './settings/use-settings.ts';
import type { NearestRange } from './status/use-moved-range.ts';
import styles from './view/roadmap.module.css';

const MovedNotice = lazy(() => import('./status/MovedNotice.tsx').then((module) => ({ default: module.MovedNotice })));
const AsOfBanner = lazy(() => import('./as-of/AsOfBanner.tsx').then((module) => ({ default: module.AsOfBanner })));

export interface AlertsProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
  /** Whether the strip is shown: it has the comparison at its right where there is room. */
  hasSummary: boolean;
  /** Where the page moved to by itself. */
  moved: NearestRange | null;
  onBackToQuarter: () => void;
  /** Set if the milestones could not be loaded. */
  onRetryMilestones: (() => void) | undefined;
}

/** What the page says above the chart: a past day, another range, a comparison, and milestones that are missing. */
export function Alerts(props: AlertsProps) {
  const { fullPath, settings, change, hasSummary, moved, onBackToQuarter, onRetryMilestones } = props;
  const { formatMessage } = useIntl();
  const { asOf, compare } = settings;
  return (
    <div className={styles.alerts}>
      {asOf !== null && (
        <Suspense fallback={<div className={styles.asOf} />}>
          <AsOfBanner fullPath={fullPath} day={asOf} onChange={(day) => change((now) => ({ ...now, asOf: day }))} />
        </Suspense>
      )}
      {moved && (
        <Suspense fallback={null}>
          <MovedNotice moved={moved} onBack={onBackToQuarter} />
        </Suspense>
      )}
      {compare && !isBehindLink() && (
        <Comparison {...{ fullPath, settings, change }} place={hasSummary ? 'alertOfNarrow' : 'alert'} />
      )}
      {onRetryMilestones && (
        <ErrorState onRetry={onRetryMilestones}>{formatMessage(messages.milestonesFailed)}</ErrorState>
      )}
    </div>
  );
}
