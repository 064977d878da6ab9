import { statusIcons, statusLimits } from '@milepost/core/statuses/statuses';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { ColorField } from '../../modules/labels/ColorField.tsx';
import { StatusMark } from '../../modules/statuses/StatusLabel.tsx';
import { categories, type Category, categoryMessages, iconMessages } from '../../modules/statuses/messages.ts';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { type DraftStatus, withCategory } from './draft.ts';
import { formMessages as messages } from './messages.ts';
import styles from './StatusesPage.module.css';

export interface StatusFormProps {
  status: DraftStatus;
  onDone(status: DraftStatus): void;
  onClose(): void;
}

/** Describes a status of the form below it; it is saved with its lifecycle. */
export function StatusForm({ status, onDone, onClose }: StatusFormProps) {
  const { formatMessage } = useIntl();
  const form = useForm<DraftStatus>({
    initial: status,
    check: ({ name, color }) => ({
      ...(name.trim() === '' && { name: ["can't be blank"] }),
      // Unlike colors of labels, the published API takes one notation only.
      ...(!/^#[\da-f]{6}$/i.test(color.trim()) && { color: ['must be written as #RRGGBB'] }),
    }),
    send: (values) => {
      onDone({ ...values, name: values.name.trim(), color: values.color.trim().toLowerCase() });
      return Promise.resolve();
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={status.name || formatMessage(messages.newStatus)}
      form={form}
      send={messages.done}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.name)}
        data-autofocus
        autoComplete="off"
        maxLength={statusLimits.name}
        value={values.name}
        error={problemOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Select
        label={formatMessage(messages.category)}
        note={formatMessage(messages.categoryNote)}
        disabled={status.id !== undefined}
        value={values.category}
        onChange={({ target }) => set(withCategory(values, target.value as Category))}
      >
        {categories.map((category) => (
          <option key={category} value={category}>
            {formatMessage(categoryMessages[category])}
          </option>
        ))}
      </Select>
      <div className={styles.icons} role="radiogroup" aria-label={formatMessage(messages.icon)}>
        {statusIcons.map((icon) => (
          <label key={icon} className={styles.icon} data-tooltip={formatMessage(iconMessages[icon])}>
            <input
              type="radio"
              name="icon"
              aria-label={formatMessage(iconMessages[icon])}
              checked={values.iconName === icon}
              onChange={() => set({ iconName: icon })}
            />
            <StatusMark status={{ color: values.color, iconName: icon }} />
          </label>
        ))}
      </div>
      <ColorField value={values.color} error={problemOf('color')} onChange={(color) => set({ color })} />
      <TextField
        label={formatMessage(messages.description)}
        autoComplete="off"
        maxLength={statusLimits.description}
        value={values.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </FormDialog>
  );
}
