import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapFilters } from '@milepost/core/roadmap/filters';
import { hasFilters, readFilters } from '@milepost/core/roadmap/filters';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { FilterToken } from './filter-tokens.ts';
import { tokensOf } from './filter-tokens.ts';
import { messages } from './messages.ts';
import styles from './toolbar.module.css';

export interface FilterBarProps {
  filters: RoadmapFilters;
  onChange: (change: (now: RoadmapFilters) => RoadmapFilters) => void;
}

/** What is typed is searched for once the typing rests this long. */
const typingRest = 300;

/** The conditions in force, each with a cross, and a field for a text to search for. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { formatMessage } = useIntl();
  const [text, setText] = useTypedText(filters.search, (search) => onChange((now) => ({ ...now, search })));
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.bar} role="search" aria-label={formatMessage(messages.filterEpics)}>
      <Icon of={Search} />
      <ul className={styles.tokens} hidden={tokensOf(filters).length === 0}>
        {tokensOf(filters).map((token) => (
          <Token
            key={`${token.kind} ${token.operator} ${token.value}`}
            token={token}
            onRemove={() => onChange(token.without)}
          />
        ))}
      </ul>
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={formatMessage(messages.searchEpics)}
        placeholder={formatMessage(messages.searchEpics)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange((now) => ({ ...now, search: text.trim() }));
        }}
      />
      {(hasFilters(filters) || text !== '') && (
        <IconButton
          size="small"
          icon={X}
          label={formatMessage(messages.clearFilters)}
          onClick={() => {
            setText('');
            onChange(() => readFilters(''));
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** A text that is passed on when typing rests, and that follows when it is changed elsewhere. */
function useTypedText(value: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const passed = useRef(value);
  useEffect(() => {
    if (value === passed.current) return;
    passed.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      passed.current = next.trim();
      onRest(next.trim());
    }, typingRest);
  };
  return [text, type];
}

const kindWords = {
  label: messages.kindLabel,
  author: messages.kindAuthor,
  milestone: messages.kindMilestone,
  reaction: messages.kindReaction,
  confidential: messages.kindConfidential,
  epic: messages.kindEpic,
  group: messages.kindGroup,
};
const operatorWords = { is: messages.operatorIs, isNot: messages.operatorIsNot, or: messages.operatorOr };
const signs = { label: '~', author: '@', milestone: '%', reaction: '', confidential: '', epic: '&', group: '' };

function Token({ token, onRemove }: { token: FilterToken; onRemove: () => void }) {
  const { formatMessage } = useIntl();
  const kind = formatMessage(kindWords[token.kind]);
  const operator = formatMessage(operatorWords[token.operator]);
  const value =
    token.kind === 'confidential'
      ? formatMessage(token.value === 'true' ? messages.yes : messages.no)
      : `${signs[token.kind]}${token.value}`;
  return (
    <li className={styles.token}>
      <span>{kind}</span>
      <span data-operator={token.operator}>{operator}</span>
      <b>{value}</b>
      <button
        type="button"
        aria-label={formatMessage(messages.removeFilter, { filter: `${kind} ${operator} ${value}` })}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </li>
  );
}
