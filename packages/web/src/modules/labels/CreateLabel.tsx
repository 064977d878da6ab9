import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ArrowLeft } from 'lucide-react';
import { type CSSProperties, type FormEvent, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { ChangeRefusedError } from '../../platform/api/errors.ts';
import { session } from '../../platform/session/session.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { createLabel, type ShownLabel } from './api.ts';
import { labelMessages as messages } from './messages.ts';
import styles from './LabelPicker.module.css';

export interface CreateLabelProps {
  namespace: NamespaceRef;
  anchor: Element;
  /** The search text, as the initial name. */
  title: string;
  onBack(): void;
  onClose(): void;
  onCreated(label: ShownLabel): void;
}

/** Creates a label without leaving the item: its name, and a suggested or custom color. */
export function CreateLabel({ namespace, anchor, title: wanted, onBack, onClose, onCreated }: CreateLabelProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const id = useId();
  const { labelColors } = session();
  const [title, setTitle] = useState(wanted);
  const [color, setColor] = useState(labelColors[0]?.color ?? '#1068bf');
  const create = useMutation({
    mutationFn: () => createLabel(client, namespace, { title: title.trim(), color: color.trim() }),
    async onSuccess(label) {
      onCreated(label);
      await client.invalidateQueries({ queryKey: ['label-choices'] });
    },
  });
  const isReady = title.trim() !== '' && color.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // This form is nested in a form of the page, which must not be submitted.
    event.stopPropagation();
    if (isReady && !create.isPending) create.mutate();
  };
  const refused = create.error instanceof ChangeRefusedError ? create.error.message : '';
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      className={styles.view}
      role="dialog"
      aria-label={formatMessage(messages.create)}
    >
      <form noValidate onSubmit={submit}>
        <div className={styles.head}>
          <IconButton size="small" icon={ArrowLeft} label={formatMessage(messages.back)} onClick={onBack} />
          <h4>{formatMessage(messages.create)}</h4>
        </div>
        {create.isError && (
          <Alert tone="danger">{refused === '' ? formatMessage(messages.createFailed) : refused}</Alert>
        )}
        <TextField
          label={formatMessage(messages.name)}
          autoFocus
          autoComplete="off"
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className={styles.color}>
          <TextField
            label={formatMessage(messages.color)}
            note={formatMessage(messages.colorNote)}
            autoComplete="off"
            spellCheck={false}
            value={color}
            onChange={({ target }) => setColor(target.value)}
          />
          <span className={styles.sample} style={{ '--label': color } as CSSProperties} aria-hidden />
        </div>
        <div className={styles.colors} role="group" aria-label={formatMessage(messages.suggested)} id={id}>
          {labelColors.map((each) => (
            <button
              key={each.color}
              type="button"
              className={styles.swatch}
              style={{ '--label': each.color } as CSSProperties}
              aria-label={each.name}
              aria-pressed={color.trim().toLowerCase() === each.color.toLowerCase()}
              data-tooltip={each.name}
              onClick={() => setColor(each.color)}
            />
          ))}
        </div>
        <div className={styles.buttons}>
          <Button size="small" onClick={onBack}>
            {formatMessage(messages.cancel)}
          </Button>
          <Button
            size="small"
            kind="primary"
            type="submit"
            disabled={!isReady || create.isPending}
            busy={create.isPending}
          >
            {formatMessage(messages.createNow)}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
