import { epicColorOf, epicColors } from '@milepost/core/work-items';
import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './ColorChoice.module.css';

export interface ColorChoiceProps {
  label: ReactNode;
  /** In any notation; a color that is none of the five selects none of them. */
  value: string;
  /** The error message: the field is marked as invalid as long as there is one. */
  error?: string | null | undefined;
  onChange(color: string): void;
}

/** The colors an epic can have, each with its name. */
export function ColorChoice({ label, value, error, onChange }: ColorChoiceProps) {
  const id = useId();
  const chosen = epicColorOf(value);
  return (
    <fieldset
      role="radiogroup"
      className={styles.colors}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>{label}</legend>
      {epicColors.map(({ color, name }) => (
        <label key={color} className={styles.color} style={{ '--bar': color } as CSSProperties}>
          <input type="radio" name="color" value={color} checked={chosen === color} onChange={() => onChange(color)} />
          {name}
        </label>
      ))}
      {error && (
        <p id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
