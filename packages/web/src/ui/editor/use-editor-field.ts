import { type ComponentType, useEffect, useState } from 'react';
import { type EditorFieldProps, PlainText } from './PlainText.tsx';

/** A text area lays all of its text out at once: longer than this, and one notices. */
export const LONG = 100_000;

/**
 * What draws a text: the browser's text area, or for one that is too long for it the field that draws only what one sees. Null while
 * that one loads. Once a text is long its field stays: nobody's field changes below their hands twice.
 */
export function useEditorField(value: string): {
  Area: ComponentType<EditorFieldProps> | null;
  isLong: boolean;
  /** What is about to be written makes it long. */
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
    // Where it cannot be had the text area does, only slower: nobody's text may depend on it.
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
