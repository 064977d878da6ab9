import { useState } from 'react';
import { useIntl } from 'react-intl';
import { formatDay } from '@milepost/core/days';
import { parseCustomRange } from '@milepost/core/roadmap/custom-range';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { DateField } from '../../../ui/field/DateField.tsx';
import { chartMessages as messages } from '../messages/chart.ts';
import styles from './drawer.module.css';

/** The two days of a custom range. Applied as soon as both are valid and in order. */
export function CustomRange({ range, onChange }: { range: Timeframe; onChange: (range: Timeframe) => void }) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState(() => printed(range));
  const [seen, setSeen] = useState(range);
  if (!areSame(seen, range)) {
    setSeen(range);
    // Unless it was typed here, it was changed by zooming or by the view history.
    if (!areSame(parseCustomRange(draft.from, draft.to), range)) setDraft(printed(range));
  }
  const isComplete = draft.from !== '' && draft.to !== '';
  const isWrong = isComplete && parseCustomRange(draft.from, draft.to) === null;
  const put = (part: Partial<typeof draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    const days = parseCustomRange(next.from, next.to);
    if (days && !areSame(days, range)) onChange(days);
  };
  return (
    <div className={styles.days}>
      <DateField
        label={formatMessage(messages.rangeFrom)}
        rangeStart={draft.from}
        rangeEnd={draft.to}
        value={draft.from}
        onChange={(from) => put({ from })}
      />
      <DateField
        label={formatMessage(messages.rangeTo)}
        rangeStart={draft.from}
        rangeEnd={draft.to}
        value={draft.to}
        error={isWrong ? formatMessage(messages.rangeOrder) : undefined}
        onChange={(to) => put({ to })}
      />
    </div>
  );
}

function printed({ from, to }: Timeframe): { from: string; to: string } {
  return { from: formatDay(from), to: formatDay(to) };
}

function areSame(one: Timeframe | null, other: Timeframe): boolean {
  return one !== null && one.from === other.from && one.to === other.to;
}
