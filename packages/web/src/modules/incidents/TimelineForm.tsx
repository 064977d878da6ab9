import { timelineLimits, timelineProblems, timelineTags } from '@milepost/core/text/incident-timeline';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field/Field.tsx';
import { FieldPair } from '../../ui/page/Page.tsx';
import { timelineMessages as messages } from './messages.ts';
import {
  addTimelineEvent,
  changeTimelineEvent,
  timelineQuery,
  type TimelineEvent,
  type TimelineOwner,
} from './timeline-api.ts';
import styles from './Timeline.module.css';

export interface TimelineFormProps {
  owner: TimelineOwner;
  /** Null for a new one. */
  event: TimelineEvent | null;
  onClose(): void;
}

/** Adds or changes an entry. Date and time are those of the viewer, and now for a new entry. */
export function TimelineForm({ owner, event, onClose }: TimelineFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(event));
  const form = useForm({
    initial,
    check: ({ note, date, time }) => {
      const isLong = note.trim() !== event?.note;
      const { note: noteProblems } = timelineProblems(isLong ? note.trim() : undefined, undefined);
      return {
        ...(noteProblems && { note: noteProblems }),
        ...(!date && { date: ["can't be blank"] }),
        ...(!time && { time: ["can't be blank"] }),
      };
    },
    async send({ note, date, time, tags }) {
      const fields = { note, occurredAt: new Date(`${date}T${time}`).toISOString(), timelineEventTagNames: tags };
      await (event ? changeTimelineEvent(event.id, fields) : addTimelineEvent(owner.id, fields));
      await client.invalidateQueries({ queryKey: timelineQuery(owner).queryKey });
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={formatMessage(event ? messages.editTitle : messages.addTitle)}
      form={form}
      send={event ? messages.save : messages.add}
      onClose={onClose}
    >
      <TextArea
        label={formatMessage(messages.text)}
        data-autofocus
        rows={3}
        value={values.note}
        error={problemOf('note')}
        note={`${Array.from(values.note.trim()).length} / ${timelineLimits.note}`}
        onChange={({ target }) => set({ note: target.value })}
      />
      <FieldPair>
        <DateField
          label={formatMessage(messages.date)}
          value={values.date}
          error={problemOf('date')}
          onChange={(date) => set({ date })}
        />
        <TextField
          label={formatMessage(messages.time)}
          type="time"
          value={values.time}
          error={problemOf('time')}
          onChange={({ target }) => set({ time: target.value })}
        />
      </FieldPair>
      <fieldset className={styles.tags}>
        <legend>{formatMessage(messages.tags)}</legend>
        {timelineTags.map((tag) => (
          <Checkbox
            key={tag}
            label={tag}
            checked={values.tags.includes(tag)}
            onChange={({ target }) =>
              set({ tags: target.checked ? [...values.tags, tag] : values.tags.filter((each) => each !== tag) })
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}

function valuesOf(event: TimelineEvent | null) {
  return {
    note: event?.note ?? '',
    ...localTime(event ? new Date(event.occurredAt) : new Date()),
    tags: present(event?.timelineEventTags?.nodes).map(({ name }) => name),
  };
}

/** `YYYY-MM-DD` and `HH:MM` on the clock of the viewer. */
function localTime(at: Date): { date: string; time: string } {
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}
