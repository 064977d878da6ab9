import { Fragment, type ReactNode } from 'react';
import styles from './Marked.module.css';

/** A text with parts of it marked. */
export function Marked({ text, ranges }: { text: string; ranges: readonly { start: number; end: number }[] }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const range of ranges) {
    parts.push(
      <Fragment key={range.start}>
        {text.slice(end, range.start)}
        <mark className={styles.mark}>{text.slice(range.start, range.end)}</mark>
      </Fragment>,
    );
    end = range.end;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
