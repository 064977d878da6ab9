import {
  Bold,
  ChevronsDownUp,
  Code,
  Heading2,
  Italic,
  Link as LinkIcon,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Paperclip,
  Quote,
  Strikethrough,
  Table,
} from 'lucide-react';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Button } from '../button/Button.tsx';
import { Field, type FieldProps } from '../field/Field.tsx';
import { IconButton } from '../button/IconButton.tsx';
import type { EditorArea, EditorEvents, KeyPress } from './editor-area.ts';
import { continueList, indentLines } from './editor-lines.ts';
import type { SuggestText } from './editor-suggest.ts';
import { filesDropped, filesPasted, hasFiles, textOf, type EditorText } from './editor-files.ts';
import { applyFormat, type Format } from './markdown-format.ts';
import { defineMessages } from '../text/messages.ts';
import { roveByKey } from '../list/rove.ts';
import { optionId, SuggestionList } from './SuggestionList.tsx';
import { Loading } from '../progress/Spinner.tsx';
import { LONG, useEditorField } from './use-editor-field.ts';
import { useSuggestions } from './use-suggestions.ts';
import styles from './MarkdownEditor.module.css';

const messages = defineMessages({
  toolbar: { id: 'editor.toolbar', defaultMessage: 'Formatting' },
  bold: { id: 'editor.bold', defaultMessage: 'Bold' },
  italic: { id: 'editor.italic', defaultMessage: 'Italic' },
  strike: { id: 'editor.strike', defaultMessage: 'Strikethrough' },
  quote: { id: 'editor.quote', defaultMessage: 'Quote' },
  code: { id: 'editor.code', defaultMessage: 'Code' },
  link: { id: 'editor.link', defaultMessage: 'Link' },
  bullets: { id: 'editor.bullets', defaultMessage: 'Bullet list' },
  numbers: { id: 'editor.numbers', defaultMessage: 'Numbered list' },
  tasks: { id: 'editor.tasks', defaultMessage: 'Task list' },
  table: { id: 'editor.table', defaultMessage: 'Table' },
  heading: { id: 'editor.heading', defaultMessage: 'Heading' },
  details: { id: 'editor.details', defaultMessage: 'Collapsible section' },
  preview: { id: 'editor.preview', defaultMessage: 'Preview' },
  write: { id: 'editor.write', defaultMessage: 'Continue editing' },
  markdown: { id: 'editor.markdown', defaultMessage: 'Markdown' },
  attach: { id: 'editor.attach', defaultMessage: 'Attach a file' },
  opening: { id: 'editor.opening', defaultMessage: 'Loading the editor…' },
});

const tools: readonly { format: Format; icon: LucideIcon; word: MessageDescriptor; key?: string }[] = [
  { format: 'heading', icon: Heading2, word: messages.heading },
  { format: 'bold', icon: Bold, word: messages.bold, key: 'b' },
  { format: 'italic', icon: Italic, word: messages.italic, key: 'i' },
  { format: 'strike', icon: Strikethrough, word: messages.strike },
  { format: 'quote', icon: Quote, word: messages.quote },
  { format: 'code', icon: Code, word: messages.code },
  { format: 'link', icon: LinkIcon, word: messages.link, key: 'k' },
  { format: 'bullets', icon: List, word: messages.bullets },
  { format: 'numbers', icon: ListOrdered, word: messages.numbers },
  { format: 'tasks', icon: ListChecks, word: messages.tasks },
  { format: 'table', icon: Table, word: messages.table },
  { format: 'details', icon: ChevronsDownUp, word: messages.details },
];

export interface MarkdownEditorProps extends FieldProps {
  name: string;
  value: string;
  onChange(value: string): void;
  /** The rendered preview. */
  preview(text: string): ReactNode;
  /** At the lower left, for example that a draft is stored. */
  status?: ReactNode;
  rows?: number;
  /** Called with pasted, dropped or chosen files; without it the editor accepts none. */
  onFiles?(files: readonly File[], text: EditorText): void;
  /** Below the text: uploads in progress. */
  attachments?: ReactNode;
  /** Suggestions after signs such as `@` while typing. */
  suggest?: SuggestText | undefined;
  /** Puts the caret behind the text as it appears. */
  autoFocus?: boolean | undefined;
}

/**
 * A Markdown editor with a toolbar and a preview. The field is the browser's text area, with its undo, spell checker and input
 * methods, except for very long texts (`useEditorField`).
 */
