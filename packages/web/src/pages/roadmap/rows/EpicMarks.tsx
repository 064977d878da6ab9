import { memo } from 'react';
import type { IntlShape } from 'react-intl';
import { useIntl } from 'react-intl';
import { startsTooEarly } from '@milepost/core/roadmap/dependencies';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { chosenValue, epicSelectFields, selectLooks } from '../../../modules/work-items/select-fields/fields.ts';
import { useFeature } from '../../../platform/session/features.ts';
import { chartMessages } from '../messages/chart.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { messages } from '../messages/page.ts';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import type { Tone } from '../../../ui/text/Badge.tsx';
import { RowIcon, type RowIconName } from './RowIcon.tsx';
import styles from './rows.module.css';

/** The marks at the right of a row: confidential, blocked, blocking, and the number of child epics. */
export const EpicMarks = memo(function EpicMarks({ epic, hasFilters }: { epic: RoadmapEpic; hasFilters: boolean }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const children = useFeature('sub_epics') ? epic.openedChildren + epic.closedChildren : 0;
  return (
    <>
      {epic.isConfidential && <Sign icon="eyeOff" label={formatMessage(messages.confidential)} />}
      {epic.recordedSince !== null && (
        <Sign
          icon="history"
          label={formatMessage(chartMessages.recordedSince, { date: dayText(epic.recordedSince, dateLocale()) })}
        />
      )}
      {epicSelectFields.map((name) => {
        const value = chosenValue(epic.selects, name);
        if (value === undefined) return null;
        const { title, values } = selectLooks[name];
        const label = formatMessage(messages.fieldValue, {
          field: formatMessage(title),
          value: formatMessage(values[value].title),
        });
        return <Sign key={name} icon={name} tone={values[value].tone} label={label} />;
      })}
      {epic.blockedBy > 0 && <LinkMark kind="blockedBy" epicId={epic.id} label={blockedLabel(epic, intl)} />}
      {epic.blocks > 0 && (
        <LinkMark kind="blocks" epicId={epic.id} label={formatMessage(messages.blocks, { count: epic.blocks })} />
      )}
      {children > 0 && <ChildCount epic={epic} hasFilters={hasFilters} count={children} />}
    </>
  );
});

/** The number of blockers, and which of them end after it starts: the reason for its red lines. */
function blockedLabel(epic: RoadmapEpic, { formatMessage, formatList }: IntlShape): string {
  const count = epic.blockedBy;
  const late = epic.links.filter(
    (link) => link.type === 'is_blocked_by' && startsTooEarly(link.span, epic.span, link.lagDays),
  );
  if (late.length === 0 || epic.isClosed) return formatMessage(messages.blockedBy, { count });
  const blockers = formatList(late.map(({ title }) => `“${title}”`));
  return formatMessage(chartMessages.blockedTooEarly, { count, blockers });
}

function Sign({ icon, label, tone }: { icon: RowIconName; label: string; tone?: Tone }) {
  return (
    <span className={styles.mark} role="img" aria-label={label} data-tooltip={label} data-tone={tone}>
      <RowIcon name={icon} size={14} />
    </span>
  );
}

/** Hovering over it lists the linked items. */
function LinkMark({ kind, epicId, label }: { kind: 'blockedBy' | 'blocks'; epicId: string; label: string }) {
  return (
    <button
      type="button"
      className={styles.mark}
      tabIndex={-1}
      aria-label={label}
      data-tone={kind === 'blockedBy' ? 'danger' : undefined}
      data-card={`${kind}:${epicId}`}
    >
      <RowIcon name={kind === 'blockedBy' ? 'blocked' : 'blocks'} />
    </button>
  );
}

function ChildCount({ epic, hasFilters, count }: { epic: RoadmapEpic; hasFilters: boolean; count: number }) {
  const { formatMessage } = useIntl();
  const numbers = formatMessage(messages.childEpics, { opened: epic.openedChildren, closed: epic.closedChildren });
  const label = hasFilters ? `${numbers}. ${formatMessage(messages.childEpicsHidden)}` : numbers;
  return (
    <span className={styles.mark} data-kind="count" role="img" aria-label={label} data-tooltip={label}>
      <RowIcon name="epic" size={14} />
      {count}
    </span>
  );
}
