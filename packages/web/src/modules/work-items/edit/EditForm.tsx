import { secretsIn } from '@milepost/core/accounts/access-tokens';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConflictError } from '../../../platform/api/errors.ts';
import { UnsavedGuard } from '../../../platform/forms/UnsavedGuard.tsx';
import { useAttachments } from '../../uploads/use-attachments.tsx';
import { TemplatePicker } from '../../description-templates/TemplatePicker.tsx';
import { TextEditor } from '../TextEditor.tsx';
import { textContextOf } from '../text-context.ts';
import { itemMessages } from '../messages.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Select, TextField } from '../../../ui/field/Field.tsx';
import { pageLook } from '../../../ui/page/Page.tsx';
import { Spinner } from '../../../ui/progress/Spinner.tsx';
import { Hidden, Key } from '../../../ui/text/text.tsx';
import { itemTextQuery, type ItemText } from '../item-text.ts';
import { editMessages as messages } from './edit-messages.ts';
import { UpdateFailure } from './UpdateFailure.tsx';
import { type EditedItem, type ItemForm, useItemForm } from './use-item-form.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

export interface EditFormProps {
  item: EditedItem;
  onClose(): void;
}

/** Title, type and description together. Opened with the text as the server has it now. */
export function EditForm(props: EditFormProps) {
  const query = useQuery(itemTextQuery(props.item.webPath));
  // A cached text may be older than the version to edit.
  const [opened] = useState(() => Date.now());
  // An open form is independent of its item: its input is kept.
  if (query.data && query.dataUpdatedAt >= opened) return <Form {...props} first={query.data} />;
  return query.isError ? <FormFailureOf error={query.error} /> : <Spinner />;
}

