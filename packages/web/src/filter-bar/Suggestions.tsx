import type { Draft } from '@milepost/core/filter-bar/draft';
import type { Operator } from '@milepost/core/filter-bar/tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Alert } from '../ui/feedback/Alert.tsx';
import type { NoMatch } from '../ui/list/no-match.ts';
import { Popover } from '../ui/overlay/Popover.tsx';
import { Spinner } from '../ui/progress/Spinner.tsx';
import { text as textLook } from '../ui/text/text.tsx';
import type { FilterKind, KindParts } from './kinds.ts';
import { messages, operatorMessages } from './messages.ts';
import { OptionLine } from './OptionLine.tsx';
import type { Option } from './options.ts';
import { firstMarked, isCalled, kindOptions, operatorOptions, typedOf, valueOptions } from './options.ts';
import { useChoices } from './use-choices.ts';
import { useParts } from './use-parts.ts';
import styles from './suggestions.module.css';

export interface SuggestionsHandle {
  /** Handles a key press in the field; returns whether the list consumed it. */
  press: (key: string) => boolean;
}

export interface SuggestionsProps {
  ref: Ref<SuggestionsHandle>;
  id: string;
  anchor: Element | null;
  kinds: readonly FilterKind[];
  loadParts: () => Promise<KindParts>;
  draft: Draft | null;
  gathered: readonly string[];
  text: string;
  onClose: () => void;
  onActive: (id: string | undefined) => void;
  /** Receives the text to announce: the number of suggestions. */
  onStatus: (status: string) => void;
  onKind: (kind: FilterKind) => void;
  onOperator: (operator: Operator) => void;
  onValue: (data: string) => void;
  onSubmit: () => void;
}

