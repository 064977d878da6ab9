import type { Box } from '../overlay/anchor.ts';

/** Longer texts are not laid out a second time: the list is shown at the bottom of the field. */
const MAX_TEXT_LENGTH = 20_000;

const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'font',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
] as const;

/** Where a position of a text area's text is on the screen, as a box of one line's height. */
export function caretBox(area: HTMLTextAreaElement, position: number): Box {
  const field = area.getBoundingClientRect();
  if (position > MAX_TEXT_LENGTH) return { left: field.left + 8, top: field.bottom - 4, width: 0, height: 0 };
  const mirror = document.createElement('div');
  const look = getComputedStyle(area);
  for (const name of copied) mirror.style[name] = look[name];
  Object.assign(mirror.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    overflow: 'hidden',
  });
  mirror.textContent = area.value.slice(0, position);
  const mark = document.createElement('span');
  mark.textContent = '\u200B';
  mirror.append(mark);
  document.body.append(mirror);
  const height = Number.parseFloat(look.lineHeight) || 20;
  const box = {
    left: field.left + mark.offsetLeft - area.scrollLeft,
    top: Math.min(field.top + mark.offsetTop - area.scrollTop, field.bottom - height),
    width: 0,
    height,
  };
  mirror.remove();
  return box;
}
