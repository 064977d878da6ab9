import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { dateFieldText } from '../../ui/field/days.ts';
import { DateField } from '../../ui/field/DateField.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { FieldPair } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { TextEditor } from '../work-items/TextEditor.tsx';
import type { Cadence, ListedIteration } from './api.ts';
import { addIteration, changeIteration, type IterationFields } from './changes.ts';
import { iterationMessages as messages } from './messages.ts';

export interface IterationFormProps {
  groupPath: string;
  cadence: Pick<Cadence, 'id' | 'automatic'>;
  /** Null for a new one. */
  iteration: ListedIteration | null;
  onClose(): void;
}

const blank = ["can't be blank"];

/** Creates or changes an iteration. Those of an automatic cadence keep their dates. */
export function IterationForm({ groupPath, cadence, iteration, onClose }: IterationFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const hasDates = !cadence.automatic;
  const form = useForm<IterationFields>({
    initial: {
      title: iteration?.title ?? '',
      description: iteration?.description ?? '',
      startDate: dateFieldText(iteration?.startDate),
      dueDate: dateFieldText(iteration?.dueDate),
    },
    check: ({ startDate, dueDate }) => ({
      ...(hasDates && !startDate && { startDate: blank }),
      ...(hasDates && !dueDate && { dueDate: blank }),
      ...(hasDates && startDate && dueDate && dueDate < startDate && { dueDate: ['must be greater than start date'] }),
    }),
    async send({ startDate, dueDate, ...texts }) {
      const fields = hasDates ? { ...texts, startDate, dueDate } : texts;
      if (iteration) await changeIteration(iteration, fields);
      else await addIteration(groupPath, cadence.id, { ...texts, startDate, dueDate });
      await Promise.all(
        ['iterations', 'iteration', 'iteration-neighbors'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={formatMessage(iteration ? messages.editIteration : messages.newIteration)}
      form={form}
      send={iteration ? messages.save : messages.createIteration}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.name)}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        value={values.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      {hasDates ? (
        <FieldPair>
          <DateField
            label={formatMessage(messages.start)}
            value={values.startDate}
            error={problemOf('startDate')}
            onChange={(startDate) => set({ startDate })}
          />
          <DateField
            label={formatMessage(messages.due)}
            value={values.dueDate}
            error={problemOf('dueDate')}
            onChange={(dueDate) => set({ dueDate })}
          />
        </FieldPair>
      ) : (
        <p className={text.quiet}>{formatMessage(messages.datesByCadence)}</p>
      )}
      <TextEditor
        name="description"
        label={formatMessage(messages.description)}
        rows={4}
        value={values.description}
        context={{ kind: 'group', fullPath: groupPath, type: 'issue', iid: null }}
        onChange={(description) => set({ description })}
      />
    </FormDialog>
  );
}
