import {
  type CustomFieldType,
  customFieldProblems,
  customFieldTypes,
  isSelect,
} from '@milepost/core/fields/custom-fields';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { createCustomField, type CustomFieldView, updateCustomField } from '../../modules/custom-fields/api.ts';
import { itemTypes } from '../../modules/work-items/item-types.ts';
import { fieldTypeMessages } from '../../modules/custom-fields/messages.ts';
import { FieldSet } from '../../ui/field/FieldSet.tsx';
import { Checkbox, Select, TextField } from '../../ui/field/Field.tsx';
import { FieldPair, pageLook } from '../../ui/page/Page.tsx';
import { blankOption, type DraftOption, OptionList } from './OptionList.tsx';
import { formMessages as messages, pageMessages } from './messages.ts';
import styles from './CustomFieldsPage.module.css';

export interface FieldFormProps {
  groupPath: string;
  /** Null for a new field. */
  field: CustomFieldView | null;
  onClose: () => void;
}

interface Draft {
  name: string;
  fieldType: CustomFieldType;
  select_options: readonly DraftOption[];
  workItemTypeIds: readonly string[];
}

/** Creates or edits a field. */
export function FieldForm({ groupPath, field, onClose }: FieldFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const root = useRef<HTMLFormElement>(null);
  const form = useForm<Draft>({
    initial: draftOf(field),
    check: (draft) => customFieldProblems({ ...draft, name: draft.name.trim(), options: valuesOf(draft) }),
    async send({ select_options: options, ...draft }) {
      const given = { ...draft, options: wantedOptions(options) };
      await (field ? updateCustomField(field.id, given) : createCustomField(groupPath, given));
      await client.invalidateQueries({ queryKey: ['customFields', groupPath] });
    },
  });
  const { values } = form;
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  const titleId = `field-form-${field?.id ?? 'new'}`;
  return (
    <form
      ref={root}
      className={`${pageLook.form} ${pageLook.box}`}
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => void submit(event)}
    >
      <UnsavedGuard isUnsaved={form.isChanged} />
      <h2 id={titleId} className={styles.formTitle}>
        {field ? field.name : formatMessage(pageMessages.newTitle)}
      </h2>
      <FieldPair>
        <TextField
          label={formatMessage(messages.name)}
          name="name"
          autoFocus
          autoComplete="off"
          value={values.name}
          error={form.problemOf('name')}
          onChange={({ target }) => form.set({ name: target.value })}
        />
        <Select
          label={formatMessage(messages.type)}
          name="fieldType"
          disabled={field !== null}
          note={formatMessage(messages.typeNote)}
          value={values.fieldType}
          onChange={({ target }) => form.set({ fieldType: target.value as CustomFieldType })}
        >
          {customFieldTypes.map((type) => (
            <option key={type} value={type}>
              {formatMessage(fieldTypeMessages[type])}
            </option>
          ))}
        </Select>
      </FieldPair>
      {isSelect(values.fieldType) && (
        <OptionList
          options={values.select_options}
          before={field?.selectOptions ?? []}
          problem={form.problemOf('select_options')}
          onChange={(options) => form.set({ select_options: options })}
        />
      )}
      <FieldSet legend={<FormattedMessage {...messages.usedOn} />}>
        <div className={styles.types}>
          {itemTypes.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={formatMessage(title)}
              checked={values.workItemTypeIds.includes(id)}
              onChange={({ target }) =>
                form.set({
                  workItemTypeIds: target.checked
                    ? [...values.workItemTypeIds, id]
                    : values.workItemTypeIds.filter((other) => other !== id),
                })
              }
            />
          ))}
        </div>
      </FieldSet>
      <FormFoot form={form} send={field ? messages.save : messages.create} onCancel={onClose} />
    </form>
  );
}

function draftOf(field: CustomFieldView | null): Draft {
  return {
    name: field?.name ?? '',
    fieldType: field?.fieldType ?? 'SINGLE_SELECT',
    select_options: field
      ? field.selectOptions.map(({ id, value }) => ({ key: id, id, value }))
      : [blankOption(), blankOption()],
    workItemTypeIds: field ? field.workItemTypes.map(({ id }) => id) : itemTypes.slice(0, 2).map(({ id }) => id),
  };
}

/** Empty lines are ignored. */
function filled(options: readonly DraftOption[]): DraftOption[] {
  return options.filter(({ value }) => value.trim() !== '');
}

function valuesOf({ fieldType, select_options: options }: Draft): string[] {
  return isSelect(fieldType) ? filled(options).map(({ value }) => value.trim()) : [];
}

function wantedOptions(options: readonly DraftOption[]) {
  return filled(options).map(({ id, value }) => (id === undefined ? { value } : { id, value }));
}