export function MarkdownEditor({
  name,
  value,
  onChange,
  preview,
  status,
  rows = 14,
  onFiles,
  attachments,
  suggest,
  autoFocus,
  ...field
}: MarkdownEditorProps) {
  const { formatMessage } = useIntl();
  const area = useRef<EditorArea | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isPreview, setPreview] = useState(false);
  // After sending from the preview the text is empty: switch back to the text field.
  const [valueBefore, setValueBefore] = useState(value);
  if (value !== valueBefore) {
    setValueBefore(value);
    if (value === '') setPreview(false);
  }
  const [isOver, setOver] = useState(false);
  const attach = useCallback((found: EditorArea | null) => {
    area.current = found;
  }, []);
  const { Area, isLong, lengthen } = useEditorField(value);
  /** Events of this field, or of the one that replaces it. */
  const next = useRef<{ start: number; end: number; text?: string } | null>(
    autoFocus ? { start: value.length, end: value.length } : null,
  );
  useEffect(() => {
    const field = area.current;
    if (!field || !next.current) return;
    const { start, end, text } = next.current;
    next.current = null;
    field.focus();
    if (text === undefined) field.setSelectionRange(start, end);
    else field.type(start, end, text);
  }, [Area]);
  const format = (how: Format): void => {
    if (area.current) applyFormat(area.current, how);
  };
  const listId = useId();
  const suggestions = useSuggestions(area, suggest);
  const isListed = suggestions.trigger !== null && suggestions.options.length > 0;
  const onKey = (key: KeyPress): boolean => {
    if (suggestions.press(key)) return true;
    if (!area.current || key.isComposing || key.shiftKey || key.altKey) return false;
    if (!(key.ctrlKey || key.metaKey)) return key.key === 'Enter' && continueList(area.current);
    if (key.key === ']' || key.key === '[') {
      // Not Tab, which moves to the next field.
      indentLines(area.current, key.key === ']');
      return true;
    }
    const tool = tools.find(({ key: its }) => its === key.key.toLowerCase());
    if (tool) format(tool.format);
    return tool !== undefined;
  };
  const take = (files: readonly File[]): boolean => {
    if (files.length > 0) onFiles?.(files, textOf(area));
    return files.length > 0;
  };
  const events: EditorEvents = {
    onChange(text) {
      const field = area.current;
      if (!isLong && field?.hasFocus && text.length > LONG) {
        next.current = { start: field.selectionStart, end: field.selectionEnd };
      }
      onChange(text);
      suggestions.look();
    },
    onSelect: suggestions.look,
    onBlur: suggestions.close,
    onKey,
    onPaste(data) {
      if (onFiles && take(filesPasted(data))) return true;
      const text = data.getData('text/plain');
      const field = area.current;
      if (!field || isLong || value.length + text.length <= LONG) return false;
      next.current = { start: field.selectionStart, end: field.selectionEnd, text };
      lengthen();
      return true;
    },
    onDrag(type, data) {
      if (!onFiles || !hasFiles(data)) return false;
      setOver(type === 'dragover');
      if (type === 'drop') take(filesDropped(data));
      return true;
    },
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div className={styles.editor} data-invalid={wiring['aria-invalid']} data-over={isOver || undefined}>
          <div className={styles.head}>
            {!isPreview && (
              // Arrows walk its buttons, of which Tab stops at the first.
              <div
                role="toolbar"
                tabIndex={-1}
                aria-label={formatMessage(messages.toolbar)}
                className={styles.tools}
                onKeyDown={(event) => roveByKey(event, 'button', 'horizontal')}
                // When they do not fit they scroll, and the focused one is scrolled fully into view.
                onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
              >
                {tools.map(({ format: how, icon, word }, index) => (
                  <IconButton
                    key={how}
                    icon={icon}
                    size="small"
                    label={formatMessage(word)}
                    tabIndex={index === 0 ? 0 : -1}
                    onClick={() => format(how)}
                  />
                ))}
                {onFiles && (
                  <IconButton
                    icon={Paperclip}
                    size="small"
                    label={formatMessage(messages.attach)}
                    tabIndex={-1}
                    onClick={() => chooser.current?.click()}
                  />
                )}
              </div>
            )}
            {onFiles && (
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                onChange={(event) => {
                  take([...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
            )}
            <Button kind="quiet" size="small" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {formatMessage(isPreview ? messages.write : messages.preview)}
            </Button>
          </div>
          {isPreview && <div className={styles.preview}>{preview(value)}</div>}
          {Area ? (
            <Area
              name={name}
              value={value}
              rows={rows}
              hidden={isPreview}
              onArea={attach}
              {...events}
              wiring={{
                id: wiring.id,
                'aria-invalid': wiring['aria-invalid'],
                'aria-describedby': wiring['aria-describedby'],
                ...(suggest && { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' }),
                ...(isListed && {
                  'aria-controls': listId,
                  'aria-activedescendant': suggestions.active < 0 ? undefined : optionId(listId, suggestions.active),
                }),
              }}
            />
          ) : (
            <div className={styles.text} data-long style={{ '--rows': rows } as CSSProperties}>
              <Loading label={formatMessage(messages.opening)} />
            </div>
          )}
          {suggest && <SuggestionList id={listId} area={area} suggestions={suggestions} />}
          {attachments}
          <div className={styles.foot}>
            <span role="status">{status}</span>
            <span>{formatMessage(messages.markdown)}</span>
          </div>
        </div>
      )}
    </Field>
  );
}
