import { Check, ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { roveByKey } from '../../ui/rove.ts';
import styles from './drawer.module.css';

export interface RangeSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Called when the list closes, and only with another value. */
  onChange: (value: Value) => void;
}

/** A list of choices below a button. What is picked counts once the list closes; Escape closes it without a change. */
export function RangeSelect<Value extends string>({ label, value, options, onChange }: RangeSelectProps<Value>) {
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [draft, setDraft] = useState<Value | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = draft !== null;
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [isOpen]);

  const close = (picked: Value | null): void => {
    setDraft(null);
    button?.focus();
    if (picked !== null && picked !== value) onChange(picked);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const reached = roveByKey(event, '[role=option]', 'vertical')?.dataset['value'];
    if (reached !== undefined) setDraft(reached as Value);
    else if (event.key === 'Enter' || event.key === ' ' || event.key === 'Tab') {
      event.preventDefault();
      close(draft);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close(null);
    }
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <Button
        ref={setButton}
        className={styles.select}
        iconAfter={ChevronDown}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${label}: ${chosen?.label ?? ''}`}
        onClick={() => (isOpen ? close(draft) : setDraft(value))}
      >
        <span>{chosen?.label}</span>
      </Button>
      {isOpen && (
        <Popover anchor={button} onClose={() => close(draft)} className={styles.options}>
          <div
            ref={list}
            id={id}
            role="listbox"
            tabIndex={-1}
            aria-label={label}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              const picked = (event.target as Element).closest<HTMLElement>('[role=option]')?.dataset['value'];
              if (picked !== undefined) close(picked as Value);
            }}
          >
            {options.map((option) => (
              <div
                key={option.value}
                role="option"
                tabIndex={-1}
                className={styles.option}
                aria-selected={option.value === draft}
                data-value={option.value}
              >
                {option.label}
                {option.value === draft && <Icon of={Check} />}
              </div>
            ))}
          </div>
        </Popover>
      )}
    </>
  );
}
