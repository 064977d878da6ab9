import { cadenceProblems } from '@milepost/core/timeboxes/iterations';
import { formatDay, localDayOf, parseDay } from '@milepost/core/days';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { dateFieldText } from '../../ui/field/days.ts';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field/Field.tsx';
import { FieldPair } from '../../ui/page/Page.tsx';
import type { Cadence } from './api.ts';
import { type CadenceFields, saveCadence } from './changes.ts';
import { iterationMessages as messages } from './messages.ts';

const DURATIONS = [1, 2, 3, 4];
const ADVANCE_CHOICES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The options of a list, with the present value if that is none of them. */
const withPresent = (options: readonly number[], value: number): number[] =>
  [...new Set([...options, value])].toSorted((one, other) => one - other);

export interface CadenceFormProps {
  groupPath: string;
  /** Null for a new one. */
  cadence: Cadence | null;
  onClose(): void;
}

/** Creates or changes a cadence. */
export function CadenceForm({ groupPath, cadence, onClose }: CadenceFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [today] = useState(() => formatDay(localDayOf(new Date())));
  const form = useForm<CadenceFields>({
    initial: {
      title: cadence?.title ?? '',
      description: cadence?.description ?? '',
      automatic: cadence?.automatic ?? true,
      startDate: cadence ? dateFieldText(cadence.startDate) : today,
      durationInWeeks: cadence?.durationInWeeks ?? 2,
      iterationsInAdvance: cadence?.iterationsInAdvance ?? 2,
      rollOver: cadence?.rollOver ?? false,
    },
    check({ title, automatic, startDate, durationInWeeks, iterationsInAdvance }) {
      const { start_date: start, ...rest } = cadenceProblems({
        title,
        isAutomatic: automatic,
        startDate: parseDay(startDate),
        durationInWeeks,
        iterationsInAdvance,
      });
      return start ? { ...rest, startDate: start } : rest;
    },
    async send(values) {
      await saveCadence(groupPath, cadence?.id ?? null, values);
      await Promise.all(['iterations', 'iteration'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={formatMessage(cadence ? messages.editCadence : messages.newCadence)}
      form={form}
      send={cadence ? messages.save : messages.createCadence}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.name)}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        value={values.title}
        error={problemOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        label={formatMessage(messages.description)}
        rows={2}
        value={values.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <Checkbox
        label={formatMessage(messages.automatic)}
        note={formatMessage(messages.automaticNote)}
        checked={values.automatic}
        onChange={({ target }) => set({ automatic: target.checked })}
      />
      {values.automatic && (
        <>
          <DateField
            label={formatMessage(messages.start)}
            value={values.startDate}
            error={problemOf('startDate')}
            onChange={(startDate) => set({ startDate })}
          />
          <FieldPair>
            <Select
              label={formatMessage(messages.duration)}
              value={values.durationInWeeks}
              onChange={({ target }) => set({ durationInWeeks: Number(target.value) })}
            >
              {withPresent(DURATIONS, values.durationInWeeks).map((count) => (
                <option key={count} value={count}>
                  {formatMessage(messages.weeks, { count })}
                </option>
              ))}
            </Select>
            <Select
              label={formatMessage(messages.ahead)}
              value={values.iterationsInAdvance}
              onChange={({ target }) => set({ iterationsInAdvance: Number(target.value) })}
            >
              {withPresent(ADVANCE_CHOICES, values.iterationsInAdvance).map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </Select>
          </FieldPair>
        </>
      )}
      <Checkbox
        label={formatMessage(messages.rollOver)}
        note={formatMessage(messages.rollOverNote)}
        checked={values.rollOver}
        onChange={({ target }) => set({ rollOver: target.checked })}
      />
    </FormDialog>
  );
}
