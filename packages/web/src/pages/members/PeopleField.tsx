import { emailProblems } from '@milepost/core/users';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { findPerson } from '../../modules/members/api.ts';
import { Chip } from '../../ui/field/Chip.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { membersMessages as messages } from './messages.ts';
import styles from './members.module.css';

/** Somebody to invite: an address, or the account of a username. */
export interface Entry {
  text: string;
  /** Null: an e-mail address. */
  userId: number | null;
}

const SEPARATORS = /[\s,;]+/;

/**
 * Takes addresses and usernames, typed or pasted, and turns each into a chip. What is neither stays in the field with a sentence. `onChange`
 * also says whether text is left that was not accepted.
 */
export function PeopleField({
  entries,
  text: initial = '',
  onChange,
}: {
  entries: readonly Entry[];
  /** What is typed at first. */
  text?: string;
  onChange(entries: readonly Entry[], hasRest: boolean): void;
}) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const accept = async (text: string): Promise<void> => {
    const words = text.split(SEPARATORS).filter(Boolean);
    const found = await Promise.all(words.map(readEntry));
    const wrong = words.filter((_, index) => found[index] === null);
    const known = new Set(entries.map((entry) => entry.text.toLowerCase()));
    const fresh = found.filter((entry): entry is Entry => entry !== null && !known.has(entry.text.toLowerCase()));
    setTyped(wrong.join(' '));
    setProblem(wrong[0] === undefined ? null : formatMessage(messages.wrongEntry, { entry: wrong[0] }));
    onChange([...entries, ...fresh], wrong.length > 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (['Enter', ',', ';', ' '].includes(event.key) && typed.trim() !== '') {
      event.preventDefault();
      void accept(typed);
    } else if (event.key === 'Backspace' && typed === '' && entries.length > 0) onChange(entries.slice(0, -1), false);
  };
  return (
    <Field label={formatMessage(messages.who)} note={formatMessage(messages.expireAfter)} error={problem}>
      {(wiring) => (
        <div className={styles.people} data-invalid={problem !== null || undefined}>
          {entries.map((entry) => (
            <Chip
              key={entry.text}
              removeLabel={formatMessage(messages.removeEntry, { entry: entry.text })}
              onRemove={() => {
                onChange(
                  entries.filter((other) => other !== entry),
                  typed.trim() !== '',
                );
                field.current?.focus();
              }}
            >
              {entry.text}
            </Chip>
          ))}
          <input
            {...wiring}
            ref={field}
            className={styles.peopleInput}
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(null);
              onChange(entries, target.value.trim() !== '');
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (!SEPARATORS.test(pasted.trim())) return;
              event.preventDefault();
              void accept(`${typed} ${pasted}`);
            }}
            onBlur={() => typed.trim() !== '' && void accept(typed)}
          />
        </div>
      )}
    </Field>
  );
}

async function readEntry(word: string): Promise<Entry | null> {
  const text = word.replace(/^@/, '');
  if (text.includes('@')) return emailProblems(text).length === 0 ? { text, userId: null } : null;
  const person = await findPerson(text);
  return person && { text: person.username, userId: person.id };
}
