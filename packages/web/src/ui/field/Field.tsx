import { ChevronDown, CircleAlert, Search } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { Icon } from '../button/Icon.tsx';
import { text } from '../text/text.tsx';
import styles from './Field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** The label is for screen readers only, as is `aside`: the page shows what the control is for. */
  isLabelHidden?: boolean;
  /** Shown below the field and part of its description. */
  note?: ReactNode;
  /** The error message; replaces the note. */
  error?: ReactNode;
  /** At the right of the label, a link perhaps. */
  aside?: ReactNode;
}

/** Label, control and the text below, connected by ids. The control spreads the props passed to `children`. */
export function Field({
  label,
  isLabelHidden,
  note,
  error,
  aside,
  children,
}: FieldProps & { children(wiring: FieldWiring): ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error) || Boolean(note);
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? text.hidden : styles.head}>
        <label className={styles.label} id={labelOf(id)} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        className: styles.input ?? '',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {error ? (
        <p className={styles.error} id={noteId} role="alert">
          <Icon of={CircleAlert} size={14} />
          {error}
        </p>
      ) : (
        note && (
          <p className={styles.note} id={noteId}>
            {note}
          </p>
        )
      )}
    </div>
  );
}

/** The id of a field's label, for custom controls that are labeled by it. */
export const labelOf = (id: string): string => `${id}-label`;

export interface FieldWiring {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** `large`: 40 px, for pages that are a form and nothing else. */
type Large = { large?: boolean };

export type TextFieldProps = FieldProps &
  Large &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** One line of text. */
export function TextField({ label, isLabelHidden, note, error, aside, large, ...input }: TextFieldProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} note={note} error={error} aside={aside}>
      {(wiring) => <input type="text" {...input} {...wiring} data-size={large ? 'large' : undefined} />}
    </Field>
  );
}

export type TextAreaProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text. */
export function TextArea({ label, isLabelHidden, note, error, aside, ...input }: TextAreaProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} note={note} error={error} aside={aside}>
      {(wiring) => <textarea {...input} {...wiring} />}
    </Field>
  );
}

export type SelectProps = FieldProps &
  Large &
  SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

/** A native select. The options are its children. */
export function Select({ label, isLabelHidden, note, error, aside, large, children, ...select }: SelectProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} note={note} error={error} aside={aside}>
      {(wiring) => (
        <span className={styles.select}>
          <select {...select} {...wiring} data-size={large ? 'large' : undefined}>
            {children}
          </select>
          <Icon of={ChevronDown} size={14} />
        </span>
      )}
    </Field>
  );
}

export interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A search field whose label is its placeholder. */
export function SearchField({ label, value, onChange, ...input }: SearchFieldProps) {
  return (
    <span className={styles.search} role="search">
      <input
        type="search"
        {...input}
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Icon of={Search} />
    </span>
  );
}

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  note?: ReactNode;
};

/** A check box with its label. */
export function Checkbox({ label, note, ...input }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      <span className={styles.checkText}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </label>
  );
}
