import { MAX_ANALYTICS_DAYS } from '@milepost/core/dates/analytics';
import { formatDay, parseDay } from '@milepost/core/days';
import { Calendar } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { addressOfDates, addressOfLength, type ChosenRange, rangeLengths } from '../../modules/analytics/address.ts';
import type { SearchChange } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';
import { analyticsMessages as messages } from './messages.ts';
import styles from './analytics.module.css';

export interface RangeProps {
  range: ChosenRange;
  onChange(change: SearchChange): void;
}

export function RangeMenu({ range, onChange }: RangeProps) {
  const { formatMessage } = useIntl();
  const nameOf = (count: number | null): string =>
    count === null ? formatMessage(messages.ownDates) : formatMessage(messages.lastDays, { count });
  return (
    <Menu
      label={formatMessage(messages.range)}
      trigger={(trigger) => (
        <Button {...trigger} icon={Calendar} aria-label={`${formatMessage(messages.range)}: ${nameOf(range.length)}`}>
          {nameOf(range.length)}
        </Button>
      )}
    >
      {rangeLengths.map((length) => (
        <MenuChoice key={length} checked={length === range.length} onSelect={() => onChange(addressOfLength(length))}>
          {nameOf(length)}
        </MenuChoice>
      ))}
      <MenuChoice checked={range.length === null} onSelect={() => onChange(addressOfDates(range))}>
        {nameOf(null)}
      </MenuChoice>
    </Menu>
  );
}

/** The two days of a range of one's own. */
export function RangeDates({ range, onChange }: RangeProps) {
  const change = (name: 'from' | 'to') => (text: string) => {
    const day = parseDay(text);
    if (day !== null) onChange(addressOfDates({ ...range, [name]: day }));
  };
  return (
    <div className={styles.dates}>
      <DateField
        label={<FormattedMessage {...messages.from} />}
        value={formatDay(range.from)}
        onChange={change('from')}
        error={range.error && <FormattedMessage {...messages[range.error]} values={{ count: MAX_ANALYTICS_DAYS }} />}
      />
      <DateField label={<FormattedMessage {...messages.to} />} value={formatDay(range.to)} onChange={change('to')} />
    </div>
  );
}
