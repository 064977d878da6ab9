import { formatDay } from '@milepost/core/days';
import { defaultEpicColor, problemsOf } from '@milepost/core/work-items';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import {
  areFieldsRight,
  NewFields,
  newFieldInputs,
  useFieldsOf,
  type NewFieldTexts,
} from '../../modules/custom-fields/NewFields.tsx';
import type { ShownLabel } from '../../modules/labels/api.ts';
import { LabelsWidget } from '../../modules/labels/LabelsWidget.tsx';
import { ColorChoice } from '../../modules/work-items/ColorChoice.tsx';
import { useAttachments } from '../../modules/uploads/use-attachments.tsx';
import { theNamed } from '../../modules/work-items/new/named.ts';
import { readSelects, type SentSelects } from '../../modules/work-items/select-fields/fields.ts';
import { SelectFields } from '../../modules/work-items/sidebar/SelectFields.tsx';
import { MayCreate } from '../../modules/work-items/new/MayCreate.tsx';
import { NewItemHead, NewItemText } from '../../modules/work-items/new/NewItemText.tsx';
import { useNewBeginning, useNewDraft } from '../../modules/work-items/new/use-new-draft.ts';
import type { ShownEpic } from '../../modules/work-items/sidebar/options.tsx';
import { ParentWidget } from '../../modules/work-items/sidebar/ParentWidget.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';
import { FieldPair, PageBody, pageLook } from '../../ui/page/Page.tsx';
import { createEpic, namedEpicQuery } from './api.ts';

const messages = defineMessages({
  title: { id: 'newEpic.title', defaultMessage: 'New epic' },
  start: { id: 'newEpic.start', defaultMessage: 'Start date' },
  due: { id: 'newEpic.due', defaultMessage: 'Due date' },
  datesNote: { id: 'newEpic.datesNote', defaultMessage: 'Leave blank to inherit from child items.' },
  dueBeforeStart: { id: 'newEpic.dueBeforeStart', defaultMessage: 'The due date is before the start date.' },
  color: { id: 'newEpic.color', defaultMessage: 'Color' },
  parent: { id: 'newEpic.parent', defaultMessage: 'Parent epic' },
  confidential: { id: 'newEpic.confidential', defaultMessage: 'Confidential' },
  confidentialNote: {
    id: 'newEpic.confidentialNote',
    defaultMessage:
      'Visible only to members with at least the Planner role. Children of confidential epics are always confidential.',
  },
  failed: { id: 'newEpic.failed', defaultMessage: 'Error creating epic' },
  create: { id: 'newEpic.create', defaultMessage: 'Create epic' },
  cancel: cancelLabel,
});

/** Creates an epic in a group. */
export function NewEpicPage({ address: { fullPath } }: PageProps<'newEpic'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  return (
    <MayCreate namespace={{ kind: 'group', fullPath }}>
      <NewEpic fullPath={fullPath} />
    </MayCreate>
  );
}

