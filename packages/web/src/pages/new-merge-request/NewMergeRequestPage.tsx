import { mergeRequestTitleProblems } from '@milepost/core/merge-requests/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { createMergeRequest } from '../../modules/merge-requests/changes.ts';
import { BranchField } from '../../modules/repositories/BranchField.tsx';
import { useAttachments } from '../../modules/uploads/use-attachments.tsx';
import { TextEditor } from '../../modules/work-items/TextEditor.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { FieldPair, PageBody, PageHead, pageLook } from '../../ui/page/Page.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'newMergeRequest.title', defaultMessage: 'New merge request' },
  source: { id: 'newMergeRequest.source', defaultMessage: 'Source branch' },
  target: { id: 'newMergeRequest.target', defaultMessage: 'Target branch' },
  name: { id: 'newMergeRequest.name', defaultMessage: 'Title' },
  nameNote: { id: 'newMergeRequest.nameNote', defaultMessage: 'Begin with “Draft:” while it is not ready.' },
  description: { id: 'newMergeRequest.description', defaultMessage: 'Description' },
  create: { id: 'newMergeRequest.create', defaultMessage: 'Create merge request' },
  blank: { id: 'newMergeRequest.blank', defaultMessage: "can't be blank" },
});

/** Creates a merge request from a branch that was pushed. */
export function NewMergeRequestPage({ address: { fullPath } }: PageProps<'newMergeRequest'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const client = useQueryClient();
  const [search] = usePageSearch('newMergeRequest');
  const attachments = useAttachments({ project: fullPath });
  const created = useRef('');
  const form = useForm({
    initial: {
      source_branch: search.source,
      target_branch: search.target || 'main',
      title: '',
      description: '',
    },
    check: ({ title, source_branch: source, target_branch: target }) => {
      const blank = [formatMessage(messages.blank)];
      const titleProblems = mergeRequestTitleProblems(title);
      const problems = {
        ...(titleProblems.length > 0 && { title: titleProblems }),
        ...(source === '' && { source_branch: blank }),
        ...(target === '' && { target_branch: blank }),
      };
      return Object.keys(problems).length > 0 ? problems : null;
    },
    async send(values) {
      created.current = await createMergeRequest(fullPath, values);
      await client.invalidateQueries({ queryKey: ['merge-requests'] });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.isSending || attachments.isUploading) return;
    if (await form.submit()) goTo({ page: 'mergeRequest', fullPath, iid: created.current });
  };
  return (
    <PageBody width="form">
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedGuard isUnsaved={form.isChanged} />
        <FieldPair>
          <BranchField
            label={formatMessage(messages.source)}
            fullPath={fullPath}
            value={form.values.source_branch}
            error={form.problemOf('source_branch')}
            onChange={(branch) => form.set({ source_branch: branch })}
          />
          <BranchField
            label={formatMessage(messages.target)}
            fullPath={fullPath}
            value={form.values.target_branch}
            error={form.problemOf('target_branch')}
            onChange={(branch) => form.set({ target_branch: branch })}
          />
        </FieldPair>
        <TextField
          label={formatMessage(messages.name)}
          note={formatMessage(messages.nameNote)}
          autoComplete="off"
          {...form.textField('title')}
        />
        <TextEditor
          context={{ kind: 'project', fullPath, type: 'issue', iid: null, hasActions: false }}
          name="description"
          label={formatMessage(messages.description)}
          value={form.values.description}
          error={form.problemOf('description')}
          onChange={(description) => form.set({ description })}
          {...attachments.editor}
        />
        <FormFoot form={form} send={messages.create} onCancel={() => goTo({ page: 'mergeRequests', fullPath })} />
      </form>
    </PageBody>
  );
}
