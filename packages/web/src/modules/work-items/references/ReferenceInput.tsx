import { looksLikeReference, REFERENCES_SHOWN, splitReferences, withReferences } from '@milepost/core/text/references';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearched } from '../../../platform/api/use-searched.ts';
import { Chip } from '../../../ui/field/Chip.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';
import { referenceOfAddress, shortReference } from '../reference.ts';
import { WorkItemIcon } from '../WorkItemIcon.tsx';
import { referenceSuggestions, type SuggestionsFor } from './suggestions.ts';
import styles from './ReferenceInput.module.css';

const messages = defineMessages({
  placeholder: { id: 'references.placeholder', defaultMessage: 'Reference, address or part of a title' },
  remove: { id: 'references.remove', defaultMessage: 'Remove {reference}' },
  more: { id: 'references.more', defaultMessage: '+{count} more' },
  pending: { id: 'references.pending', defaultMessage: 'References to add' },
  suggestions: { id: 'references.suggestions', defaultMessage: 'Matching items' },
  searching: { id: 'references.searching', defaultMessage: 'Searching…' },
  none: { id: 'references.none', defaultMessage: 'No matching items' },
  failed: { id: 'references.failed', defaultMessage: 'Could not search for items. Enter a reference instead.' },
});

/** The state of a form of references: the complete ones, and the typed text. */
export interface ReferenceDraft {
  pending: readonly string[];
  text: string;
}
export const noReferences: ReferenceDraft = { pending: [], text: '' };

/** Whether there is anything to send. */
export const hasReferences = ({ pending, text }: ReferenceDraft): boolean => pending.length > 0 || text.trim() !== '';
/** The complete input. */
export const referencesOf = ({ pending, text }: ReferenceDraft): string[] =>
  withReferences(pending, splitReferences(text).map(referenceOfAddress).join(' '));

export interface ReferenceInputProps extends SuggestionsFor {
  label: string;
  draft: ReferenceDraft;
  onChange(draft: ReferenceDraft): void;
  /** References are shown relative to this namespace. */
  namespacePath: string;
  isDisabled?: boolean;
}

/**
 * A field for several references: each becomes a token once it is complete, a pasted list immediately. Other text searches
 * titles; arrows move through the results and Enter chooses one.
 */
export function ReferenceInput({
  label,
  draft,
  onChange,
  namespacePath,
  isDisabled,
  exceptReference,
  ...wanted
}: ReferenceInputProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const { pending, text } = draft;
  const query = useSearched(
    (debounced) => ({ ...referenceSuggestions(wanted, debounced), enabled: isOpen && debounced !== '' }),
    text,
  );
  const isOutdated = query.searchState === 'outdated';
  const offered =
    isOpen && text.trim() !== ''
      ? (query.data ?? []).filter(
          ({ reference }) =>
            reference !== exceptReference && !pending.includes(shortReference(reference, namespacePath)),
        )
      : [];
  // A complete reference may be of an item that is not searched.
  const isSearch = isOpen && text.trim() !== '' && !looksLikeReference(text);
  const note = query.isError ? 'failed' : query.searchState === 'loading' ? 'searching' : isOutdated ? null : 'none';
  const shown = showsAll ? pending : pending.slice(0, REFERENCES_SHOWN);

  const add = (more: string): void => {
    setActive(-1);
    setOpen(false);
    const written = splitReferences(more).map((part) => {
      const full = referenceOfAddress(part);
      return full === part ? part : shortReference(full, namespacePath);
    });
    onChange({ pending: withReferences(pending, written.join(' ')), text: '' });
  };
  const remove = (reference: string): void => {
    onChange({ ...draft, pending: pending.filter((each) => each !== reference) });
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const suggestion = isOutdated ? undefined : offered[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      // The rows are about to be replaced: an arrow would end on another item than the one in view.
      if (isOutdated) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One index more than there are suggestions: the field itself.
      setActive(((active + 1 + step + offered.length + 1) % (offered.length + 1)) - 1);
    } else if (event.key === 'Enter' && suggestion) {
      event.preventDefault();
      add(shortReference(suggestion.reference, namespacePath));
    } else if (event.key === 'Enter' && looksLikeReference(text)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Enter' && isOutdated && offered.length > 0) {
      // Search text would be submitted as it is while its results are pending.
      event.preventDefault();
    } else if ((event.key === ' ' || event.key === ',') && looksLikeReference(text)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && pending.length > 0) {
      onChange({ pending: pending.slice(0, -1), text: '' });
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text/plain');
    const parts = pasted.split(/[\s,]+/).filter((part) => part !== '');
    // A list of references, or an address; other text is a search.
    if (text !== '' || parts.length === 0 || !parts.every(looksLikeReference)) return;
    event.preventDefault();
    add(parts.join(' '));
  };
  return (
    <div className={styles.wrap}>
      <div className={styles.box}>
        {pending.length > 0 && (
          <ul className={styles.pending} aria-label={formatMessage(messages.pending)}>
            {shown.map((reference) => (
              <li key={reference}>
                <Chip
                  removeLabel={formatMessage(messages.remove, { reference })}
                  {...(!isDisabled && { onRemove: () => remove(reference) })}
                >
                  {reference}
                </Chip>
              </li>
            ))}
            {shown.length < pending.length && (
              <li>
                <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
                  {formatMessage(messages.more, { count: pending.length - shown.length })}
                </button>
              </li>
            )}
          </ul>
        )}
        <input
          ref={field}
          type="text"
          className={styles.input}
          role="combobox"
          autoFocus
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={offered[active] ? `${id}-${active}` : undefined}
          placeholder={pending.length === 0 ? formatMessage(messages.placeholder) : undefined}
          readOnly={isDisabled}
          value={text}
          onChange={({ target }) => {
            setOpen(true);
            setActive(-1);
            onChange({ ...draft, text: target.value });
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => setOpen(false)}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={formatMessage(messages.suggestions)}
        data-outdated={isOutdated || undefined}
        className={styles.list}
        hidden={offered.length === 0}
      >
        {offered.map((item, index) => (
          // The field has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.reference}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={isOutdated || undefined}
            className={styles.option}
            // Pressing must not move the focus out of the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={isOutdated ? undefined : () => add(shortReference(item.reference, namespacePath))}
          >
            <WorkItemIcon type={item.type} state={item.isClosed ? 'closed' : 'opened'} />
            <span className={styles.title}>{item.title}</span>
            <small>{shortReference(item.reference, namespacePath)}</small>
          </div>
        ))}
      </div>
      <p className={styles.note} role="status" data-note={note}>
        {isSearch && note && offered.length === 0 && formatMessage(messages[note])}
      </p>
    </div>
  );
}
