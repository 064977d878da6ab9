import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { childTaskMessages as messages } from './data/child-task-messages.ts';
import styles from './ChildTasks.module.css';

export interface ChildTasksFormProps {
  /** Returns whether the task was created. */
  onAdd(title: string): Promise<boolean>;
  onClose(): void;
}

/** Creates a task by its title, and stays open for the next one. */
export function ChildTasksForm({ onAdd, onClose }: ChildTasksFormProps) {
  const { formatMessage } = useIntl();
  const [title, setTitle] = useState('');
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (title.trim() === '' || isSending) return;
    setSending(true);
    if (await onAdd(title.trim())) setTitle('');
    setSending(false);
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={formatMessage(messages.form)}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {/* Not disabled while it is sent: the focus stays for the next title. */}
      <TextField
        label={formatMessage(messages.name)}
        value={title}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        maxLength={255}
        readOnly={isSending}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" size="small" disabled={title.trim() === ''} busy={isSending}>
          <FormattedMessage {...messages.add} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}
