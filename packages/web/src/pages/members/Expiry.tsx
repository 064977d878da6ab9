import { localDayOf } from '@milepost/core/days';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Badge } from '../../ui/text/Badge.tsx';
import { membersMessages as messages } from './messages.ts';
import styles from './members.module.css';

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
  const printed = expires === null ? formatMessage(messages.never) : printDay(intl, expires);
  const expiry = isSoon ? formatMessage(messages.inDays, { count: left }) : printed;
  const shown = isSoon ? <Badge tone="warning">{expiry}</Badge> : expires === null ? <None text={expiry} /> : expiry;
  if (!onChange) return <span>{shown}</span>;
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

/** A dash below the head of the column. Rows of narrow windows have no heads. */
function None({ text }: { text: string }) {
  return (
    <>
      <span className={styles.onNarrow}>{text}</span>
      <span className={styles.onWide}>–</span>
    </>
  );
}
