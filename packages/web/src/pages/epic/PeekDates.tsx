import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { useFieldSaving } from '../../modules/work-items/sidebar/EditableWidget.tsx';
import { sidebarMessages } from '../../modules/work-items/sidebar/messages.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { daysUntil, printDay, readDay } from '../../ui/field/days.ts';
import { hasLeft } from '../../ui/focus.ts';
import type { EpicView } from './api.ts';
import type { FactProps } from './fields.tsx';
import { peekEpicMessages as messages } from './peek-messages.ts';
import styles from './peek-fields.module.css';

/** Both dates beside each other, saved when a day is chosen. An emptied date is inherited again. */
export function PeekDates({ epic, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <Widget name={formatMessage(messages.dates)}>
      <span className={styles.dates}>
        <Side side="start" epic={epic} mayEdit={mayEdit} save={save} />
        <span>–</span>
        <Side side="due" epic={epic} mayEdit={mayEdit} save={save} />
        <DaysLeft epic={epic} />
      </span>
      <Inherited epic={epic} />
    </Widget>
  );
}

/** As a date field has it; empty for none. */
const dayText = (date: string | null | undefined): string => date?.slice(0, 10) ?? '';

const fieldsOf = {
  start: { date: 'startDate', fixed: 'startDateFixed', isFixed: 'startDateIsFixed' },
  due: { date: 'dueDate', fixed: 'dueDateFixed', isFixed: 'dueDateIsFixed' },
} as const;

function Side({ side, epic, mayEdit, save }: Omit<FactProps, 'fullPath'> & { side: 'start' | 'due' }) {
  const intl = useIntl();
  const name = intl.formatMessage(side === 'start' ? sidebarMessages.startDate : sidebarMessages.dueDate);
  const { run, failure, conflictDialog } = useFieldSaving(name, intl.formatMessage(sidebarMessages.saveFailed));
  // While it is edited, it shows what was seen then: a change of somebody else meanwhile is not overwritten silently.
  const [edited, setEdited] = useState<EpicView | null>(null);
  const { date, fixed, isFixed } = fieldsOf[side];
  const seen = edited ?? epic;
  const shown = dayText(seen[date]);
  if (!mayEdit) {
    const day = readDay(epic[date]);
    return <span>{day === null ? <FormattedMessage {...sidebarMessages.none} /> : printDay(intl, day)}</span>;
  }
  const change = (typed: string): void => {
    setEdited(null);
    if (typed === shown) return;
    const inherited = dayText(side === 'start' ? seen.startDateFromInheritedSource : seen.dueDateFromInheritedSource);
    const next = { [isFixed]: typed !== '', [fixed]: typed || null };
    run(() =>
      save(
        next,
        (view) => ({ ...view, ...next, [date]: typed || inherited || null }),
        { field: date, item: seen },
        { [isFixed]: seen[isFixed] ?? false, [fixed]: seen[fixed] },
      ),
    );
  };
  return (
    <span
      className={styles.date}
      onFocus={() => setEdited((now) => now ?? epic)}
      onBlur={(event) => hasLeft(event) && setEdited(null)}
    >
      <DateField
        label={name}
        isLabelHidden
        clearable={epic[isFixed] === true}
        value={shown}
        min={side === 'due' ? dayText(epic.startDate) || undefined : undefined}
        max={side === 'start' ? dayText(epic.dueDate) || undefined : undefined}
        onChange={change}
      />
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {conflictDialog}
    </span>
  );
}

/** The time until an open epic is due. */
function DaysLeft({ epic: { state, dueDate } }: { epic: EpicView }) {
  const due = readDay(dueDate);
  if (due === null || state === 'closed') return null;
  const days = daysUntil(due);
  return (
    <span data-overdue={days < 0 || undefined}>
      <FormattedMessage
        {...(days < 0 ? messages.overdue : days === 0 ? messages.dueToday : messages.daysLeft)}
        values={{ days: Math.abs(days) }}
      />
    </span>
  );
}

/** Which of the dates come from milestones and child epics. */
function Inherited({ epic }: { epic: EpicView }) {
  const { formatMessage, formatList } = useIntl();
  const sides = [
    { is: !epic.startDateIsFixed && epic.startDate !== null, name: sidebarMessages.startDate },
    { is: !epic.dueDateIsFixed && epic.dueDate !== null, name: sidebarMessages.dueDate },
  ].filter(({ is }) => is);
  if (sides.length === 0) return null;
  const names = formatList(sides.map(({ name }) => formatMessage(name)));
  return <small>{formatMessage(messages.inherited, { names })}</small>;
}
