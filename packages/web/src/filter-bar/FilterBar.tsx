import { gatheredValues, groupsOutsideDraft } from '@milepost/core/filter-bar/draft';
import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Icon } from '../ui/button/Icon.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { hasLeft } from '../ui/focus.ts';
import { text as textLook } from '../ui/text/text.tsx';
import type { FilterKind, KindParts } from './kinds.ts';
import { messages } from './messages.ts';
import { RecentMenu } from './RecentMenu.tsx';
import { useRecentSearches } from './recent-store.ts';
import type { SuggestionsHandle } from './Suggestions.tsx';
import { Tokens, TokenStart, TokenValues } from './Tokens.tsx';
import { type ChangeTokens, useFilterBar } from './use-filter-bar.ts';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  /** The label of the bar: "Filter epics". */
  label: string;
  /** The label of its field: "Search epics". */
  placeholder: string;
  /** The filter kinds, in list order. */
  kinds: readonly FilterKind[];
  /** The applied conditions. */
  tokens: readonly FilterToken[];
  onChange: ChangeTokens;
  /** The storage key of recent searches, see recentSearchesKey. */
  recentKey: string;
  /** Loads the icons and values of the kinds; always returns the same promise. */
  loadParts: () => Promise<KindParts>;
}

const loadSuggestions = () => import('./Suggestions.tsx');
const Suggestions = lazy(() => loadSuggestions().then((module) => ({ default: module.Suggestions })));

/**
 * The active conditions as tokens, and one field that adds to them: it suggests kinds, operators and values while typing, or
 * takes a search text.
 */
export function FilterBar({
  label,
  placeholder,
  kinds,
  tokens: given,
  onChange,
  recentKey,
  loadParts,
}: FilterBarProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const recent = useRecentSearches(recentKey);
  const bar = useFilterBar(given, kinds, onChange, recent.add);
  const { tokens, text, draft, isOpen } = bar;
  const [isDismissed, setDismissed] = useState(false);
  const [activeId, setActiveId] = useState<string | undefined>(undefined);
  const [status, setStatus] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<SuggestionsHandle>(null);
  const isEditingText = draft?.type === textType;
  const gathered = draft ? gatheredValues(tokens, draft) : [];

  const prepare = (): void => {
    // The component that renders them shows the error.
    void Promise.allSettled([loadSuggestions(), loadParts()]);
  };
  const close = (): void => {
    // Values that were added apply already: there is nothing to return to.
    if (draft?.operator === 'or') bar.cancel();
    else bar.setOpen(false);
  };
  const enterTokens = (): boolean => {
    const last = [...(root.current?.querySelectorAll<HTMLElement>('[data-body]') ?? [])].at(-1);
    if (last) bar.setOpen(false);
    last?.focus();
    return last !== undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesKey(event)) event.preventDefault();
  };
  const takesKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean => {
    const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
    if (isOpen && list.current?.press(key)) return true;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        bar.setOpen(true);
        return true;
      case 'Enter':
        bar.submit();
        return true;
      case 'Escape':
        if (draft === null && text === '') return false;
        bar.cancel();
        return true;
      case 'Backspace':
        return text === '' && (bar.stepBack() || enterTokens());
      case 'ArrowLeft':
        return isAtStart && enterTokens();
      default:
        return false;
    }
  };

  return (
    <div
      ref={root}
      className={styles.root}
      role="search"
      aria-label={label}
      onFocus={prepare}
      onPointerEnter={prepare}
      onBlur={(event) => {
        if (!hasLeft(event)) return;
        bar.setOpen(false);
        // Do not discard a text that the user typed.
        if (draft) bar.cancel();
      }}
    >
      {recent.isBroken && !isDismissed && (
        <Alert
          tone="danger"
          actions={
            <button type="button" className={styles.dismiss} onClick={() => setDismissed(true)}>
              {formatMessage(messages.dismiss)}
            </button>
          }
        >
          {formatMessage(messages.recentBroken)}
        </Alert>
      )}
      <div className={styles.bar}>
        <RecentMenu searches={recent.searches} kinds={kinds} onChoose={bar.restore} onClear={recent.clear} />
        {/* A click beside the field focuses it. */}
        <div className={styles.strip} onPointerDown={(event) => pressBeside(event.nativeEvent, input.current)}>
          <Tokens
            groups={groupsOutsideDraft(tokens, draft)}
            kinds={kinds}
            loadParts={loadParts}
            onEdit={(group) => {
              bar.edit(group);
              input.current?.focus();
            }}
            onRemove={bar.remove}
            onLeave={() => input.current?.focus()}
          />
          {tokens.length === 0 && draft === null && <Icon of={Search} className={styles.glass} />}
          {draft && !isEditingText && (
            <span className={styles.token} data-draft>
              <span className={styles.start}>
                <TokenStart type={draft.type} operator={draft.operator} kinds={kinds} />
                {gathered.length > 0 && (
                  <TokenValues
                    group={{ type: draft.type, operator: 'or', values: gathered }}
                    kinds={kinds}
                    loadParts={loadParts}
                  />
                )}
              </span>
            </span>
          )}
          <input
            ref={(element) => {
              input.current = element;
              setAnchor(element);
            }}
            type="text"
            role="combobox"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={placeholder}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen ? activeId : undefined}
            aria-describedby={`${id}-keys`}
            placeholder={tokens.length === 0 && draft === null ? placeholder : undefined}
            value={text}
            onChange={(event) => bar.type(event.target.value)}
            onClick={() => bar.setOpen(true)}
            onKeyDown={onKeyDown}
          />
        </div>
        <span id={`${id}-keys`} hidden>
          {formatMessage(messages.inputKeys)}
        </span>
        <span role="status" className={textLook.hidden}>
          {status}
        </span>
        {(tokens.length > 0 || text !== '' || draft) && (
          <IconButton
            size="small"
            icon={X}
            label={formatMessage(messages.clear)}
            onClick={() => {
              bar.clear();
              input.current?.focus();
            }}
          />
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Suggestions
            ref={list}
            id={`${id}-list`}
            anchor={anchor}
            kinds={kinds}
            loadParts={loadParts}
            draft={draft}
            gathered={gathered}
            text={text}
            onClose={close}
            onActive={setActiveId}
            onStatus={setStatus}
            onKind={bar.pickKind}
            onOperator={bar.pickOperator}
            onValue={bar.pickValue}
            onSubmit={bar.submit}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A click on the empty part of the bar focuses its field. */
function pressBeside(event: PointerEvent, input: HTMLInputElement | null): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  input?.focus();
  input?.click();
}
