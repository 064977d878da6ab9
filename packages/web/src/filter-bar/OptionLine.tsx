import { Check, Search } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../ui/button/Icon.tsx';
import { ChoiceIcon } from './ChoiceIcon.tsx';
import type { Choice, KindParts } from './kinds.ts';
import { messages, operatorSigns } from './messages.ts';
import { type Option, splitAt } from './options.ts';
import styles from './suggestions.module.css';

export interface OptionLineProps {
  id: string;
  option: Option;
  typed: string;
  /** Undefined until they are loaded. */
  parts: KindParts | undefined;
  isActive: boolean;
  onPick: () => void;
  onPoint: () => void;
}

/** One option of the list. The field has the focus and handles keys; this handles clicks only. */
export function OptionLine({ id, option, typed, parts, isActive, onPick, onPoint }: OptionLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
    <div
      id={id}
      role="option"
      aria-selected={option.kind === 'value' && option.isChosen ? true : isActive}
      data-active={isActive || undefined}
      className={styles.option}
      onClick={onPick}
      onPointerMove={isActive ? undefined : onPoint}
    >
      <OptionInside option={option} typed={typed} parts={parts} />
    </div>
  );
}

function OptionInside({ option, typed, parts }: Pick<OptionLineProps, 'option' | 'typed' | 'parts'>) {
  const { formatMessage } = useIntl();
  switch (option.kind) {
    case 'search':
      return (
        <>
          <Icon of={Search} />
          <span className={styles.cut}>{formatMessage(messages.searchFor, { text: option.text })}</span>
        </>
      );
    case 'kind': {
      const icon = parts?.[option.of.part ?? option.of.type]?.icon;
      return (
        <>
          {icon && <Icon of={icon} />}
          <Marked text={option.of.title} typed={typed} />
          {option.of.symbol !== '' && <span className={styles.end}>{option.of.symbol}</span>}
        </>
      );
    }
    case 'operator':
      return (
        <>
          <span className={styles.cut}>{option.title}</span>
          <span className={styles.end} aria-hidden>
            {operatorSigns[option.operator]}
          </span>
        </>
      );
    case 'value':
      return <ValueInside choice={option.choice} isChosen={option.isChosen} typed={typed} />;
    case 'offer':
      return <span className={styles.cut}>{option.title}</span>;
    default:
      return option satisfies never;
  }
}

function ValueInside({ choice, isChosen, typed }: { choice: Choice; isChosen: boolean; typed: string }) {
  return (
    <>
      {choice.icon && <ChoiceIcon icon={choice.icon} size={32} />}
      <span className={styles.words}>
        <Marked text={choice.title} typed={typed} />
        {choice.detail !== undefined && (
          <span className={styles.detail}>
            {typeof choice.detail === 'string' ? <Marked text={choice.detail} typed={typed} /> : choice.detail}
          </span>
        )}
      </span>
      {isChosen && (
        <span className={styles.end}>
          <Icon of={Check} />
        </span>
      )}
    </>
  );
}

/** A text with its match in the accent color. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const [before, match, after] = splitAt(text, typed);
  return (
    <span className={styles.cut}>
      {before}
      {match !== '' && <mark>{match}</mark>}
      {after}
    </span>
  );
}
