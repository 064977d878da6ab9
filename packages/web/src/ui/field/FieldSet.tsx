import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

interface FieldSetProps {
  legend: ReactNode;
  /** The error message of the controls together; connected with the group. */
  error?: ReactNode;
  /** What follows the error message: a warning or a button. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Several controls that belong together, under a legend. */
export function FieldSet({ legend, error, foot, children }: FieldSetProps) {
  const id = useId();
  return (
    <fieldset className={styles.set} aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {children}
      {error && (
        <p id={id} role="alert" className={styles.setError}>
          {error}
        </p>
      )}
      {foot}
    </fieldset>
  );
}
