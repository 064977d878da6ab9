import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import type { EpicSignal } from '@milepost/core/filters/signal-values';
import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { segmentsOf, type RoadmapSummary } from '@milepost/core/roadmap/summary';
import { hasFilter, withToggled } from '@milepost/core/roadmap/toggles';
import { signalChoices } from '../../../modules/lists/filters/signals.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { FilterToggles, type FilterToggle } from '../controls/FilterToggles.tsx';
import signs from '../controls/signs.module.css';
import { signalIcons } from '../signals/signal-icons.ts';
import { retryLabel } from '../../../ui/text/messages.ts';
import { summaryQuery } from './api.ts';
import { summaryMessages as messages } from './messages.ts';
import styles from './summary.module.css';

export interface SummaryStripProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
  timeframe: Timeframe;
  today: Day;
}

interface Entry {
  type: 'epicHealth' | 'signal';
  data: string;
  count: Exclude<keyof RoadmapSummary, 'closed'>;
  message?: MessageDescriptor;
  sign?: ReactNode;
  /** Whether it is shown without a count. */
  isAlwaysShown?: boolean;
}

const icon = (signal: EpicSignal) => <Icon of={signalIcons[signal]} size={14} />;
const health = (value: string) => <i className={signs.health} data-health={value} />;

const healths: readonly Entry[] = [
  { type: 'epicHealth', data: 'onTrack', count: 'onTrack', message: messages.onTrack, sign: health('on_track') },
  {
    type: 'epicHealth',
    data: 'needsAttention',
    count: 'needsAttention',
    message: messages.needsAttention,
    sign: health('needs_attention'),
  },
  { type: 'epicHealth', data: 'atRisk', count: 'atRisk', message: messages.atRisk, sign: health('at_risk') },
  { type: 'epicHealth', data: 'NONE', count: 'noUpdate', sign: health('none') },
];
const signals: readonly Entry[] = [
  { type: 'signal', data: 'OVERDUE', count: 'overdue', sign: <i className={signs.overdue} />, isAlwaysShown: true },
  { type: 'signal', data: 'UNDATED', count: 'undated', sign: icon('UNDATED'), isAlwaysShown: true },
  { type: 'signal', data: 'STARTS_EARLY', count: 'startsEarly', sign: icon('STARTS_EARLY') },
  { type: 'signal', data: 'OUTSIDE_PARENT', count: 'outsideParent', sign: icon('OUTSIDE_PARENT') },
  { type: 'signal', data: 'BEHIND', count: 'behind', sign: icon('BEHIND') },
  { type: 'signal', data: 'STALE', count: 'stale', sign: icon('STALE') },
];

/** The counts of what the roadmap shows, by health and signal; each filters the list. */
export function SummaryStrip({ fullPath, settings, change, timeframe, today }: SummaryStripProps) {
  const { formatMessage, formatNumber } = useIntl();
  const { data, isError, refetch } = useQuery(summaryQuery(fullPath, settings, timeframe, today));
  if (isError)
    return (
      <div className={styles.failed} role="status">
        {formatMessage(messages.failed)}
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          <FormattedMessage {...retryLabel} />
        </Button>
      </div>
    );
  // Without a matching epic there is nothing to sum up: the page drops the space as well.
  if (data && data.count + data.undated === 0) return <i hidden />;
  const toggleOf = ({ type, data: value, count, message, sign, isAlwaysShown }: Entry): FilterToggle[] => {
    const token = { type, value: { operator: 'is', data: value } } as const;
    const isOn = hasFilter(settings, token);
    if (type === 'signal' && !isAlwaysShown && !isOn && !data?.[count]) return [];
    const text = message ?? signalChoices[`${type}.${value}`];
    return [
      {
        id: `${type}.${value}`,
        name: text ? formatMessage(text) : value,
        count: data ? formatNumber(data[count]) : '–',
        sign,
        isOn,
        isUrgent: value === 'OVERDUE' && (data?.overdue ?? 0) > 0,
        onToggle: () => change((now) => withToggled(now, token)),
      },
    ];
  };
  const widths = segmentsOf(healths.map(({ count }) => data?.[count] ?? 0));
  return (
    <>
      <span className={styles.proportions} aria-hidden>
        {healths.map(({ data: value }, index) =>
          widths[index] ? <i key={value} data-health={value} style={{ width: widths[index] }} /> : null,
        )}
      </span>
      <FilterToggles
        label={formatMessage(messages.summary)}
        parts={[healths.flatMap(toggleOf), signals.flatMap(toggleOf)]}
        more={(count) => formatMessage(messages.more, { count })}
        room="scrolls"
      />
    </>
  );
}
