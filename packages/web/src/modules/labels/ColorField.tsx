import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { labelMessages } from './messages.ts';
import styles from './LabelForm.module.css';

export interface ColorFieldProps {
  value: string;
  error: string | undefined;
  onChange(color: string): void;
}

/** A color as text, with the suggested colors below. */
export function ColorField({ value, error, onChange }: ColorFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <TextField
        label={formatMessage(labelMessages.color)}
        note={formatMessage(labelMessages.colorNote)}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.colors} role="group" aria-label={formatMessage(labelMessages.suggested)}>
        {session().labelColors.map(({ color, name }) => (
          <button
            key={color}
            type="button"
            className={styles.swatch}
            style={{ '--label': color } as CSSProperties}
            aria-label={name}
            aria-pressed={value.trim().toLowerCase() === color.toLowerCase()}
            data-tooltip={name}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
    </>
  );
}
