import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { mergeRequestTitleProblems } from '@milepost/core/merge-requests/rules';
import {
  discussionsKey,
  mergeRequestKey,
  mergeRequestQuery,
  type MergeRequestView,
  type RequestProps,
} from '../../modules/merge-requests/api.ts';
import { changeMergeRequest } from '../../modules/merge-requests/changes.ts';
import { useAttachments } from '../../modules/uploads/use-attachments.tsx';
import { TextEditor } from '../../modules/work-items/TextEditor.tsx';
import { ConflictError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { BranchField } from '../../modules/repositories/BranchField.tsx';
import { requestMessages as messages } from './messages.ts';
import styles from './MergeRequest.module.css';

/** Title, description and target branch. A change of somebody else is shown before it can be overwritten. */
export function EditRequest({ request, fullPath, onClose }: RequestProps & { onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const address = { fullPath, iid: request.iid };
  const [base, setBase] = useState(request);
  const [theirs, setTheirs] = useState<MergeRequestView | null>(null);
  const attachments = useAttachments({ project: fullPath });
  const form = useForm({
    initial: {
      title: request.title,
      description: request.description ?? '',
      target_branch: request.targetBranch,
    },
    check: ({ title }) => {
      const problems = mergeRequestTitleProblems(title);
      return problems.length > 0 ? { title: problems } : null;
    },
    async send(values) {
      const { target_branch: target, ...texts } = values;
      try {
        await changeMergeRequest(address, {
          ...texts,
          ...(target !== base.targetBranch && { target_branch: target }),
          lock_version: base.lockVersion,
        });
      } catch (error) {
        if (error instanceof ConflictError) {
          const now = await client.fetchQuery({ ...mergeRequestQuery(address), staleTime: 0 });
          if (now.lockVersion !== base.lockVersion) setTheirs(now);
        }
        throw error;
      }
      await Promise.all(
        [mergeRequestKey(address), discussionsKey(address)].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (form.isSending || attachments.isUploading) return;
    if (await form.submit()) onClose();
  };
  return (
    <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      {theirs && (
        <Alert
          tone="warning"
          actions={
            <Button
              size="small"
              kind="danger"
              onClick={() => {
                // The next *Save* replaces the version that is shown here.
                setBase(theirs);
                setTheirs(null);
              }}
            >
              <FormattedMessage {...messages.overwrite} />
            </Button>
          }
        >
          <FormattedMessage {...messages.conflictTitle} />
          <p className={styles.theirs}>
            {formatMessage(messages.theirTitle)}: {theirs.title}
          </p>
          {theirs.description && (
            <p className={styles.theirs}>
              {formatMessage(messages.theirText)}: {theirs.description}
            </p>
          )}
        </Alert>
      )}
      <TextField label={formatMessage(messages.name)} large autoFocus {...form.textField('title')} />
      <TextEditor
        context={{ kind: 'project', fullPath, type: 'issue', iid: null, hasActions: false }}
        name="description"
        label={formatMessage(messages.description)}
        value={form.values.description}
        error={form.problemOf('description')}
        onChange={(description) => form.set({ description })}
        {...attachments.editor}
      />
      {request.state === 'opened' && !request.origin && (
        <BranchField
          label={formatMessage(messages.target)}
          fullPath={fullPath}
          value={form.values.target_branch}
          error={form.problemOf('target_branch')}
          onChange={(branch) => form.set({ target_branch: branch })}
        />
      )}
      <FormFoot form={theirs ? { ...form, failure: null } : form} send={messages.save} onCancel={onClose} />
    </form>
  );
}
