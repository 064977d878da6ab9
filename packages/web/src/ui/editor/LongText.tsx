import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { labelOf } from '../field/Field.tsx';
import { createLongText, type LongTextView } from './long-text.ts';
import type { EditorFieldProps } from './PlainText.tsx';
import styles from './MarkdownEditor.module.css';

/** Replaces the text area for very long texts: the same interface for the tools and for the user. */
export function LongText(props: EditorFieldProps) {
  const { value, rows, hidden, wiring, onArea } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<LongTextView>(null);
  const latest = useRef(props);
  /** Values reported to the page and not yet returned by it: a value among these was not set by the page. */
  const reported = useRef([value]);
  const first = useRef({ value, attributes: attributesOf(wiring) });
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const made = createLongText(box.current, first.current, () => ({
      ...latest.current,
      onChange(text) {
        reported.current.push(text);
        latest.current.onChange(text);
      },
    }));
    view.current = made;
    onArea(made.area);
    return () => {
      view.current = null;
      onArea(null);
      made.destroy();
    };
  }, [onArea]);
  useLayoutEffect(() => {
    const at = reported.current.lastIndexOf(value);
    if (at === -1) view.current?.setValue(value);
    reported.current.splice(0, at + 1);
  }, [value]);
  useLayoutEffect(() => {
    view.current?.setAttributes(attributesOf(wiring));
  });
  useEffect(() => {
    if (!hidden) view.current?.measure();
  }, [hidden]);
  useEffect(() => {
    // A label leads only to fields of the browser's own.
    const label = document.getElementById(labelOf(wiring.id));
    const focus = (): void => view.current?.area.focus();
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [wiring.id]);
  return (
    <div ref={box} className={styles.text} data-long hidden={hidden} style={{ '--rows': rows } as CSSProperties} />
  );
}

/** This text box is multi-line by itself; the rest is as on a text area. */
function attributesOf(wiring: EditorFieldProps['wiring']): Record<string, string> {
  const given = Object.entries(wiring).filter(([, each]) => each !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, each]) => [name, String(each)])),
    'aria-labelledby': labelOf(wiring.id),
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  };
}
