import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../button/Icon.tsx';
import { defineMessages, loadingLabel } from '../text/messages.ts';
import type { NoMatch } from '../list/no-match.ts';
import { Popover } from './Popover.tsx';
import { Spinner } from '../progress/Spinner.tsx';
import styles from './Picker.module.css';

const messages = defineMessages({
  search: { id: 'picker.search', defaultMessage: 'Search' },
  none: { id: 'picker.none', defaultMessage: 'No matching results' },
});

export interface PickerOption {
  value: string;
  title: string;
  detail?: string | undefined;
  /** A heading above the first option of each group. */
  group?: string | undefined;
  icon?: ReactNode;
}

/**
 * How the options relate to the typed text: `settled` options answer it, `outdated` ones answer an earlier text, and `loading`
 * means that no answer has arrived yet (options that need no search may already be listed).
 */
export type SearchState = 'settled' | 'loading' | 'outdated';

export interface PickerProps {
  label: string;
  anchor: Element | null;
  /** Which of its sides aligns with the anchor's; the end by default. */
  align?: 'start' | 'end';
  options: readonly PickerOption[];
  /** Values. */
  chosen: readonly string[];
  /** Values that only some of the edited items have. */
  mixed?: readonly string[];
  /** Several may be chosen: picking one leaves the list open. */
  multiple?: boolean;
  search: string;
  onSearch(text: string): void;
  isLoading: boolean;
  /** Unless `settled`, Enter waits for the answer. Outdated options cannot be chosen at all. */
  searchState: SearchState;
  failure?: string | null;
  /** Replaces "No matching results". */
  noMatch?: NoMatch | null;
  onPick(option: PickerOption): void;
  onClose(): void;
  /** Below the list, for example "Create label". */
  footer?: ReactNode;
}

/** The value of the offer's option: options of lists have ids, titles or numbers. */
const OFFER = '\0offer';

/**
 * A combobox beside its anchor: a search field and a list of options. The focus stays in the field: arrows move through the
 * list, Enter selects.
 */
export function Picker(props: PickerProps) {
  const {
    label,
    anchor,
    options: given,
    chosen,
    mixed = [],
    multiple = false,
    search,
    onSearch,
    isLoading,
    searchState,
    failure,
    noMatch,
    onPick: onGiven,
    onClose,
  } = props;
  const { formatMessage } = useIntl();
  const typed = search.trim();
  const isNothing = given.length === 0 && searchState === 'settled' && !failure && typed !== '';
  const offer = isNothing ? noMatch?.offer : null;
  const options = offer ? [{ value: OFFER, title: offer.title(typed) }] : given;
  const onPick = (option: PickerOption): void => {
    if (option.value !== OFFER || !offer) return onGiven(option);
    // Closing saves what was chosen before.
    onClose();
    offer.perform(typed);
  };
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setActive] = useState(0);
  const isBehind = searchState !== 'settled';
  const isOutdated = searchState === 'outdated';
  const active = isOutdated ? -1 : Math.min(wanted, options.length - 1);
  const isEntered = useRef(false);
  const pickActive = (): void => {
    isEntered.current = false;
    const option = options[active];
    if (option) onPick(option);
  };
  const pickEntered = useEffectEvent(pickActive);
  useEffect(() => {
    if (!isBehind && isEntered.current) pickEntered();
  }, [isBehind]);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isStart = search === '' && (event.key === 'Home' || event.key === 'End');
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[event.key];
    if (isOutdated && (next !== undefined || isStart)) {
      // The rows are about to be replaced: an arrow would end on another entry than the one in view.
      event.preventDefault();
    } else if (next !== undefined) {
      event.preventDefault();
      const last = options.length - 1;
      setActive(next < 0 ? (active === 0 ? last : 0) : next > last ? (active === last ? 0 : last) : next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isBehind) isEntered.current = true;
      else pickActive();
    } else if (isStart) {
      // In an empty field these keys have nothing else to do.
      event.preventDefault();
      setActive(event.key === 'Home' ? 0 : options.length - 1);
    } else if (search === '' && event.key === ' ' && (options[active] || isOutdated)) {
      event.preventDefault();
      if (isOutdated) isEntered.current = true;
      else pickActive();
    } else if (event.key === 'Tab') onClose();
  };
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      placement={{ align: props.align ?? 'end' }}
      className={styles.picker}
      role="dialog"
      aria-label={label}
    >
      <input
        ref={field}
        type="text"
        className={styles.search}
        role="combobox"
        aria-label={formatMessage(messages.search)}
        placeholder={formatMessage(messages.search)}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        value={search}
        onChange={(event) => {
          setActive(0);
          isEntered.current = false;
          onSearch(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {failure && (
        <p role="alert" className={styles.said}>
          {failure}
        </p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={isLoading || undefined}
        data-outdated={isOutdated || undefined}
        className={styles.list}
      >
        {options.map((option, index) => (
          <Option
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            heading={option.group !== options[index - 1]?.group ? option.group : undefined}
            isActive={index === active}
            isDisabled={isOutdated}
            isChosen={chosen.includes(option.value)}
            isMixed={mixed.includes(option.value)}
            onPick={() => onPick(option)}
          />
        ))}
      </div>
      {isLoading && options.length === 0 && (
        <p className={styles.said} role="status">
          <Spinner /> {formatMessage(loadingLabel)}
        </p>
      )}
      {!isLoading && !failure && options.length === 0 && (
        <p className={styles.said} role="status">
          {noMatch?.text ?? formatMessage(messages.none)}
        </p>
      )}
      {props.footer && <div className={styles.foot}>{props.footer}</div>}
    </Popover>
  );
}

function Option({
  id,
  option,
  heading,
  isActive,
  isDisabled,
  isChosen,
  isMixed,
  onPick,
}: {
  id: string;
  option: PickerOption;
  heading: string | undefined;
  isActive: boolean;
  isDisabled: boolean;
  isChosen: boolean;
  isMixed: boolean;
  onPick(): void;
}) {
  return (
    <>
      {heading !== undefined && (
        <p className={styles.heading} role="presentation">
          {heading}
        </p>
      )}
      {/* The field has the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        aria-checked={isMixed ? 'mixed' : undefined}
        aria-disabled={isDisabled || undefined}
        data-active={isActive || undefined}
        className={styles.option}
        // Pressing must not move the focus out of the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={isDisabled ? undefined : onPick}
      >
        <span className={styles.check}>{(isChosen || isMixed) && <Icon of={isMixed ? Minus : Check} size={14} />}</span>
        {option.icon}
        <span className={styles.title}>{option.title}</span>
        {option.detail && <span className={styles.detail}>{option.detail}</span>}
      </div>
    </>
  );
}
