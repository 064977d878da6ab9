import { type FormEvent, useRef, useState } from 'react';
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
  const lastAdded = useRef<Promise<void>>(Promise.resolve());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const sent = title.trim();
    if (sent === '') return;
    // The field is free for the next title at once; the tasks are created in order.
    setTitle('');
    const add = async (): Promise<void> => {
      if (!(await onAdd(sent))) setTitle((next) => [sent, next].filter(Boolean).join(' '));
    };
    lastAdded.current = lastAdded.current.then(add).catch(reportError);
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={formatMessage(messages.form)}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <TextField
        label={formatMessage(messages.name)}
        value={title}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        maxLength={255}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" size="small" disabled={title.trim() === ''}>
          <FormattedMessage {...messages.add} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}
