import type { RefObject } from 'react';
import type { EditorArea } from './editor-area.ts';

/** Access to the text of an editor for code that inserts while the user types. Both do nothing after unmounting. */
export interface EditorText {
  /** Inserts text at the caret as if typed; on its own line where it would touch a word. */
  insert(text: string): void;
  /** Replaces the first occurrence of `what`, if any; caret and selection stay. */
  replace(what: string, by: string): void;
}

export function textOf(area: RefObject<EditorArea | null>): EditorText {
  return {
    insert(text) {
      if (!area.current) return;
      const { value, selectionStart: start, selectionEnd: end } = area.current;
      const before = /\S/.test(value.charAt(start - 1)) ? '\n' : '';
      const after = /\S/.test(value.charAt(end)) ? '\n' : '';
      const caret = start + before.length + text.length;
      area.current.change(start, end, before + text + after, [caret, caret]);
    },
    replace(what, by) {
      const start = area.current?.value.indexOf(what) ?? -1;
      if (!area.current || start === -1) return;
      const end = start + what.length;
      // The browser's `preserve` would select the new text if the caret was at its end.
      const moved = (position: number): number =>
        position <= start ? position : start + by.length + Math.max(position - end, 0);
      const { selectionStart, selectionEnd } = area.current;
      area.current.change(start, end, by, [moved(selectionStart), moved(selectionEnd)]);
    },
  };
}

/** Whether something that is dragged holds files. */
export function hasFiles(data: DataTransfer): boolean {
  return [...data.types].includes('Files');
}

export function filesDropped(data: DataTransfer): File[] {
  return [...data.files];
}

/** The files of a paste. A copied table or text also contains an image of itself: then the text is pasted. */
export function filesPasted(data: DataTransfer): File[] {
  const types = new Set(data.types);
  return types.has('text/plain') && types.has('text/html') ? [] : [...data.files];
}
