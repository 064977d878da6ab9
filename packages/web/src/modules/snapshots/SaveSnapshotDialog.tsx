import { snapshotProblems } from '@milepost/core/roadmap/snapshots';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { TextArea, TextField } from '../../ui/field/Field.tsx';
import { text } from '../../ui/text/text.tsx';
import { createSnapshot, snapshotsKey } from './api.ts';
import { snapshotMessages as messages } from './messages.ts';

/** Saves a snapshot of a group; a job writes it. */
export function SaveSnapshotDialog({ fullPath, onClose }: { fullPath: string; onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '', note: '' },
    check: ({ name, note }) => snapshotProblems({ name: name.trim(), note: note.trim() }),
    async send(fields) {
      await createSnapshot(fullPath, fields);
      await client.invalidateQueries({ queryKey: snapshotsKey(fullPath) });
    },
  });
  return (
    <FormDialog title={formatMessage(messages.save)} form={form} send={messages.save} onClose={onClose}>
      <p className={text.quiet}>{formatMessage(messages.scope)}</p>
      <TextField label={formatMessage(messages.name)} data-autofocus {...form.textField('name')} />
      <TextArea
        label={formatMessage(messages.note)}
        rows={2}
        value={form.values.note}
        error={form.problemOf('note')}
        onChange={({ target }) => form.set({ note: target.value })}
      />
    </FormDialog>
  );
}
