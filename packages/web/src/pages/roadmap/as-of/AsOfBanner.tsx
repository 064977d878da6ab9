import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useIntl } from 'react-intl';
import { formatDay, parseDay } from '@milepost/core/days';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import { DateField } from '../../../ui/field/DateField.tsx';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { isBehindLink } from '../data/request.ts';
import { firstRecordQuery, yesterday } from './api.ts';
import { asOfMessages as messages } from './messages.ts';
import styles from './as-of.module.css';

export interface AsOfBannerProps {
  fullPath: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** Null: back to today. */
  onChange: (day: string | null) => void;
}

/** Says which past day is shown, lets the viewer choose another one, and leads back to the present. */
export function AsOfBanner({ fullPath, day, onChange }: AsOfBannerProps) {
  const { formatMessage } = useIntl();
  const isFixed = isBehindLink();
  const { data: first } = useQuery({ ...firstRecordQuery(fullPath), enabled: !isFixed });
  const date = parseDay(day);
  if (date === null) return null;
  return (
    <div className={styles.banner} role="status" data-testid="as-of-banner">
      <Icon of={History} />
      <strong>{formatMessage(messages.asOf, { date: dayText(date, dateLocale()) })}</strong>
      {/* A public link keeps its day. */}
      {!isFixed && (
        <>
          <div className={styles.day}>
            <DateField
              label={formatMessage(messages.day)}
              value={day}
              onChange={(next) => next !== '' && onChange(next)}
              min={first ? formatDay(first) : undefined}
              max={formatDay(yesterday())}
              yearRange={100}
            />
          </div>
          <Button
            size="small"
            onClick={() => {
              onChange(null);
              // The button goes with the banner.
              document.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
            }}
          >
            {formatMessage(messages.back)}
          </Button>
        </>
      )}
    </div>
  );
}
