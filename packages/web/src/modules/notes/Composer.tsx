import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { useAttachments } from '../uploads/use-attachments.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { TextEditor } from '../work-items/TextEditor.tsx';
import { textContextOf } from '../work-items/text-context.ts';
import type { ActionsDone } from './api.ts';
import { useDiscussionItem } from './discussion-item.ts';
import { joined, onInsert } from './insert-text.ts';
import { useNoteChange } from './use-note-change.ts';
import { noteMessages as messages } from './messages.ts';
import styles from './Activity.module.css';

export interface ComposerProps {
  label: string;
  /** The label of its button. */
  send: string;
  onSend(body: string, options: { internal: boolean }): Promise<ActionsDone>;
  /** A second button. */
  other?: { send: string; onSend(body: string, options: { internal: boolean }): Promise<ActionsDone> };
  /** Offers to make it an internal note. */
  offersInternal?: boolean;
  initial?: string;
  /** The key of the draft in the browser's storage. */
  draft: string;
  autoFocus?: boolean;
  /** Called after sending, and on cancel. */
  onDone?(): void;
}

/** The comment form. Its text is kept until it is sent. */
export function Composer({
  label,
  send,
  onSend,
  other,
  offersInternal,
  initial = '',
  draft,
  autoFocus,
  onDone,
}: ComposerProps) {
  const { formatMessage } = useIntl();
  const { kind, fullPath, webPath, textContext } = useDiscussionItem();
  const client = useQueryClient();
  const [undone, setUndone] = useState<readonly string[]>([]);
  const name = useId();
  const [body, setBody] = useState(() => loadDraft(draft) ?? initial);
  const [internal, setInternal] = useState(false);
  const change = useNoteChange();
  const target = kind === 'epic' ? { group: fullPath } : { project: fullPath };
  const attachments = useAttachments(target);
  const isBlank = body.trim() === '';
  const cannotSend = isBlank || attachments.isUploading;
  useEffect(() => onInsert(draft, (text) => setBody((before) => joined(before, text))), [draft]);
  useEffect(() => keepDraft(draft, body === initial ? '' : body), [draft, body, initial]);
  const form = useRef<HTMLFormElement>(null);
  const [opener] = useState(() => document.activeElement);
  const done =
    onDone &&
    ((): void => {
      onDone();
      if (opener instanceof HTMLElement) opener.focus();
    });
  const typed = useRef(body);
  useEffect(() => {
    typed.current = body;
  }, [body]);
  const submit = async (write: ComposerProps['onSend']): Promise<void> => {
    if (cannotSend || change.isBusy) return;
    let actions: ActionsDone = null;
    setUndone([]);
    const isSent = await change.run(async () => {
      actions = await write(body, { internal });
    });
    if (!isSent) return;
    showResult(actions);
    attachments.clear();
    if (typed.current !== body) {
      // What was typed meanwhile is not sent: it stays.
      if (initial === '') setBody((now) => (now.startsWith(body) ? now.slice(body.length).trimStart() : now));
      return;
    }
    setBody(initial === '' ? '' : body);
    setInternal(false);
    keepDraft(draft, '');
    if (done) done();
    // The pressed button is disabled from now on.
    else if (form.current?.contains(document.activeElement))
      form.current.querySelector<HTMLElement>('textarea, [role=textbox]')?.focus();
  };
  const showResult = (actions: ActionsDone): void => {
    if (!actions) return;
    if (actions.messages.length > 0) {
      toast({ text: actions.messages.join(' ') });
      // Any part of the item may have changed.
      void client.invalidateQueries();
    }
    setUndone(actions.errors);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit(onSend);
  };
  const end: ReactNode = done && (
    <Button
      onClick={() => {
        keepDraft(draft, '');
        done();
      }}
    >
      {formatMessage(messages.cancel)}
    </Button>
  );
  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(onSend);
      }}
      // The form handles the keys of its field.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      onKeyDown={onKeyDown}
    >
      <UnsavedGuard isUnsaved={() => !isBlank && body !== initial && !change.isBusy} />
      <TextEditor
        context={textContext ?? textContextOf(webPath, kind)}
        name={name}
        label={label}
        rows={4}
        value={body}
        onChange={setBody}
        autoFocus={autoFocus}
        {...attachments.editor}
      />
      {offersInternal && (
        <Checkbox
          label={formatMessage(messages.internalNote)}
          note={formatMessage(messages.internalMeaning)}
          checked={internal}
          onChange={(event) => setInternal(event.target.checked)}
        />
      )}
      {undone.length > 0 && <Alert tone="warning">{undone.join(' ')}</Alert>}
      {change.failure && <Alert tone="danger">{change.failure}</Alert>}
      <div className={styles.composerActions}>
        <Button type="submit" kind="primary" busy={change.isBusy} disabled={cannotSend}>
          {send}
        </Button>
        {other && (
          <Button disabled={cannotSend || change.isBusy} onClick={() => void submit(other.onSend)}>
            {other.send}
          </Button>
        )}
        {end}
      </div>
    </form>
  );
}

const nameOf = (draft: string): string => `milepost.draft.${draft}`;

function loadDraft(draft: string): string | null {
  try {
    return localStorage.getItem(nameOf(draft));
  } catch {
    return null;
  }
}

function keepDraft(draft: string, body: string): void {
  try {
    if (body === '') localStorage.removeItem(nameOf(draft));
    else localStorage.setItem(nameOf(draft), body);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}
