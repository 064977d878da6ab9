import { MAX_STATUS_UPDATE_LENGTH, statusUpdateProblems } from '@milepost/core/roadmap/status-updates';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { TextArea } from '../../ui/field/Field.tsx';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Segmented } from '../../ui/field/Segmented.tsx';
import { healthStatuses, type HealthStatus } from '../work-items/health.ts';
import { itemMessages } from '../work-items/messages.ts';
import { changeStatusUpdate, postStatusUpdate, type StatusUpdate } from './api.ts';
import { statusUpdateMessages as messages } from './messages.ts';

export interface StatusUpdateFormProps {
  epicId: string;
  fullPath: string;
  iid: string;
  /** Null for a new one. */
  update: StatusUpdate | null;
  health: HealthStatus | null;
  /** The text of a new one to begin with. */
  initialText?: string;
  onClose(): void;
}

/** Posts or edits a status update. */
export function StatusUpdateForm({
  epicId,
  fullPath,
  iid,
  update,
  health,
  initialText = '',
  onClose,
}: StatusUpdateFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  // Without a health nothing is chosen for the author: an update must not say “On track” by accident.
  const initialHealth: HealthStatus | null = update?.health ?? health;
  const form = useForm({
    initial: { text: update?.text ?? initialText, health: initialHealth },
    check: ({ text, health: chosen }) =>
      chosen === null
        ? { ...statusUpdateProblems(text), health: [formatMessage(messages.chooseHealth)] }
        : statusUpdateProblems(text),
    async send({ text, health: chosen }) {
      if (chosen === null) return;
      const fields = { text, health: chosen };
      await (update ? changeStatusUpdate(update.id, fields) : postStatusUpdate(epicId, fields));
      await Promise.all(
        [['status-updates', fullPath, iid], ['epic', fullPath, iid], ['children']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={formatMessage(update ? messages.editTitle : messages.postTitle)}
      form={form}
      send={update ? messages.save : messages.post}
      onClose={onClose}
    >
      <Segmented
        label={formatMessage(messages.health)}
        value={values.health}
        options={healthStatuses.map((value) => ({ value, label: formatMessage(itemMessages[value]) }))}
        onChange={(chosen) => set({ health: chosen })}
      />
      {problemOf('health') && <ErrorState>{problemOf('health')}</ErrorState>}
      <TextArea
        label={formatMessage(messages.text)}
        data-autofocus
        rows={6}
        value={values.text}
        error={problemOf('text')}
        note={`${Array.from(values.text).length} / ${MAX_STATUS_UPDATE_LENGTH}`}
        onChange={({ target }) => set({ text: target.value })}
      />
    </FormDialog>
  );
}
