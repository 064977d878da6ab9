import { isColor, labelTitleProblems, MAX_LABEL_DESCRIPTION_LENGTH } from '@milepost/core/labels';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConflictError, ValidationError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { session } from '../../platform/session/session.ts';
import { TextArea, TextField } from '../../ui/field/Field.tsx';
import { addLabel, changeLabel, type LabelFields, type RestLabel } from './api.ts';
import { ColorField } from './ColorField.tsx';
import { LabelChip } from './LabelChip.tsx';
import { labelPageMessages as messages } from './page-messages.ts';
import styles from './LabelForm.module.css';

export interface LabelFormProps {
  namespace: NamespaceRef;
  /** Null for a new one. */
  label: RestLabel | null;
  onClose(): void;
}

/** Creates or changes a label, with a preview in both themes. */
export function LabelForm({ namespace, label, onClose }: LabelFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { labelColors } = session();
  const form = useForm<LabelFields>({
    initial: {
      title: label?.name ?? '',
      color: label?.color ?? labelColors[0]?.color ?? '#1068bf',
      description: label?.description ?? '',
    },
    check: ({ title, color }) => {
      const titleProblems = labelTitleProblems(title);
      return {
        ...(titleProblems.length > 0 && { title: titleProblems }),
        ...(!isColor(color.trim()) && { color: ['must be a valid color code'] }),
      };
    },
    async send(values) {
      try {
        const { title: new_name, color, description } = values;
        if (label) await changeLabel(namespace, label.id, { new_name, color: color.trim(), description });
        else await addLabel(namespace, { ...values, color: color.trim() });
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        throw new ValidationError(error.message, { title: [formatMessage(messages.exists)] });
      }
      await Promise.all(['labels', 'label-choices'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const { values, set, problemOf } = form;
  const shown = { title: values.title.trim() || formatMessage(messages.title), color: values.color };
  return (
    <FormDialog
      title={formatMessage(label ? messages.editOf : messages.new)}
      form={form}
      send={label ? messages.save : messages.create}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.title)}
        note={formatMessage(messages.titleNote)}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        value={values.title}
        error={problemOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      <ColorField value={values.color} error={problemOf('color')} onChange={(color) => set({ color })} />
      <TextArea
        label={formatMessage(messages.description)}
        rows={2}
        maxLength={MAX_LABEL_DESCRIPTION_LENGTH}
        value={values.description}
        error={problemOf('description')}
        onChange={({ target }) => set({ description: target.value })}
      />
      <div className={styles.previews} role="group" aria-label={formatMessage(messages.preview)}>
        {(['light', 'dark'] as const).map((theme) => (
          <span key={theme} data-theme={theme} className={styles.preview}>
            <LabelChip size="large" label={shown} />
          </span>
        ))}
      </div>
    </FormDialog>
  );
}
