import { dateLocale } from '../../../ui/text/date-locale.ts';
import { CalendarRange, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { partsOf } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { ButtonLink } from '../../../platform/navigation/Link.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { focusContentOnRemoval } from '../../../ui/focus.ts';
import { messages } from '../messages/page.ts';
import { emptyMessages } from './empty-messages.ts';
import { Scene } from './Scene.tsx';
import styles from './status.module.css';
import type { NearestRange } from './use-moved-range.ts';

export interface EmptyRoadmapProps {
  fullPath: string;
  timeframe: Timeframe;
  hasFilters: boolean;
  /** The roadmap shows one epic's children. */
  isScoped: boolean;
  canCreateEpic: boolean;
  /** All matching epics lack dates. */
  isUndated: boolean;
  /** Epics that match but are outside the dates. */
  outside: number;
  /** The nearest range that contains some of them. */
  nearest: NearestRange | null;
  onRange: (range: NearestRange) => void;
  /** Opens the tray of undated epics. */
  children?: ReactNode;
}

/** Replaces a roadmap without epics and suggests ways to find some. */
export function EmptyRoadmap(props: EmptyRoadmapProps) {
  const { fullPath, hasFilters, isScoped, outside, nearest } = props;
  const { formatMessage } = useIntl();
  const dates = useDates(props.timeframe);
  if (props.isUndated)
    return (
      <section ref={focusContentOnRemoval} className={styles.empty}>
        <Scene />
        <h2>{formatMessage(emptyMessages.noDatedEpics)}</h2>
        <div className={styles.emptyActions}>{props.children}</div>
      </section>
    );
  return (
    <section ref={focusContentOnRemoval} className={styles.empty}>
      <Scene />
      <h2>{formatMessage(hasFilters ? emptyMessages.noEpicsMatched : emptyMessages.noEpics)}</h2>
      <p>
        {formatMessage(reason(isScoped, hasFilters), dates)}
        {outside > 0 &&
          ` ${formatMessage(hasFilters ? emptyMessages.matchesOutside : emptyMessages.epicsOutside, { count: outside })}`}
      </p>
      <div className={styles.emptyActions}>
        <ButtonLink to={{ page: 'epics', fullPath }}>{formatMessage(emptyMessages.viewEpicsList)}</ButtonLink>
        {nearest && (
          <Button icon={CalendarRange} onClick={() => props.onRange(nearest)}>
            {formatMessage(emptyMessages.showRange, { range: nearest.range ?? 'ALL' })}
          </Button>
        )}
        {props.children}
        {props.canCreateEpic && !hasFilters && (
          <ButtonLink kind="primary" icon={Plus} to={{ page: 'newEpic', fullPath }}>
            {formatMessage(messages.newEpic)}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function reason(isScoped: boolean, hasFilters: boolean) {
  if (isScoped) return emptyMessages.noChildrenWhy;
  return hasFilters ? emptyMessages.noEpicsMatchedWhy : emptyMessages.noEpicsWhy;
}

function useDates({ from, to }: Timeframe): { from: string; to: string } {
  const locale = dateLocale();
  const isOneYear = partsOf(from).year === partsOf(to).year;
  return { from: dayText(from, locale, !isOneYear), to: dayText(to, locale) };
}
