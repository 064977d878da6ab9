import { emailProblems } from '@milepost/core/users';
import { type KeyboardEvent, type SetStateAction, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { findPerson } from '../../modules/members/api.ts';
import { session } from '../../platform/session/session.ts';
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
 * Takes addresses and usernames, typed or pasted, and turns each into a chip. What is neither stays in the field with a sentence;
 * so do addresses without a mail server.
 * `onRest` says whether the field has text that was not accepted.
 */
export function PeopleField({
  entries,
  text: initial = '',
  onChange,
  onRest,
}: {
  entries: readonly Entry[];
  /** What is typed at first. */
  text?: string;
  onChange(change: SetStateAction<readonly Entry[]>): void;
  onRest(hasRest: boolean): void;
}) {
  const { formatMessage } = useIntl();
  const { sendsMail } = session();
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(initial);
  const field = useRef<HTMLInputElement>(null);
  const setText = (text: string): void => {
    setTyped(text);
    latest.current = text;
    onRest(text.trim() !== '');
  };
  const accept = async (text: string): Promise<void> => {
    setText(text);
    const words = text.split(SEPARATORS).filter(Boolean);
    const found = await Promise.all(words.map((word) => readEntry(word, sendsMail)));
    const wrong = words.filter((_, index) => found[index] === null);
    onChange((before) => withEntries(before, found));
    // Text typed while the usernames were looked up stays.
    const more = latest.current.startsWith(text) ? latest.current.slice(text.length) : latest.current;
    const rest = [...wrong, more].filter(Boolean).join(' ');
    setText(wrong.length > 0 && more === '' && text.endsWith(' ') ? `${rest} ` : rest);
    const [entry] = wrong;
    const problem = entry && isAddress(entry) && !sendsMail ? messages.addressWithoutMail : messages.wrongEntry;
    setProblem(entry === undefined ? null : formatMessage(problem, { entry }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (['Enter', ',', ';', ' '].includes(event.key) && typed.trim() !== '') {
      event.preventDefault();
      void accept(event.key === 'Enter' ? typed : `${typed} `);
    } else if (event.key === 'Backspace' && typed === '' && entries.length > 0) onChange(entries.slice(0, -1));
  };
  return (
    <Field
      label={formatMessage(sendsMail ? messages.who : messages.username)}
      note={sendsMail && formatMessage(messages.expireAfter)}
      error={problem}
    >
      {(wiring) => (
        <div className={styles.people} data-invalid={problem !== null || undefined}>
          {entries.map((entry) => (
            <Chip
              key={entry.text}
              removeLabel={formatMessage(messages.removeEntry, { entry: entry.text })}
              onRemove={() => {
                onChange(entries.filter((other) => other !== entry));
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
              setText(target.value);
              setProblem(null);
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

function withEntries(entries: readonly Entry[], found: readonly (Entry | null)[]): Entry[] {
  const byText = new Map(entries.map((entry) => [entry.text.toLowerCase(), entry]));
  for (const entry of found)
    if (entry && !byText.has(entry.text.toLowerCase())) byText.set(entry.text.toLowerCase(), entry);
  return [...byText.values()];
}

const nameIn = (word: string): string => word.replace(/^@/, '');
const isAddress = (word: string): boolean => nameIn(word).includes('@');

async function readEntry(word: string, sendsMail: boolean): Promise<Entry | null> {
  const text = nameIn(word);
  if (isAddress(word)) return sendsMail && emailProblems(text).length === 0 ? { text, userId: null } : null;
  const person = await findPerson(text);
  return person && { text: person.username, userId: person.id };
}
