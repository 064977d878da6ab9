import { customFieldLimits } from '@milepost/core/fields/custom-fields';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldOption } from '../../modules/custom-fields/api.ts';
import { FieldSet } from '../../ui/field/FieldSet.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { formMessages as messages } from './messages.ts';
import styles from './CustomFieldsPage.module.css';

/** One line of the list; without an id it is a new option. */
export interface DraftOption {
  key: string;
  id?: string;
  value: string;
}

let lastKey = 0;

export function blankOption(): DraftOption {
  lastKey += 1;
  return { key: `new ${lastKey}`, value: '' };
}

export interface OptionListProps {
  options: readonly DraftOption[];
  /** The options that the field has on the server. */
  before: readonly FieldOption[];
  problem: string | undefined;
  onChange: (options: readonly DraftOption[]) => void;
}

/** The ordered options of a select field, which can be typed, moved and removed. Enter moves to the next line. */
export function OptionList({ options, before, problem, onChange }: OptionListProps) {
  const { formatMessage } = useIntl();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ key: string; part: string } | null>(null);
  const removed = before.filter(({ id }) => !options.some((option) => option.id === id && option.value.trim() !== ''));
  useLayoutEffect(() => {
    const { key, part } = wanted.current ?? {};
    wanted.current = null;
    const line = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-key') === key);
    const button = line?.querySelector<HTMLElement>(`[data-part=${part}]:not(:disabled)`);
    (button ?? line?.querySelector('input'))?.focus();
  });
  const add = (at: number): void => {
    const option = blankOption();
    wanted.current = { key: option.key, part: 'input' };
    onChange(options.toSpliced(at, 0, option));
  };
  const move = (option: DraftOption, by: -1 | 1): void => {
    const at = options.indexOf(option);
    wanted.current = { key: option.key, part: by === -1 ? 'up' : 'down' };
    onChange(options.toSpliced(at, 1).toSpliced(at + by, 0, option));
  };
  const remove = (at: number): void => {
    const next = options[at + 1] ?? options[at - 1];
    wanted.current = next ? { key: next.key, part: 'remove' } : null;
    onChange(options.toSpliced(at, 1));
  };
  const isFull = options.length >= customFieldLimits.options;
  const onEnter = (event: KeyboardEvent, at: number): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = options[at + 1];
    if (next) list.current?.querySelectorAll('input')[at + 1]?.focus();
    else if (!isFull && options[at]?.value.trim() !== '') add(at + 1);
  };
  return (
    <FieldSet
      legend={<FormattedMessage {...messages.options} />}
      error={problem}
      foot={
        <>
          {removed.length > 0 && (
            <p role="status" className={styles.warning}>
              <FormattedMessage {...messages.removed} values={{ count: removed.length }} />
            </p>
          )}
          {!isFull && (
            <Button size="small" icon={Plus} onClick={() => add(options.length)}>
              <FormattedMessage {...messages.addOption} />
            </Button>
          )}
        </>
      }
    >
      <ol ref={list} className={styles.options}>
        {options.map((option, at) => {
          const number = at + 1;
          return (
            <li key={option.key} data-key={option.key}>
              <Field label={formatMessage(messages.option, { number })} isLabelHidden>
                {(wiring) => (
                  <input
                    type="text"
                    {...wiring}
                    autoComplete="off"
                    maxLength={customFieldLimits.name}
                    value={option.value}
                    onChange={({ target }) => onChange(options.with(at, { ...option, value: target.value }))}
                    onKeyDown={(event) => onEnter(event, at)}
                  />
                )}
              </Field>
              <IconButton
                icon={ArrowUp}
                data-part="up"
                label={formatMessage(messages.moveUp, { number })}
                disabled={at === 0}
                onClick={() => move(option, -1)}
              />
              <IconButton
                icon={ArrowDown}
                data-part="down"
                label={formatMessage(messages.moveDown, { number })}
                disabled={at === options.length - 1}
                onClick={() => move(option, 1)}
              />
              <IconButton
                icon={X}
                data-part="remove"
                label={formatMessage(messages.remove, { number })}
                onClick={() => remove(at)}
              />
            </li>
          );
        })}
      </ol>
    </FieldSet>
  );
}
