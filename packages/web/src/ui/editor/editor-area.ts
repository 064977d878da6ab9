import type { Box } from '../overlay/anchor.ts';
import { caretBox } from './caret-point.ts';

/** The interface of the field to the editor's tools: they do not know how it is rendered. */
export interface EditorArea {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  readonly hasFocus: boolean;
  focus(): void;
  setSelectionRange(start: number, end: number): void;
  /** Replaces text as if it were typed: it can be undone, and the caret is placed after it in the focused field. */
  type(start: number, end: number, text: string): void;
  /** The same without taking the focus: the person may be in another field by now. `selection` is what is selected then. */
  change(start: number, end: number, text: string, selection: readonly [number, number]): void;
  /** Where a position of the text is on the screen, as a box of one line's height. */
  boxAt(position: number): Box;
}

/** A key that was pressed in the field. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>;

/** Events that a field reports to its editor. */
export interface EditorEvents {
  onChange(value: string): void;
  /** The caret or what is selected moved. */
  onSelect(): void;
  onBlur(): void;
  /** True if the editor handled it: the key is not passed on. */
  onKey(press: KeyPress): boolean;
  /** True if the editor handled the paste, drag or drop. */
  onPaste(data: DataTransfer): boolean;
  onDrag(type: string, data: DataTransfer): boolean;
}

/** A text area as tools see it. */
export function plainArea(element: HTMLTextAreaElement): EditorArea {
  return {
    get value() {
      return element.value;
    },
    get selectionStart() {
      return element.selectionStart;
    },
    get selectionEnd() {
      return element.selectionEnd;
    },
    get hasFocus() {
      return element.ownerDocument.activeElement === element;
    },
    focus: () => element.focus(),
    setSelectionRange: (start, end) => element.setSelectionRange(start, end),
    type(start, end, text) {
      element.focus();
      element.setSelectionRange(start, end);
      // Deprecated, but the only way to add to the browser's undo history.
      // oxlint-disable-next-line typescript/no-deprecated
      if (document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text)) return;
      element.setRangeText(text, start, end, 'end');
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    change(start, end, text, selection) {
      element.setRangeText(text, start, end);
      element.setSelectionRange(...selection);
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    boxAt: (position) => caretBox(element, position),
  };
}
