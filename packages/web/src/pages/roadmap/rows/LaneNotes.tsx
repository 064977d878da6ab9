import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { SignalQuestion } from '../signals/api.ts';
import { laneNoteMessages as messages, laneNotesQuery } from './lane-notes.ts';
import styles from '../lanes/lanes.module.css';

export interface LaneNotesProps {
  question: SignalQuestion;
  epicId: string;
  /** The key of its lane. */
  lane: string;
}

/** Says of an epic in a lane that its milestone is that of its issues, and which other assignees or options it has. */
export function LaneNotes({ question, epicId, lane }: LaneNotesProps) {
  const { formatMessage, formatList } = useIntl();
  const notes = useQuery(laneNotesQuery(question, lane, epicId)).data ?? [];
  return notes.map(({ by, isFromIssues, others }) => {
    const names = formatMessage(messages.others, { names: formatList(others) });
    return isFromIssues ? (
      <span key={by} className={styles.note} data-tooltip-cut>
        {formatMessage(messages.fromIssues)}
      </span>
    ) : (
      <span key={by} className={styles.note} role="img" aria-label={names} data-tooltip={names}>
        {formatMessage(messages.moreValues, { count: others.length })}
      </span>
    );
  });
}
