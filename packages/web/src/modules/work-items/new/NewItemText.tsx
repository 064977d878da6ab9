import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnsavedGuard } from '../../../platform/forms/UnsavedGuard.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';
import { PageHead, pageLook } from '../../../ui/page/Page.tsx';
import { TemplatePicker } from '../../description-templates/TemplatePicker.tsx';
import type { Attachments } from '../../uploads/use-attachments.tsx';
import { TextEditor } from '../TextEditor.tsx';
import type { TextContext } from '../text-context.ts';
import type { NewDraft, NewText } from './use-new-draft.ts';

const messages = defineMessages({
  name: { id: 'newItem.name', defaultMessage: 'Title' },
  description: { id: 'newItem.description', defaultMessage: 'Description' },
  restored: {
    id: 'newItem.restored',
    defaultMessage: 'Your draft was restored. Drafts are stored only in this browser.',
  },
  discard: { id: 'newItem.discard', defaultMessage: 'Discard draft' },
  kept: { id: 'newItem.kept', defaultMessage: 'Draft saved' },
});

/** The header of a form for a new item, with a guard against leaving it unsaved. */
export function NewItemHead({ title, isUnsaved, draft }: { title: ReactNode; isUnsaved(): boolean; draft: NewDraft }) {
  return (
    <>
      <UnsavedGuard isUnsaved={isUnsaved} onLeave={draft.forget} />
      <PageHead title={title} />
      {draft.isRestored && (
        <div className={pageLook.form}>
          <Alert
            tone="info"
            actions={
              <Button size="small" onClick={draft.discard}>
                <FormattedMessage {...messages.discard} />
              </Button>
            }
          >
            <FormattedMessage {...messages.restored} />
          </Alert>
        </div>
      )}
    </>
  );
}

/** Title, template and description of a new item. */
export function NewItemText({
  form,
  context,
  draft,
  attachments,
  children,
}: {
  form: {
    values: NewText;
    problemOf(field: 'title' | 'description'): string | undefined;
    set(change: Partial<NewText>): void;
  };
  context: TextContext;
  draft: NewDraft;
  attachments: Attachments;
  /** Between template and description. */
  children?: ReactNode;
}) {
  const { formatMessage } = useIntl();
  return (
    <>
      <TextField
        name="title"
        label={formatMessage(messages.name)}
        autoFocus
        value={form.values.title}
        error={form.problemOf('title')}
        onChange={(event) => form.set({ title: event.target.value })}
      />
      <TemplatePicker
        namespace={context}
        type={context.type === 'epic' ? 'epic' : 'issue'}
        text={form.values.description}
        original=""
        onText={(description) => form.set({ description })}
        readsAddress
      />
      {children}
      <TextEditor
        context={context}
        name="description"
        label={formatMessage(messages.description)}
        value={form.values.description}
        error={form.problemOf('description')}
        onChange={(description) => form.set({ description })}
        {...attachments.editor}
        status={draft.isKept ? formatMessage(messages.kept) : null}
      />
    </>
  );
}
