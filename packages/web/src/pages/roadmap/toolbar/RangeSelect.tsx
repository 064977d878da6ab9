import { Check, ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/button/Icon.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import { roveByKey } from '../../../ui/list/rove.ts';
import styles from './drawer.module.css';

export interface RangeSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Called when the list closes, and only with a changed value. */
  onChange: (value: Value) => void;
}

/** A list of options below a button. The choice is applied when the list closes, and only if it changed. */
export function RangeSelect<Value extends string>({ label, value, options, onChange }: RangeSelectProps<Value>) {
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setPicking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [isOpen]);

  const close = (picked: Value): void => {
    setPicking(false);
    button?.focus();
    if (picked !== value) onChange(picked);
  };
  const pick = (target: EventTarget): void => {
    const option = (target as Element).closest<HTMLElement>('[role=option]')?.dataset['value'];
    if (option !== undefined) close(option as Value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (roveByKey(event, '[role=option]', 'vertical')) return;
    if (event.key === 'Tab') close(value);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    pick(event.target);
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
        onClick={() => (isOpen ? close(value) : setPicking(true))}
      >
        <span>{chosen?.label}</span>
      </Button>
      {isOpen && (
        <Popover anchor={button} onClose={() => close(value)} className={styles.options}>
          <div
            ref={list}
            id={id}
            role="listbox"
            tabIndex={-1}
            aria-label={label}
            onKeyDown={onKeyDown}
            onClick={(event) => pick(event.target)}
          >
            {options.map((option) => (
              <div
                key={option.value}
                role="option"
                tabIndex={-1}
                className={styles.option}
                aria-selected={option.value === value}
                data-value={option.value}
              >
                {option.label}
                {option.value === value && <Icon of={Check} />}
              </div>
            ))}
          </div>
        </Popover>
      )}
    </>
  );
}
