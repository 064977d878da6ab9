import { type ComponentType, useEffect, useState } from 'react';
import { type EditorFieldProps, PlainText } from './PlainText.tsx';

/** A text area lays out all of its text at once: beyond this length it is noticeably slow. */
export const LONG = 100_000;

/**
 * The field that renders a text: the browser's text area, or for long texts the field that renders only the visible part. Null
 * while that one loads. Once a text is long its field stays, so that the field is not swapped twice while typing.
 */
export function useEditorField(value: string): {
  Area: ComponentType<EditorFieldProps> | null;
  isLong: boolean;
  /** The next input makes it long. */
  lengthen(): void;
} {
  const [isLong, setLong] = useState(value.length > LONG);
  const [Long, setLoaded] = useState<ComponentType<EditorFieldProps> | null>(null);
  if (!isLong && value.length > LONG) setLong(true);
  useEffect(() => {
    if (!isLong) return undefined;
    let isGone = false;
    const show = (found: ComponentType<EditorFieldProps>): void => {
      if (!isGone) setLoaded(() => found);
    };
    // If it fails to load, the text area is used, only slower: the text must stay editable.
    import('./LongText.tsx').then(
      ({ LongText }) => show(LongText),
      () => show(PlainText),
    );
    return () => {
      isGone = true;
    };
  }, [isLong]);
  return { Area: isLong ? Long : PlainText, isLong, lengthen: () => setLong(true) };
}