/** The list under the field. The focus stays in the field; the arrow keys move through the list from there. */
export function Suggestions(props: SuggestionsProps) {
  const { ref, id, anchor, kinds, draft, text, onClose, onActive, onStatus } = props;
  const intl = useIntl();
  const { formatMessage } = intl;
  const client = useQueryClient();
  const parts = useParts(props.loadParts);
  const kind = draft ? kinds.find(({ type }) => type === draft.type) : undefined;
  const isChoosingValue = kind !== undefined && draft !== null && draft.operator !== null;
  const source = isChoosingValue ? parts?.[kind.type]?.source : undefined;
  const typed = typedOf(text, isChoosingValue ? kind : undefined);
  const choices = useChoices(source, typed);
  const isLoading = choices.isLoading || (isChoosingValue && parts === undefined);
  const matching = optionsNow();
  const failure = source && choices.failedFor !== null ? source.failure(choices.failedFor) : null;
  const isNothing = matching.length === 0 && !isLoading && failure === null;
  const question = isNothing && typed !== '' ? source?.noMatch?.(intl) : undefined;
  const noMatch = useQuery<NoMatch>(question ?? { queryKey: ['filterBar', 'none'], queryFn: skipToken }).data;
  const offer = noMatch?.offer;
  const options: Option[] =
    question && offer
      ? [{ kind: 'offer', key: 'offer', title: offer.title(typed), perform: () => offer.perform(typed) }]
      : matching;

  function optionsNow(): Option[] {
    if (draft === null || draft.type === textType || !kind) return kindOptions(text, draft, kinds);
    if (!isChoosingValue) return operatorOptions(text, kind, intl);
    return valueOptions({
      kind,
      draft,
      gathered: props.gathered,
      typed,
      preloaded: source?.preloaded ?? [],
      ...choices,
    });
  }

  const position = JSON.stringify([draft?.type, draft?.operator, text]);
  const [marked, setMarked] = useState({ position, key: '' });
  const at = options.findIndex(({ key }) => marked.position === position && key === marked.key);
  // Enter takes the typed value; an offer must be chosen.
  const active = at === -1 ? firstMarked(matching, draft, typed, kind) : at;
  const activeId = active === -1 ? undefined : `${id}-${active}`;

  const pick = (option: Option): void => {
    switch (option.kind) {
      case 'search':
        return props.onSubmit();
      case 'kind':
        return props.onKind(option.of);
      case 'operator':
        return props.onOperator(option.operator);
      case 'value':
        // The token can be rendered immediately.
        if (source) client.setQueryData([...source.find(option.choice.value).queryKey], option.choice);
        return props.onValue(option.choice.value);
      case 'offer':
        onClose();
        return option.perform();
      default:
        return option satisfies never;
    }
  };
  const move = (to: number): boolean => {
    const key = options[to]?.key;
    if (key !== undefined) setMarked({ position, key });
    return true;
  };
  /** The text for which Enter was pressed before its response arrived. */
  const entered = useRef<string | null>(null);
  const takeEntered = useEffectEvent((): void => {
    const isMeant = entered.current === position;
    entered.current = null;
    const option = options[active];
    if (isMeant && option) pick(option);
  });
  useEffect(() => {
    if (!isLoading && entered.current !== null) takeEntered();
  }, [isLoading]);
  /** Whether the response may change the first option: exact matches come first. */
  const mayBeReplaced = (option: Option | undefined): boolean =>
    choices.isStale && isLoading && at === -1 && option?.kind === 'value' && !isCalled(option.choice, typed);
  useImperativeHandle(ref, () => ({
    press(key) {
      if (key === 'ArrowDown') return move((active + 1) % options.length);
      if (key === 'ArrowUp') return move(active <= 0 ? options.length - 1 : active - 1);
      const option = options[active];
      if (key !== 'Enter') return false;
      if (mayBeReplaced(option)) entered.current = position;
      else if (option) pick(option);
      // An answer is pending and worth waiting for.
      return option !== undefined || isLoading;
    },
  }));
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);

  const nothing = (question && noMatch?.text) || formatMessage(messages.noSuggestions);
  const status = failure
    ? ''
    : isLoading
      ? formatMessage(messages.loading)
      : options.length === 0
        ? nothing
        : formatMessage(messages.count, { count: options.length });
  const title = kind
    ? [kind.title, isChoosingValue && formatMessage(operatorMessages[draft.operator ?? 'is'])].filter(Boolean).join(' ')
    : formatMessage(messages.filterBy);
  useEffect(() => {
    // The draft is shown beside the field, where a screen reader does not look; announce it.
    onStatus(status !== '' && kind ? `${title}: ${status}` : status);
    return () => onStatus('');
  }, [status, title, kind, onStatus]);

  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      placement={{ gap: 8 }}
      className={styles.surface}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {failure && <Alert tone="danger">{formatMessage(failure)}</Alert>}
      <p className={styles.title} aria-hidden>
        {title}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={title}
        aria-multiselectable={draft?.operator === 'or' || undefined}
        className={styles.list}
      >
        {options.map((option, index) => (
          <OptionLine
            key={option.key}
            id={`${id}-${index}`}
            option={option}
            typed={typed}
            parts={parts}
            isActive={index === active}
            onPick={() => pick(option)}
            onPoint={() => move(index)}
          />
        ))}
      </div>
      {isLoading && (
        <p className={styles.loading} aria-hidden>
          <Spinner />
          {formatMessage(messages.loading)}
        </p>
      )}
      {isNothing && options.length === 0 && <p className={styles.nothing}>{nothing}</p>}
      {matching.length === 0 && !isLoading && source && typed !== '' && (
        <p className={styles.nothing}>
          {formatMessage(messages.takesTyped, { text: `${kind?.symbol ?? ''}${typed}` })}
        </p>
      )}
      <p className={styles.keys} aria-hidden>
        <span>
          <kbd className={textLook.key}>↑</kbd> <kbd className={textLook.key}>↓</kbd>{' '}
          {formatMessage(messages.keyChoose)}
        </span>
        <span>
          <kbd className={textLook.key}>↵</kbd> {formatMessage(messages.keyAdd)}
        </span>
        <span>
          <kbd className={textLook.key}>esc</kbd> {formatMessage(messages.keyClose)}
        </span>
      </p>
    </Popover>
  );
}
