import { customFieldLimits, isSelect } from '@milepost/core/fields/custom-fields';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox, Select, TextField } from '../../ui/field/Field.tsx';
import { Hidden } from '../../ui/text/text.tsx';
import { setFieldValue, type CustomFieldView, type FieldValue, type NewFieldValue } from './api.ts';
import { fieldMessages as messages } from './messages.ts';
import styles from './FieldValues.module.css';

export interface FieldEditorProps {
  value: FieldValue;
  itemId: string;
  onClose: () => void;
  /** The server has the new value. */
  onSaved: () => Promise<void>;
}

/** What is being typed or chosen. */
export interface FieldText {
  chosen: readonly string[];
  text: string;
}

/** Edits an item's value of one field: a list, checkboxes, or a text field. Escape cancels. */
export function FieldEditor({ value, itemId, onClose, onSaved }: FieldEditorProps) {
  const { formatMessage } = useIntl();
  const { field } = value;
  const root = useRef<HTMLFormElement>(null);
  const form = useForm<FieldText>({
    initial: { chosen: value.chosen.map(({ id }) => id), text: value.text ?? value.number?.toString() ?? '' },
    check: ({ text }) =>
      field.fieldType === 'NUMBER' && Number.isNaN(numberOf(text))
        ? { text: [formatMessage(messages.notNumber)] }
        : null,
    async send(draft) {
      await setFieldValue(itemId, field.id, fieldValueOf(field, draft));
      await onSaved();
    },
  });
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>('input:checked, select, input')?.focus();
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.submit();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields
    <form
      ref={root}
      className={styles.editor}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <FieldControl
        field={value.field}
        isNamed={false}
        draft={form.values}
        set={form.set}
        problem={form.problemOf('text')}
      />
      <FormFailure failure={form.failure} />
      <div className={styles.buttons}>
        <Button type="submit" size="small" kind="primary" busy={form.isSending}>
          <FormattedMessage {...messages.save} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}

export interface FieldControlProps {
  field: CustomFieldView;
  isNamed: boolean;
  draft: FieldText;
  set: (change: Partial<FieldText>) => void;
  problem: string | undefined;
}

/** The input of a field: a list, checkboxes, or a text field. `isNamed`: with its own label. */
export function FieldControl({ field, isNamed, draft, set, problem }: FieldControlProps) {
  const { formatMessage } = useIntl();
  const name = { label: field.name, isLabelHidden: !isNamed };
  switch (field.fieldType) {
    case 'SINGLE_SELECT':
      return (
        <Select
          {...name}
          value={draft.chosen[0] ?? ''}
          onChange={({ target }) => set({ chosen: target.value === '' ? [] : [target.value] })}
        >
          <option value="">{formatMessage(messages.none)}</option>
          {field.selectOptions.map((option) => (
            <option key={option.id} value={option.id}>
              {option.value}
            </option>
          ))}
        </Select>
      );
    case 'MULTI_SELECT':
      return (
        <fieldset className={styles.boxes}>
          <legend>{isNamed ? field.name : <Hidden>{field.name}</Hidden>}</legend>
          {field.selectOptions.map(({ id, value }) => (
            <Checkbox
              key={id}
              label={value}
              checked={draft.chosen.includes(id)}
              onChange={({ target }) =>
                set({ chosen: target.checked ? [...draft.chosen, id] : draft.chosen.filter((other) => other !== id) })
              }
            />
          ))}
        </fieldset>
      );
    case 'NUMBER':
      return (
        <TextField
          {...name}
          inputMode="decimal"
          autoComplete="off"
          value={draft.text}
          error={problem}
          onChange={({ target }) => set({ text: target.value })}
        />
      );
    case 'TEXT':
      return (
        <TextField
          {...name}
          autoComplete="off"
          maxLength={customFieldLimits.text}
          value={draft.text}
          onChange={({ target }) => set({ text: target.value })}
        />
      );
    default:
      return field.fieldType satisfies never;
  }
}

/** The entered value, in the form that the server takes. */
export function fieldValueOf(field: CustomFieldView, { chosen, text }: FieldText): NewFieldValue {
  if (isSelect(field.fieldType)) return { selectedOptionIds: [...chosen] };
  return field.fieldType === 'NUMBER' ? { numberValue: numberOf(text) } : { textValue: text };
}

/** Null for an empty text, NaN for an invalid number. A decimal comma is accepted. */
export function numberOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'));
  return Number.isFinite(number) ? number : Number.NaN;
}
