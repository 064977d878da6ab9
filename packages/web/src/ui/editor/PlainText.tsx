import { type ClipboardEvent, type DragEvent, useCallback } from 'react';
import { type EditorArea, type EditorEvents, plainArea } from './editor-area.ts';
import styles from './MarkdownEditor.module.css';

export interface EditorFieldProps extends EditorEvents {
  name: string;
  value: string;
  rows: number;
  hidden: boolean;
  /** The attributes that connect it to its label and to the list of suggestions. */
  wiring: FieldAttributes;
  /** Receives the interface of the field for the tools; null after unmounting. The function must be stable. */
  onArea(area: EditorArea | null): void;
}

export interface FieldAttributes {
  id: string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
  'aria-autocomplete'?: 'list';
  'aria-haspopup'?: 'listbox';
  'aria-controls'?: string;
  'aria-activedescendant'?: string;
}

/** The browser's own text area: its undo, spelling and input methods. */
export function PlainText({
  name,
  value,
  rows,
  hidden,
  wiring,
  onArea,
  onChange,
  onSelect,
  onBlur,
  onKey,
  onPaste,
  onDrag,
}: EditorFieldProps) {
  const attach = useCallback((element: HTMLTextAreaElement | null) => onArea(element && plainArea(element)), [onArea]);
  const drag = (event: DragEvent): void => {
    if (onDrag(event.type, event.dataTransfer)) event.preventDefault();
  };
  return (
    <textarea
      {...wiring}
      ref={attach}
      className={styles.text}
      hidden={hidden}
      name={name}
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onSelect={onSelect}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (!onKey(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onPaste={(event: ClipboardEvent) => {
        if (onPaste(event.clipboardData)) event.preventDefault();
      }}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    />
  );
}
