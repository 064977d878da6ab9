import { milestoneDateProblems, milestoneTitleProblems } from '@milepost/core/timeboxes/milestones';
import { parseDay } from '@milepost/core/days';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { dateFieldText } from '../../ui/field/days.ts';
import { DateField } from '../../ui/field/DateField.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { FieldPair } from '../../ui/page/Page.tsx';
import { TextEditor } from '../work-items/TextEditor.tsx';
import { createMilestone, type ListedMilestone, type MilestoneFields, updateMilestone } from './api.ts';
import { milestoneMessages as messages } from './messages.ts';

export interface MilestoneFormProps {
  /** Where a new milestone is created, and the context of the description. */
  namespace: NamespaceRef;
  /** Null for a new one. */
  milestone: Pick<ListedMilestone, 'id' | 'webPath' | 'title' | 'description' | 'startDate' | 'dueDate'> | null;
  onSaved?(saved: { iid: number } | null): void;
  onClose(): void;
}

/** Creates or changes a milestone. */
export function MilestoneForm({ namespace, milestone, onSaved, onClose }: MilestoneFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm<MilestoneFields>({
    initial: {
      title: milestone?.title ?? '',
      description: milestone?.description ?? '',
      start_date: dateFieldText(milestone?.startDate),
      due_date: dateFieldText(milestone?.dueDate),
    },
    check: ({ title, start_date, due_date }) => {
      const titleProblems = milestoneTitleProblems(title);
      return {
        ...(titleProblems.length > 0 && { title: titleProblems }),
        ...milestoneDateProblems({ start: parseDay(start_date), due: parseDay(due_date) }),
      };
    },
    async send(values) {
      const saved = milestone ? await updateMilestone(milestone, values) : await createMilestone(namespace, values);
      await Promise.all(
        ['milestones', 'milestone'].map((key) => client.invalidateQueries({ queryKey: [key, namespace.kind] })),
      );
      onSaved?.(saved ?? null);
    },
  });
  const { values, set, problemOf } = form;
  return (
    <FormDialog
      title={formatMessage(milestone ? messages.editOf : messages.new)}
      form={form}
      send={milestone ? messages.save : messages.create}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.title)}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        value={values.title}
        error={problemOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      <FieldPair>
        <DateField
          label={formatMessage(messages.start)}
          clearable
          value={values.start_date}
          error={problemOf('start_date')}
          rangeStart={values.start_date}
          rangeEnd={values.due_date}
          onChange={(start_date) => set({ start_date })}
        />
        <DateField
          label={formatMessage(messages.due)}
          clearable
          value={values.due_date}
          error={problemOf('due_date')}
          rangeStart={values.start_date}
          rangeEnd={values.due_date}
          onChange={(due_date) => set({ due_date })}
        />
      </FieldPair>
      <TextEditor
        name="description"
        label={formatMessage(messages.description)}
        rows={5}
        value={values.description}
        error={problemOf('description')}
        context={{ ...namespace, type: 'issue', iid: null }}
        onChange={(description) => set({ description })}
      />
    </FormDialog>
  );
}