function FormFailureOf({ error }: { error: Error }) {
  return <Alert tone="danger">{error.message}</Alert>;
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

type Asking = 'cancel' | 'secret' | 'review' | null;

function Form({ item, first, onClose }: EditFormProps & { first: ItemText }) {
  const { formatMessage } = useIntl();
  const form = useItemForm(item, first);
  const attachments = useAttachments(item.uploadTarget);
  const [asking, setAsking] = useState<Asking>(null);
  const type = formatMessage(itemMessages[item.type]).toLowerCase();
  const isBlank = form.values.title.trim() === '';
  const close = (): void => {
    form.drop();
    onClose();
  };
  const save = async (isSecretAllowed = false): Promise<void> => {
    setAsking(null);
    if (isBlank || form.isSaving || attachments.isUploading) return;
    if (!isSecretAllowed && secretsIn(form.values.description).length > 0) setAsking('secret');
    else if (await form.save()) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    // The form handles the keys of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={pageLook.form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Hidden>
        <h2>{formatMessage(messages.title, { type })}</h2>
      </Hidden>
      <UnsavedGuard isUnsaved={form.isUnsaved} question={formatMessage(messages.lose, { type })} />
      <Warnings form={form} item={item} onReview={() => setAsking('review')} />
      <TextField
        name="title"
        label={formatMessage(messages.name)}
        large
        autoFocus
        value={form.values.title}
        error={form.problemOf('title')}
        onChange={(event) => form.set({ title: event.target.value })}
      />
      {(item.type === 'issue' || item.type === 'incident') && (
        <Select
          name="issue_type"
          label={formatMessage(messages.type)}
          value={form.values.type}
          onChange={(event) => form.set({ type: event.target.value === 'incident' ? 'incident' : 'issue' })}
        >
          <option value="issue">{formatMessage(itemMessages.issue)}</option>
          {(item.mayBeIncident || item.type === 'incident') && (
            <option value="incident">{formatMessage(itemMessages.incident)}</option>
          )}
        </Select>
      )}
      {form.values.type !== 'task' && (
        <TemplatePicker
          namespace={textContextOf(item.webPath, item.type)}
          type={form.values.type}
          text={form.values.description}
          original={form.base.description_text}
          onText={(description) => form.set({ description })}
        />
      )}
      <TextEditor
        context={textContextOf(item.webPath, item.type)}
        name="description"
        label={formatMessage(messages.description)}
        value={form.values.description}
        error={form.problemOf('description')}
        onChange={(description) => form.set({ description })}
        {...attachments.editor}
        status={form.isDraftStored ? formatMessage(messages.draftStored) : null}
      />
      {!(form.failure instanceof ConflictError) && <UpdateFailure failure={form.failure} type={type} />}
      <div className={pageLook.formActions}>
        <Button type="submit" kind="primary" busy={form.isSaving} disabled={isBlank || attachments.isUploading}>
          <FormattedMessage {...messages.save} />
          <Key>{isMac ? '⌘↵' : 'Ctrl ↵'}</Key>
        </Button>
        <Button onClick={() => (form.isChanged ? setAsking('cancel') : close())}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
      {asking === 'cancel' && <CancelDialog type={type} onStay={() => setAsking(null)} onLose={close} />}
      {asking === 'secret' && (
        <SecretDialog
          names={secretsIn(form.values.description)}
          onStay={() => setAsking(null)}
          onSave={() => void save(true)}
        />
      )}
      {asking === 'review' && form.theirs && (
        <Suspense fallback={null}>
          <ReviewDialog
            base={form.base}
            theirs={form.theirs}
            onClose={() => setAsking(null)}
            onChoose={(choice) => {
              setAsking(null);
              form.settle(choice);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

function Warnings({ form, item, onReview }: { form: ItemForm; item: EditedItem; onReview(): void }) {
  const { formatMessage } = useIntl();
  const warning = useRef<HTMLDivElement>(null);
  const { failure, theirs } = form;
  // The error is repeated here, because on a long form the field may be off screen.
  useEffect(() => {
    if (failure instanceof ConflictError && theirs) warning.current?.scrollIntoView({ block: 'center' });
  }, [failure, theirs]);
  if (form.theirs) {
    const who = form.theirs.updated_by_name ?? formatMessage(messages.someone);
    return (
      <div ref={warning}>
        <Alert
          tone="danger"
          actions={
            <>
              <Button size="small" onClick={onReview}>
                <FormattedMessage {...messages.review} />
              </Button>
              <a href={item.webPath} target="_blank" rel="noreferrer">
                <FormattedMessage {...messages.newTab} />
              </a>
            </>
          }
        >
          <p>
            <b>
              <FormattedMessage
                {...messages.conflict}
                values={{ who, type: formatMessage(itemMessages[item.type]).toLowerCase() }}
              />
            </b>
          </p>
          <p>
            <FormattedMessage {...messages.overtakenAdvice} />
          </p>
        </Alert>
      </div>
    );
  }
  if (!form.isDraftOutdated) return null;
  return (
    <Alert
      tone="warning"
      actions={
        <>
          <Button size="small" onClick={form.keepOutdated}>
            <FormattedMessage {...messages.keep} />
          </Button>
          <Button size="small" onClick={form.discardOutdated}>
            <FormattedMessage {...messages.discard} />
          </Button>
        </>
      }
    >
      <FormattedMessage {...messages.outdated} />
    </Alert>
  );
}

function CancelDialog({ type, onStay, onLose }: { type: string; onStay(): void; onLose(): void }) {
  return (
    <Dialog
      title={<FormattedMessage {...messages.lose} values={{ type }} />}
      onClose={onStay}
      footer={
        <>
          <Button data-autofocus onClick={onStay}>
            <FormattedMessage {...messages.stay} />
          </Button>
          <Button kind="danger" onClick={onLose}>
            <FormattedMessage {...messages.discardChanges} />
          </Button>
        </>
      }
    />
  );
}

function SecretDialog({ names, onStay, onSave }: { names: readonly string[]; onStay(): void; onSave(): void }) {
  return (
    <Dialog
      title={<FormattedMessage {...messages.secretTitle} />}
      onClose={onStay}
      footer={
        <>
          <Button data-autofocus onClick={onStay}>
            <FormattedMessage {...messages.editText} />
          </Button>
          <Button kind="danger" onClick={onSave}>
            <FormattedMessage {...messages.saveAnyway} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage {...messages.secret} />
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  );
}
