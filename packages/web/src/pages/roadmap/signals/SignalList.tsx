import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Icon } from '../../../ui/button/Icon.tsx';
import { signalsQuery } from './api.ts';
import { signalIcons } from './signal-icons.ts';
import type { SignalMarksProps } from './SignalMarks.tsx';
import { markedOf, signalText } from './signal-texts.ts';
import styles from './signals.module.css';

/** All signals of an epic with their numbers. */
export function SignalList({ question, epicId }: SignalMarksProps) {
  const intl = useIntl();
  const marked = markedOf(useQuery(signalsQuery(question, epicId)).data ?? []);
  if (marked.length === 0) return null;
  return (
    <ul className={styles.list}>
      {marked.map((signal) => (
        <li key={signal.name} data-signal={signal.name}>
          <Icon of={signalIcons[signal.name]} size={14} />
          {signalText(signal, intl)}
        </li>
      ))}
    </ul>
  );
}
