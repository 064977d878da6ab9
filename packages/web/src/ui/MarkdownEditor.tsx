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
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Button } from './Button.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { continueList, indentLines } from './editor-lines.ts';
import type { SuggestText } from './editor-suggest.ts';
import { filesDropped, filesPasted, hasFiles, textOf, type EditorText } from './editor-files.ts';
import { applyFormat, type Format } from './markdown-format.ts';
import { defineMessages } from './messages.ts';
import { roveByKey } from './rove.ts';
import { optionId, SuggestionList } from './SuggestionList.tsx';
import { useSuggestions } from './use-suggestions.ts';
import styles from './MarkdownEditor.module.css';

const words = defineMessages({
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
});

const tools: readonly { format: Format; icon: LucideIcon; word: MessageDescriptor; key?: string }[] = [
  { format: 'heading', icon: Heading2, word: words.heading },
  { format: 'bold', icon: Bold, word: words.bold, key: 'b' },
  { format: 'italic', icon: Italic, word: words.italic, key: 'i' },
  { format: 'strike', icon: Strikethrough, word: words.strike },
  { format: 'quote', icon: Quote, word: words.quote },
  { format: 'code', icon: Code, word: words.code },
  { format: 'link', icon: LinkIcon, word: words.link, key: 'k' },
  { format: 'bullets', icon: List, word: words.bullets },
  { format: 'numbers', icon: ListOrdered, word: words.numbers },
  { format: 'tasks', icon: ListChecks, word: words.tasks },
  { format: 'table', icon: Table, word: words.table },
  { format: 'details', icon: ChevronsDownUp, word: words.details },
];

export interface MarkdownEditorProps extends FieldProps {
  name: string;
  value: string;
  onChange(value: string): void;
  /** The text as it will look. */
  preview(text: string): ReactNode;
  /** At the lower left: that a draft is kept, say. */
  status?: ReactNode;
  rows?: number;
  /** Called with files that were pasted, dropped or chosen; without it the editor takes none. */
  onFiles?(files: readonly File[], text: EditorText): void;
  /** Below the text: files on their way. */
  attachments?: ReactNode;
  /** What is suggested behind signs such as `@` while one writes. */
  suggest?: SuggestText | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/**
 * A text area for Markdown with buttons for what is hard to remember, and a look at the outcome. The text is the browser's own:
 * its undo, spelling and input methods work, and a megabyte of it does not stall.
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
  ref,
  ...field
}: MarkdownEditorProps) {
  const { formatMessage } = useIntl();
  const area = useRef<HTMLTextAreaElement | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isPreview, setPreview] = useState(false);
  const [isOver, setOver] = useState(false);
  const format = (how: Format): void => {
    if (area.current) applyFormat(area.current, how);
  };
  const listId = useId();
  const suggestions = useSuggestions(area, suggest);
  const isListed = suggestions.trigger !== null && suggestions.options.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (suggestions.press(event)) return;
    const isPlain = !(
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey ||
      event.nativeEvent.isComposing
    );
    if (event.key === 'Enter' && isPlain && area.current && continueList(area.current)) event.preventDefault();
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if ((event.key === ']' || event.key === '[') && area.current) {
      // Not Tab, which leads on to the next field as everywhere.
      event.preventDefault();
      indentLines(area.current, event.key === ']');
      return;
    }
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    event.stopPropagation();
    format(tool.format);
  };
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles?.(files, textOf(area));
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = filesPasted(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  const drag = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') take(filesDropped(event.dataTransfer));
  };
  const dragging = onFiles && { onDragOver: drag, onDragLeave: drag, onDrop: drag };
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
                aria-label={formatMessage(words.toolbar)}
                className={styles.tools}
                onKeyDown={(event) => roveByKey(event, 'button', 'horizontal')}
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
                    label={formatMessage(words.attach)}
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
              {formatMessage(isPreview ? words.write : words.preview)}
            </Button>
          </div>
          {isPreview && <div className={styles.preview}>{preview(value)}</div>}
          <textarea
            {...wiring}
            ref={(element) => {
              area.current = element;
              if (typeof ref === 'function') ref(element);
              else if (ref) ref.current = element;
            }}
            className={styles.text}
            hidden={isPreview}
            name={name}
            rows={rows}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              suggestions.look();
            }}
            onKeyDown={onKeyDown}
            {...(suggest && {
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              onSelect: suggestions.look,
              onBlur: suggestions.close,
              ...(isListed && {
                'aria-controls': listId,
                'aria-activedescendant': optionId(listId, suggestions.active),
              }),
            })}
            {...(onFiles && { onPaste })}
            {...dragging}
          />
          {suggest && <SuggestionList id={listId} area={area} suggestions={suggestions} />}
          {attachments}
          <div className={styles.foot}>
            <span role="status">{status}</span>
            <span>{formatMessage(words.markdown)}</span>
          </div>
        </div>
      )}
    </Field>
  );
}
