import { formatDay } from '@milepost/core/days';
import { defaultEpicColor, epicColors, problemsOf } from '@milepost/core/work-items';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type FormEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../app/form.ts';
import { FormFailure } from '../../app/FormFailure.tsx';
import { ButtonLink } from '../../app/Link.tsx';
import { goTo } from '../../app/navigation.ts';
import type { PageProps } from '../../app/page-props.ts';
import { useTitle } from '../../app/title.tsx';
import { UnsavedGuard } from '../../app/UnsavedGuard.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/Field.tsx';
import { FieldPair, PageBody, PageHead, pageLook } from '../../ui/Page.tsx';
import { createEpic } from './api.ts';
import styles from './NewEpicPage.module.css';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'newEpic.title', defaultMessage: 'New epic' },
  name: { id: 'newEpic.name', defaultMessage: 'Title' },
  description: { id: 'newEpic.description', defaultMessage: 'Description' },
  descriptionNote: { id: 'newEpic.descriptionNote', defaultMessage: 'Markdown works here.' },
  start: { id: 'newEpic.start', defaultMessage: 'Start date' },
  due: { id: 'newEpic.due', defaultMessage: 'Due date' },
  datesNote: { id: 'newEpic.datesNote', defaultMessage: 'Empty: inherited from what is below.' },
  dueBeforeStart: { id: 'newEpic.dueBeforeStart', defaultMessage: 'The due date lies before the start date.' },
  color: { id: 'newEpic.color', defaultMessage: 'Color' },
  confidential: { id: 'newEpic.confidential', defaultMessage: 'Confidential' },
  confidentialNote: {
    id: 'newEpic.confidentialNote',
    defaultMessage: 'Only members with at least the Planner role see it.',
  },
  create: { id: 'newEpic.create', defaultMessage: 'Create epic' },
  cancel: { id: 'newEpic.cancel', defaultMessage: 'Cancel' },
});

/** A new epic of a group. */
export function NewEpicPage({ address: { fullPath } }: PageProps<'newEpic'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(words.title), fullPath);
  const client = useQueryClient();
  const created = useRef('');
  const form = useForm({
    initial: { title: '', description: '', start: '', due: '', color: defaultEpicColor, confidential: false },
    check: ({ title, description, start, due }) => ({
      ...problemsOf({ title, description }),
      ...(start !== '' && due !== '' && due < start ? { due: [formatMessage(words.dueBeforeStart)] } : {}),
    }),
    async send(draft) {
      created.current = await createEpic(fullPath, draft);
      void client.invalidateQueries({ queryKey: ['epics'] });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) goTo(created.current, { replace: true });
  };
  const { values } = form;
  return (
    <PageBody width="form">
      <UnsavedGuard isUnsaved={form.isChanged} />
      <PageHead title={<FormattedMessage {...words.title} />} />
      <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={formatMessage(words.name)}
          name="title"
          autoFocus
          value={values.title}
          error={form.problemOf('title')}
          onChange={(event) => form.set({ title: event.target.value })}
        />
        <TextArea
          label={formatMessage(words.description)}
          name="description"
          rows={10}
          note={formatMessage(words.descriptionNote)}
          value={values.description}
          error={form.problemOf('description')}
          onChange={(event) => form.set({ description: event.target.value })}
        />
        <FieldPair>
          <DateField
            label={formatMessage(words.start)}
            name="start"
            rangeStart={values.start}
            rangeEnd={values.due}
            isDisabled={(day) => values.due !== '' && formatDay(day) > values.due}
            clearable
            note={formatMessage(words.datesNote)}
            value={values.start}
            error={form.problemOf('start')}
            onChange={(start) => form.set({ start })}
          />
          <DateField
            label={formatMessage(words.due)}
            name="due"
            rangeStart={values.start}
            rangeEnd={values.due}
            isDisabled={(day) => formatDay(day) < values.start}
            clearable
            note={formatMessage(words.datesNote)}
            value={values.due}
            error={form.problemOf('due')}
            onChange={(due) => form.set({ due })}
          />
        </FieldPair>
        <fieldset className={styles.colors}>
          <legend>
            <FormattedMessage {...words.color} />
          </legend>
          {epicColors.map(({ color, name }) => (
            <label key={color} className={styles.color} style={{ '--bar': color } as CSSProperties}>
              <input
                type="radio"
                name="color"
                value={color}
                checked={values.color === color}
                onChange={() => form.set({ color })}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <Checkbox
          label={formatMessage(words.confidential)}
          note={formatMessage(words.confidentialNote)}
          name="confidential"
          checked={values.confidential}
          onChange={(event) => form.set({ confidential: event.target.checked })}
        />
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            <FormattedMessage {...words.create} />
          </Button>
          <ButtonLink to={{ page: 'epics', fullPath }}>
            <FormattedMessage {...words.cancel} />
          </ButtonLink>
        </div>
      </form>
    </PageBody>
  );
}
