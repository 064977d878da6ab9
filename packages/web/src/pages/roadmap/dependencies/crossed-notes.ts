import { useEffect } from 'react';
import type { Point } from '@milepost/core/roadmap/dependency-lines';
import { rowShapes, type RowLook } from '../../../timeline/row-shapes.ts';
import { barBoxOf, type BarGround, type DependencyLine } from './dependency-lines.ts';

/** Half the height of the notes behind a bar, and the width of a letter and of the gap between two notes, in pixels. */
const note = { half: 8, letter: 6.2, gap: 6 } as const;

/** The rows from `from` up to `to` (excluded) whose notes a line crosses. */
export function crossedRows(
  lines: readonly DependencyLine[],
  ground: BarGround,
  look: RowLook,
  { from, to }: { from: number; to: number },
): number[] {
  const segments = lines.flatMap(({ points }) => points.slice(1).map((end, at) => [points[at] ?? end, end] as const));
  if (segments.length === 0) return [];
  const crossed: number[] = [];
  for (const [at, row] of ground.rows.slice(from, to).entries()) {
    const notes = row.epic && rowShapes(row, look, 'full').bar.soft?.notes;
    if (!notes) continue;
    const width = notes.texts.reduce((sum, { text }) => sum + text.length * note.letter + note.gap, 0);
    const { y } = barBoxOf(ground, from + at, from);
    const box = { left: notes.left, right: notes.left + width, top: y - note.half, bottom: y + note.half };
    if (segments.some(([one, other]) => crosses(one, other, box))) crossed.push(from + at);
  }
  return crossed;
}

/** Segments of lines are horizontal or vertical. */
function crosses(one: Point, other: Point, box: { left: number; right: number; top: number; bottom: number }): boolean {
  return (
    Math.max(one.x, other.x) >= box.left &&
    Math.min(one.x, other.x) <= box.right &&
    Math.max(one.y, other.y) >= box.top &&
    Math.min(one.y, other.y) <= box.bottom
  );
}

/** Hides the notes of these rows, also of those that are rendered later. */
export function useHiddenNotes(rows: readonly number[]): void {
  const selector = rows.map((index) => `[data-scroller] [data-row="${index}"] [data-note]`).join();
  useEffect(() => {
    if (selector === '') return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${selector} { visibility: hidden }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [selector]);
}
