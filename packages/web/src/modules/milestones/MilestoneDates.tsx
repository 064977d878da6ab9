import { useIntl } from 'react-intl';
import { printDay, printSpan, readDay } from '../../ui/field/days.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  from: { id: 'milestones.from', defaultMessage: 'from {day}' },
  until: { id: 'milestones.until', defaultMessage: 'until {day}' },
  none: { id: 'milestones.noDates', defaultMessage: 'No dates' },
});

/** The dates of a milestone or an iteration. */
export function MilestoneDates({
  startDate,
  dueDate,
}: {
  startDate: string | null | undefined;
  dueDate: string | null | undefined;
}) {
  const intl = useIntl();
  const start = readDay(startDate);
  const due = readDay(dueDate);
  if (start !== null && due !== null) return printSpan(intl, start, due);
  if (start !== null) return intl.formatMessage(messages.from, { day: printDay(intl, start) });
  if (due !== null) return intl.formatMessage(messages.until, { day: printDay(intl, due) });
  return intl.formatMessage(messages.none);
}
