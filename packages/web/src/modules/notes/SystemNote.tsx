import {
  Calendar,
  CircleCheck,
  CircleDot,
  EyeOff,
  Flag,
  HeartPulse,
  Layers2,
  Link,
  Lock,
  type LucideIcon,
  PencilLine,
  Repeat,
  Tag,
  UserCheck,
  Weight,
} from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { PersonLink } from '../users/PersonLink.tsx';
import { Prose } from '../work-items/Prose.tsx';
import { anchorOf, type Note } from './api.ts';
import styles from './Activity.module.css';
import { Via, When } from './Comment.tsx';
import { noteMessages as messages } from './messages.ts';
import { useNoteAnchor } from './use-addressed-note.ts';

/** By the names of the API, for the most frequent changes; others are drawn as a pencil. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'issue-close': CircleCheck,
  issues: CircleDot,
  'eye-slash': EyeOff,
  lock: Lock,
  'lock-open': Lock,
  calendar: Calendar,
  weight: Weight,
  'status-health': HeartPulse,
  user: UserCheck,
  label: Tag,
  milestone: Flag,
  iteration: Repeat,
  link: Link,
  epic: Layers2,
};

/** A system note, with an icon for the kind of change. */
export function SystemNote({ note }: { note: Note }) {
  const anchor = useNoteAnchor(note);
  const { formatMessage } = useIntl();
  return (
    <div className={styles.system} {...anchor}>
      <Icon of={icons[note.systemNoteIconName ?? ''] ?? PencilLine} />
      <span className={styles.systemText}>
        {note.author ? <PersonLink person={note.author} /> : <b>{formatMessage(messages.somebody)}</b>}{' '}
        <Prose html={note.bodyHtml ?? ''} /> <When time={note.createdAt} anchor={anchorOf(note)} />
        {note.via && (
          <>
            {' '}
            <Via program={note.via} />
          </>
        )}
      </span>
    </div>
  );
}
