import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { type CustomFieldView, groupFieldsQuery } from './api.ts';
import { FieldControl, fieldValueOf, numberOf, type FieldText } from './FieldEditor.tsx';
import { fieldMessages as messages } from './messages.ts';

/** The input for a new item, by field id. */
export type NewFieldTexts = Readonly<Record<string, FieldText>>;

const nothing: FieldText = { chosen: [], text: '' };

/** The active fields that items of a type have in a group; none before they are known. */
export function useFieldsOf(groupPath: string, typeName: string): readonly CustomFieldView[] {
  const { data } = useQuery(groupFieldsQuery(groupPath));
  return data?.fields.filter((field) => isOfType(field, typeName)) ?? [];
}

/** Whether items of a type have the field. */
export function isOfType({ active, workItemTypes }: CustomFieldView, typeName: string): boolean {
  return active && workItemTypes.some(({ name }) => name.toLowerCase() === typeName);
}

/** The fields of a form for a new item. */
export function NewFields({
  fields,
  texts,
  onChange,
}: {
  fields: readonly CustomFieldView[];
  texts: NewFieldTexts;
  onChange(texts: NewFieldTexts): void;
}) {
  const { formatMessage } = useIntl();
  return fields.map((field) => {
    const draft = texts[field.id] ?? nothing;
    return (
      <FieldControl
        key={field.id}
        field={field}
        isNamed
        draft={draft}
        set={(change) => onChange({ ...texts, [field.id]: { ...draft, ...change } })}
        problem={hasProblem(field, draft) ? formatMessage(messages.notNumber) : undefined}
      />
    );
  });
}

const hasProblem = ({ fieldType }: CustomFieldView, { text }: FieldText): boolean =>
  fieldType === 'NUMBER' && Number.isNaN(numberOf(text));

/** Whether every entered value is valid. */
export function areFieldsRight(fields: readonly CustomFieldView[], texts: NewFieldTexts): boolean {
  return fields.every((field) => !hasProblem(field, texts[field.id] ?? nothing));
}

/** The entered values as mutation inputs; empty fields are omitted. */
export function newFieldInputs(fields: readonly CustomFieldView[], texts: NewFieldTexts) {
  return fields
    .filter(({ id }) => (texts[id]?.chosen.length ?? 0) > 0 || (texts[id]?.text.trim() ?? '') !== '')
    .map((field) => ({ customFieldId: field.id, ...fieldValueOf(field, texts[field.id] ?? nothing) }));
}
