import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../../ui/Icon.tsx';
import { shortReference } from '../../work-items/reference.ts';
import { formWords as words } from './form-words.ts';
import styles from './forms.module.css';
import { looksLikeReference, splitReferences, withPending } from './references.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

export interface ReferenceFieldProps {
  kind: 'epic' | 'issue';
  label: string;
  note: string;
  error: string | null;
  /** Where references are read from. */
  fullPath: string;
  pending: readonly string[];
  onPending(pending: string[]): void;
}

/** References as one types or pastes them, each in a chip once it is whole; words search for what may be meant. */
export function ReferenceField({ kind, label, note, error, fullPath, pending, onPending }: ReferenceFieldProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const found = useSuggestions(kind, fullPath, typed).filter(({ reference }) => !pending.includes(reference));
  const offered = isOpen ? found : [];

  const take = (references: readonly string[], rest = ''): void => {
    if (references.length > 0) onPending(withPending(pending, references));
    setTyped(rest);
    setActive(-1);
  };
  const type = (text: string): void => {
    setOpen(true);
    setActive(-1);
    // A space ends a reference; between words it belongs to what is searched for.
    const parts = splitReferences(text);
    const whole = /\s$/.test(text) ? parts : parts.slice(0, -1);
    if (whole.length > 0 && whole.every(looksLikeReference)) take(whole, /\s$/.test(text) ? '' : parts.at(-1));
    else setTyped(text);
  };
  const pick = ({ reference }: Suggestion): void => take([reference]);
  const onPaste = (event: ClipboardEvent): void => {
    const parts = splitReferences(event.clipboardData.getData('text'));
    // A list keeps its lines only here: the field itself would join them.
    if (!parts.some(looksLikeReference)) return;
    event.preventDefault();
    take([...splitReferences(typed), ...parts]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offered.length === 0) return;
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + by + offered.length + 1) % (offered.length + 1) === offered.length ? -1 : active + by);
    } else if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      const suggestion = offered[active];
      if (suggestion) pick(suggestion);
      else take(splitReferences(typed));
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && pending.length > 0) {
      onPending(pending.slice(0, -1));
    }
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.references} data-invalid={error !== null || undefined}>
        {pending.map((reference) => (
          <span key={reference} className={styles.chip}>
            {shortReference(reference, fullPath)}
            <button
              type="button"
              aria-label={formatMessage(words.drop, { reference })}
              onClick={() => onPending(pending.filter((other) => other !== reference))}
            >
              <Icon of={X} size={14} />
            </button>
          </span>
        ))}
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          // The form was asked for: one types at once.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 && offered[active] ? `${id}-${active}` : undefined}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-note`}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            const parts = splitReferences(typed);
            if (parts.length > 0 && parts.every(looksLikeReference)) take(parts);
          }}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={formatMessage(words.suggestions)}
        className={styles.suggestions}
        hidden={offered.length === 0}
      >
        {offered.map((suggestion, index) => (
          // The field has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={suggestion.reference}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.suggestion}
            // Pressing must not take the focus out of the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(suggestion)}
          >
            <span className={styles.suggested}>{suggestion.title}</span>
            <span className={styles.quiet}>{shortReference(suggestion.reference, fullPath)}</span>
          </div>
        ))}
      </div>
      <p
        id={`${id}-note`}
        className={error === null ? styles.note : styles.error}
        role={error === null ? undefined : 'alert'}
      >
        {error ?? note}
      </p>
    </div>
  );
}
