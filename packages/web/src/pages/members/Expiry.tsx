import { localDayOf } from '@milepost/core/days';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Badge } from '../../ui/text/Badge.tsx';
import { membersMessages as messages } from './messages.ts';

/** From so many days before its end an expiry is marked. */
const SOON_DAYS = 7;

interface ExpiryProps {
  name: string;
  day: string | null;
  /** Null: it cannot be changed here. */
  onChange: (() => void) | null;
}

/** When a role ends; a button where it can be changed. */
export function Expiry({ name, day, onChange }: ExpiryProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [today] = useState(() => localDayOf(new Date()));
  const expires = readDay(day);
  const left = expires === null ? null : expires - today;
  const isSoon = left !== null && left <= SOON_DAYS;
  const printed = expires === null ? '–' : printDay(intl, expires);
  const text = isSoon ? formatMessage(messages.inDays, { count: left }) : printed;
  const shown = isSoon ? <Badge tone="warning">{text}</Badge> : text;
  if (!onChange) return <span>{shown}</span>;
  const expiry = expires === null ? formatMessage(messages.never) : text;
  return (
    <Button
      size="small"
      kind="quiet"
      aria-label={formatMessage(messages.expiryButton, { name, expiry })}
      onClick={onChange}
    >
      {shown}
    </Button>
  );
}
