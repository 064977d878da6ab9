import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { MAX_SIGNAL_MARKS } from '@milepost/core/roadmap/signals';
import { Icon } from '../../../ui/button/Icon.tsx';
import { type SignalQuestion, signalsQuery } from './api.ts';
import { signalIcons } from './signal-icons.ts';
import { markedOf, signalText } from './signal-texts.ts';
import styles from './signals.module.css';

export interface SignalMarksProps {
  question: SignalQuestion;
  epicId: string;
}

/** The first signals of an epic, in the order of their urgency; the tooltip names all of them. */
export function SignalMarks({ question, epicId }: SignalMarksProps) {
  const intl = useIntl();
  const marked = markedOf(useQuery(signalsQuery(question, epicId)).data ?? []);
  if (marked.length === 0) return null;
  const text = marked.map((signal) => signalText(signal, intl)).join(' · ');
  return (
    <span className={styles.marks} role="img" aria-label={text} data-tooltip={text}>
      {marked.slice(0, MAX_SIGNAL_MARKS).map(({ name }) => (
        <i key={name} data-signal={name}>
          <Icon of={signalIcons[name]} size={14} />
        </i>
      ))}
    </span>
  );
}
