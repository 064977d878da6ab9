import { useEffect, useRef, useState } from 'react';
import { ValidationError, RequestError } from '../api/errors.ts';

type TextFields<Values> = { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values &
  string];

export interface TextInput {
  name: string;
  value: string;
  /** The validation message, undefined if there is none. */
  error: string | undefined;
  onChange(event: { target: { value: string } }): void;
}

export interface FormState<Values> {
  values: Values;
  /** Whether there is unsaved input; current at any time, so that a page may navigate right after saving. */
  isChanged(): boolean;
  isSending: boolean;
  /** The validation message of a field; shown after submitting or a refusal. */
  problemOf(field: keyof Values & string): string | undefined;
  /** What a text input needs to hold a field of text. */
  textField(name: TextFields<Values>): TextInput;
  /** The error of the form as a whole; null if there is none. */
  failure: RequestError | null;
  set(change: Partial<Values>): void;
  /**
   * Validates and submits; keeps the values on failure, and moves the focus to the first field with a problem. Returns whether it
   * succeeded.
   */
  submit(): Promise<boolean>;
  /** Resets the values. */
  reset(): void;
}

export interface FormRules<Values> {
  initial: Values;
  /** The rules that the server checks too: fields to sentences without a subject. */
  check?(values: Values): Readonly<Record<string, readonly string[]>> | null;
  send(values: Values): Promise<void>;
}

/** A form's state: values, errors, and whether it is being submitted. */
export function useForm<Values extends object>({ initial, check, send }: FormRules<Values>): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isSending, setSending] = useState(false);
  const changed = useRef(false);
  const [refused, setRefused] = useState<{ in: ParentNode } | null>(null);
  useEffect(() => refused?.in.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refused]);
  const submit = async (): Promise<boolean> => {
    const found = check?.(values) ?? {};
    // The form of the button or field in focus. Safari does not focus buttons.
    const refusal = { in: (document.activeElement as HTMLButtonElement | null)?.form ?? document };
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) {
      setRefused(refusal);
      return false;
    }
    setSending(true);
    try {
      await send(values);
      changed.current = false;
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const fields = error instanceof ValidationError ? error.fields : {};
      setProblems(fields);
      setRefused(refusal);
      if (!Object.keys(fields).some((field) => field in values)) setFailure(error);
      return false;
    } finally {
      setSending(false);
    }
  };
  const problemOf = (field: string): string | undefined => sentence(problems[field]);
  const set = (change: Partial<Values>): void => {
    changed.current = true;
    setValues((now) => ({ ...now, ...change }));
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
  };
  return {
    values,
    isChanged: () => changed.current,
    isSending,
    failure,
    problemOf,
    textField: (name) => ({
      name,
      value: String(values[name]),
      error: problemOf(name),
      onChange: ({ target }) => set({ [name]: target.value } as Partial<Values>),
    }),
    set,
    submit,
    reset() {
      changed.current = false;
      setValues(initial);
      setProblems({});
      setFailure(null);
    },
  };
}

/** Turns "can't be blank" into a full sentence under its field. */
export function sentence(problems: readonly string[] | undefined): string | undefined {
  if (!problems || problems.length === 0) return undefined;
  const text = problems.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