function NewEpic({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const created = useRef('');
  const formId = useId();
  const [parameters] = useSearchParameters();
  const [search] = usePageSearch('newEpic');
  const namedQuery = namedEpicQuery(search.parent_epic);
  const named = useQuery(namedQuery).data ?? null;
  const fields = useFieldsOf(fullPath, 'epic');
  const noTexts: NewFieldTexts = {};
  const noSelects: SentSelects = {};
  const beginning = useNewBeginning(`/groups/${fullPath}/-/epics/new`, parameters, {
    title: search['epic[title]'].trim(),
    description: search['epic[description]'],
  });
  const form = useForm({
    initial: {
      ...beginning.text,
      start: '',
      due: '',
      color: defaultEpicColor,
      labels: [] as ShownLabel[],
      /** Undefined: the one in the URL. */
      parent: undefined as ShownEpic | null | undefined,
      confidential: false,
      selects: noSelects,
      fieldTexts: noTexts,
    },
    check: ({ title, description, start, due, fieldTexts }) => ({
      ...problemsOf({ title, description }),
      ...(start !== '' && due !== '' && due < start ? { due: [formatMessage(messages.dueBeforeStart)] } : {}),
      ...(areFieldsRight(fields, fieldTexts) ? {} : { fieldTexts: [''] }),
    }),
    async send({ fieldTexts, ...draft }) {
      const parent = draft.parent === undefined ? await theNamed(client, namedQuery) : draft.parent;
      const labels = draft.labels.map((label) => label.title);
      created.current = await createEpic(fullPath, {
        ...draft,
        labels,
        parentId: parent?.id ?? null,
        selects: readSelects(draft.selects),
        customFields: newFieldInputs(fields, fieldTexts),
      });
      void client.invalidateQueries({ queryKey: ['epics'] });
    },
  });
  const draft = useNewDraft(beginning, form, parameters);
  const attachments = useAttachments({ group: fullPath });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (attachments.isUploading || !(await form.submit())) return;
    draft.forget();
    goTo(created.current, { replace: true });
  };
  const { values } = form;
  return (
    <PageBody width="form">
      <NewItemHead title={<FormattedMessage {...messages.title} />} isUnsaved={form.isChanged} draft={draft} />
      <form id={formId} className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <NewItemText
          form={form}
          context={{ kind: 'group', fullPath, type: 'epic', iid: null, isConfidential: values.confidential }}
          draft={draft}
          attachments={attachments}
        />
        <FieldPair>
          <DateField
            label={formatMessage(messages.start)}
            name="start"
            rangeStart={values.start}
            rangeEnd={values.due}
            isDisabled={(day) => values.due !== '' && formatDay(day) > values.due}
            clearable
            note={formatMessage(messages.datesNote)}
            value={values.start}
            error={form.problemOf('start')}
            onChange={(start) => form.set({ start })}
          />
          <DateField
            label={formatMessage(messages.due)}
            name="due"
            rangeStart={values.start}
            rangeEnd={values.due}
            isDisabled={(day) => formatDay(day) < values.start}
            clearable
            note={formatMessage(messages.datesNote)}
            value={values.due}
            error={form.problemOf('due')}
            onChange={(due) => form.set({ due })}
          />
        </FieldPair>
        <ColorChoice
          label={<FormattedMessage {...messages.color} />}
          value={values.color}
          error={form.problemOf('color')}
          onChange={(color) => form.set({ color })}
        />
        <Checkbox
          label={formatMessage(messages.confidential)}
          note={formatMessage(messages.confidentialNote)}
          name="confidential"
          checked={values.confidential}
          onChange={(event) => form.set({ confidential: event.target.checked })}
        />
        <NewFields fields={fields} texts={values.fieldTexts} onChange={(fieldTexts) => form.set({ fieldTexts })} />
      </form>
      {/* The selectors contain forms, which cannot be nested in another form. */}
      <LabelsWidget
        namespace={{ kind: 'group', fullPath }}
        labels={values.labels}
        mayEdit
        onSave={(_change, labels) => {
          form.set({ labels });
          return Promise.resolve();
        }}
      />
      <SelectFields
        type="epic"
        item={values.selects}
        mayEdit
        onSave={(change) => {
          form.set({ selects: { ...values.selects, ...change } });
          return Promise.resolve();
        }}
      />
      <ParentWidget
        name={formatMessage(messages.parent)}
        parent={values.parent === undefined ? named : values.parent}
        home={{ kind: 'group', fullPath }}
        mayEdit
        onSave={(_id, parent) => {
          form.set({ parent });
          return Promise.resolve();
        }}
      />
      <div className={pageLook.form}>
        <FormFailure failure={form.failure} title={formatMessage(messages.failed)} />
        <div className={pageLook.formActions}>
          <Button type="submit" form={formId} kind="primary" busy={form.isSending} disabled={attachments.isUploading}>
            <FormattedMessage {...messages.create} />
          </Button>
          <ButtonLink to={{ page: 'epics', fullPath }}>
            <FormattedMessage {...messages.cancel} />
          </ButtonLink>
        </div>
      </div>
    </PageBody>
  );
}
