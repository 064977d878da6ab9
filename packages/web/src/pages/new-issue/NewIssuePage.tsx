import { problemsOf } from '@milepost/core/work-items';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../app/form.ts';
import { FormFailure } from '../../app/FormFailure.tsx';
import { ButtonLink } from '../../app/Link.tsx';
import { goTo } from '../../app/navigation.ts';
import type { PageProps } from '../../app/page-props.ts';
import { textOf, useSearchParameters } from '../../app/search.ts';
import { useTitle } from '../../app/title.tsx';
import { UnsavedGuard } from '../../app/UnsavedGuard.tsx';
import { useAttachments } from '../../modules/uploads/use-attachments.tsx';
import { TemplatePicker } from '../../modules/description-templates/TemplatePicker.tsx';
import { TextEditor } from '../../modules/work-items/TextEditor.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { defineMessages } from '../../ui/messages.ts';
import { FieldPair, PageBody, PageHead, pageLook } from '../../ui/Page.tsx';
import { text } from '../../ui/text.tsx';
import { toast } from '../../ui/Toast.tsx';
import { createIssue, linkIssues } from './api.ts';

const words = defineMessages({
  title: { id: 'newIssue.title', defaultMessage: 'New issue' },
  name: { id: 'newIssue.name', defaultMessage: 'Title' },
  description: { id: 'newIssue.description', defaultMessage: 'Description' },
  due: { id: 'newIssue.due', defaultMessage: 'Due date' },
  weight: { id: 'newIssue.weight', defaultMessage: 'Weight' },
  weightWrong: { id: 'newIssue.weightWrong', defaultMessage: 'must be a whole number, 0 or more' },
  confidential: { id: 'newIssue.confidential', defaultMessage: 'Confidential' },
  confidentialNote: {
    id: 'newIssue.confidentialNote',
    defaultMessage: 'Only its author, its assignees and members with at least the Planner role see it.',
  },
  related: { id: 'newIssue.related', defaultMessage: 'The new issue will relate to #{iid}.' },
  notRelated: { id: 'newIssue.notRelated', defaultMessage: 'The issue was made, but could not be linked with #{iid}.' },
  create: { id: 'newIssue.create', defaultMessage: 'Create issue' },
  cancel: { id: 'newIssue.cancel', defaultMessage: 'Cancel' },
});

/** A new issue of a project. */
export function NewIssuePage({ address: { fullPath } }: PageProps<'newIssue'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(words.title), fullPath);
  const client = useQueryClient();
  const created = useRef('');
  const [parameters] = useSearchParameters();
  const related = /^[1-9]\d{0,9}$/.exec(textOf(parameters, 'add_related_issue'))?.[0];
  const form = useForm({
    initial: { title: '', description: '', due: '', weight: '', confidential: false },
    check: ({ title, description, weight }) => ({
      ...problemsOf({ title, description }),
      ...(/^\d*$/.test(weight) ? {} : { weight: [formatMessage(words.weightWrong)] }),
    }),
    async send(draft) {
      created.current = await createIssue(fullPath, draft);
      if (related) {
        // The issue is there by now; a link that fails is made on its page.
        await linkIssues(fullPath, created.current, related).catch(() =>
          toast({ text: formatMessage(words.notRelated, { iid: related }) }),
        );
      }
      void client.invalidateQueries({ queryKey: ['issues'] });
    },
  });
  const attachments = useAttachments({ project: fullPath });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!attachments.isUploading && (await form.submit())) goTo(created.current, { replace: true });
  };
  const field = (name: 'title' | 'weight') => ({
    name,
    value: form.values[name],
    error: form.problemOf(name),
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  });
  return (
    <PageBody width="form">
      <UnsavedGuard isUnsaved={form.isChanged} />
      <PageHead title={<FormattedMessage {...words.title} />} />
      <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField {...field('title')} label={formatMessage(words.name)} autoFocus />
        <TemplatePicker
          place={{ kind: 'project', fullPath }}
          type="issue"
          text={form.values.description}
          original=""
          onText={(description) => form.set({ description })}
          readsAddress
        />
        <TextEditor
          place={{ kind: 'project', fullPath, type: 'issue', iid: null, isConfidential: form.values.confidential }}
          name="description"
          label={formatMessage(words.description)}
          value={form.values.description}
          error={form.problemOf('description')}
          onChange={(description) => form.set({ description })}
          {...attachments.editor}
        />
        <FieldPair>
          <DateField
            name="due"
            label={formatMessage(words.due)}
            clearable
            value={form.values.due}
            error={form.problemOf('due')}
            onChange={(due) => form.set({ due })}
          />
          <TextField {...field('weight')} label={formatMessage(words.weight)} inputMode="numeric" />
        </FieldPair>
        <Checkbox
          label={formatMessage(words.confidential)}
          note={formatMessage(words.confidentialNote)}
          name="confidential"
          checked={form.values.confidential}
          onChange={(event) => form.set({ confidential: event.target.checked })}
        />
        {related && (
          <p className={text.quiet}>
            <FormattedMessage {...words.related} values={{ iid: related }} />
          </p>
        )}
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" kind="primary" busy={form.isSending} disabled={attachments.isUploading}>
            <FormattedMessage {...words.create} />
          </Button>
          <ButtonLink to={{ page: 'issues', fullPath }}>
            <FormattedMessage {...words.cancel} />
          </ButtonLink>
        </div>
      </form>
    </PageBody>
  );
}
