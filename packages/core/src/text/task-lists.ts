import { TITLE_LIMIT, type WorkItemType } from '../work-items.ts';

/**
 * Task items of a description: list items (`-`, `*`, `+` or a number) whose text starts with `[ ]`, `[x]` or `[X]` and a space,
 * outside code fences. A line is a number from 1, as in editors; the rendered checkboxes carry the same number.
 */
export interface TaskItem {
  line: number;
  isDone: boolean;
  /** The text after the checkbox, trimmed. */
  text: string;
}

export interface TaskCounts {
  total: number;
  completed: number;
}

/** The title of an item whose text has none: empty, or only inline code or images. */
export const UNTITLED = 'Untitled';

/** Longer lines are not examined for being a single image or piece of code. */
const CHECKED_LENGTH = 4096;

const QUOTE = String.raw`(?:[ \t]*>)*[ \t]*`;
const MARKER = String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]+`;
const ITEM = new RegExp(String.raw`^(${QUOTE})((?:${MARKER})+)\[([ xX])\][ \t](.*)$`);
const LIST_LINE = new RegExp(String.raw`^[ \t]*${MARKER}`);
const FENCE_OPEN = new RegExp(String.raw`^${QUOTE}(?:${MARKER})*(\`{3,}(?=[^\`]*$)|~{3,})`);
const FENCE_CLOSE = new RegExp(String.raw`^${QUOTE}(\`{3,}|~{3,})[ \t]*$`);

interface SourceLine {
  text: string;
  /** The line break after it, empty at the end of the text. */
  ending: string;
  isCode: boolean;
}

/** Every task item of a Markdown text, from the top. */
export function findTaskItems(markdown: string): TaskItem[] {
  const items: TaskItem[] = [];
  for (const [index, line] of linesOf(markdown).entries()) {
    const match = line.isCode ? null : ITEM.exec(line.text);
    if (match) items.push({ line: index + 1, isDone: match[3] !== ' ', text: (match[4] as string).trim() });
  }
  return items;
}

export function countTaskItems(markdown: string): TaskCounts {
  const items = findTaskItems(markdown);
  return { total: items.length, completed: items.filter((item) => item.isDone).length };
}

/** The text with the checkbox on `line` set or cleared; null when there is no task item. */
export function setTaskItem(markdown: string, line: number, isDone: boolean): string | null {
  const lines = linesOf(markdown);
  const source = lines[line - 1];
  const match = source && !source.isCode ? ITEM.exec(source.text) : null;
  if (!source || !match) return null;
  const before = (match[1] as string).length + (match[2] as string).length;
  source.text = `${source.text.slice(0, before)}[${isDone ? 'x' : ' '}]${source.text.slice(before + 3)}`;
  return joined(lines);
}

/** The type that a task list item is converted to, by the type of the item that contains it; null: it cannot be converted. */
export function convertedType(type: WorkItemType): 'task' | 'issue' | null {
  if (type === 'task') return null;
  return type === 'epic' ? 'issue' : 'task';
}

export interface TitledTask {
  title: string;
  description: string;
}

/**
 * The title and description for a converted task list item. Text beyond the limit goes to the description, and text that is
 * only inline code or images becomes the description of an item titled "Untitled".
 */
export function titledTask(text: string): TitledTask {
  const trimmed = text.trim();
  if (isOnlyCodeOrImages(trimmed)) return { title: UNTITLED, description: trimmed };
  const characters = Array.from(trimmed);
  return {
    title: characters.slice(0, TITLE_LIMIT).join('').trimEnd(),
    description: characters.slice(TITLE_LIMIT).join('').trimStart(),
  };
}

export interface RemovedTask extends TitledTask {
  /** The text without the item. */
  rest: string;
}

/**
 * Removes the task item on `line` from the text. Its continuation lines become its description; nested list items stay and move
 * up one level. Null when there is no task item.
 */
export function removeTaskItem(markdown: string, line: number): RemovedTask | null {
  const lines = linesOf(markdown);
  const source = lines[line - 1];
  const match = source && !source.isCode ? ITEM.exec(source.text) : null;
  if (!source || !match) return null;
  const isQuoted = (match[1] as string).includes('>');
  const contentAt = widthOf((match[1] as string) + (match[2] as string));
  const indent = widthOf(match[1] as string);
  const below = lines.slice(line);
  const bodyLength = isQuoted ? 0 : lengthOfBody(below, indent);
  const body = below.slice(0, bodyLength);
  const firstChild = body.findIndex((each) => !each.isCode && LIST_LINE.test(each.text));
  const continuation = firstChild < 0 ? body : body.slice(0, firstChild);
  const children = firstChild < 0 ? [] : body.slice(firstChild);
  const step = widthOf(/^[ \t]*/.exec(children[0]?.text ?? '')?.[0] ?? '') - indent;
  const nested = children.map((child) => ({ ...child, text: withoutIndent(child.text, step) }));
  const { title, description } = titledTask(match[4] as string);
  const more = continuation
    .map((each) => withoutIndent(each.text, contentAt))
    .join('\n')
    .trim();
  return {
    title,
    description: [description, more].filter((part) => part !== '').join('\n\n'),
    rest: joined([...lines.slice(0, line - 1), ...nested, ...below.slice(bodyLength)]),
  };
}

export interface MovedTask {
  /** The text with the item at its new position. */
  markdown: string;
  /** The source line of the item afterwards. */
  line: number;
}

/**
 * Moves the task item on `line`, with everything that belongs to it, before or after another of the same list. Blank lines
 * between items and the numbers of a numbered list keep their positions. Null if the two are not items of one list.
 */
export function moveTaskItem(
  markdown: string,
  line: number,
  target: number,
  side: 'before' | 'after',
): MovedTask | null {
  const lines = linesOf(markdown);
  if (line === target || !isTaskLine(lines[line - 1]) || !isTaskLine(lines[target - 1])) return null;
  const blocks = blocksBetween(lines, Math.min(line, target) - 1, Math.max(line, target) - 1);
  if (!blocks) return null;
  const [source, goal] = line < target ? [0, blocks.length - 1] : [blocks.length - 1, 0];
  const order = blocks.map((_, index) => index).filter((index) => index !== source);
  order.splice(order.indexOf(goal) + (side === 'after' ? 1 : 0), 0, source);
  const moved: SourceLine[] = [];
  let newLine = line;
  for (const [position, index] of order.entries()) {
    const here = blocks[position] as Block;
    const block = blocks[index] as Block;
    if (index === source) newLine = (blocks[0] as Block).start + moved.length + 1;
    moved.push(...indentedLike(lines.slice(block.start, block.end), lines.slice(here.start, here.end)));
    moved.push(...lines.slice(here.end, blocks[position + 1]?.start ?? here.end));
  }
  const [first, last] = [blocks[0] as Block, blocks.at(-1) as Block];
  return { markdown: joined([...lines.slice(0, first.start), ...moved, ...lines.slice(last.end)]), line: newLine };
}

/**
 * A list item with everything that belongs to it: from its first line (inclusive) to the next item (exclusive), counted from 0.
 */
interface Block {
  start: number;
  end: number;
}

function isTaskLine(line: SourceLine | undefined): boolean {
  return line !== undefined && !line.isCode && ITEM.test(line.text);
}

/** The items of one list from `start` to `last`; null if they are not in one list. */
function blocksBetween(lines: readonly SourceLine[], start: number, last: number): Block[] | null {
  const indent = indentOf(lines[start]);
  const blocks: Block[] = [];
  let at = start;
  while (at <= last) {
    const line = lines[at];
    if (!line || line.isCode || !LIST_LINE.test(line.text) || indentOf(line) !== indent) return null;
    const end = at + 1 + lengthOfBody(lines.slice(at + 1), indent);
    blocks.push({ start: at, end });
    at = end;
    while (at <= last && lines[at]?.text.trim() === '') at++;
  }
  return blocks.at(-1)?.start === last ? blocks : null;
}

/** A block with the number and line break of the block at its new position. */
function indentedLike(block: readonly SourceLine[], target: readonly SourceLine[]): SourceLine[] {
  const number = /^[ \t]*(\d{1,9})[.)]/.exec(target[0]?.text ?? '')?.[1];
  return block.map((line, index) => {
    const own = index === 0 ? /^([ \t]*)(\d{1,9})([.)].*)$/s.exec(line.text) : null;
    const isNumbered = own !== null && number !== undefined && own[2]?.length === number.length;
    const text = isNumbered ? `${own[1]}${number}${own[3]}` : line.text;
    return { ...line, text, ending: index === block.length - 1 ? (target.at(-1)?.ending ?? '') : line.ending };
  });
}

function indentOf(line: SourceLine | undefined): number {
  return widthOf(/^[ \t]*/.exec(line?.text ?? '')?.[0] ?? '');
}

function isOnlyCodeOrImages(text: string): boolean {
  if (text.length > CHECKED_LENGTH) return false;
  const remains = text
    .replaceAll(/!\[[^\]]*\]\([^()\s]*(?:\s[^()]*)?\)/g, '')
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
  return remains.trim() === '';
}

/** The number of following lines that belong to an item: indented deeper, or continuing its paragraph. */
function lengthOfBody(below: readonly SourceLine[], indent: number): number {
  let length = 0;
  let isParagraph = true;
  for (const [index, line] of below.entries()) {
    if (line.text.trim() === '') {
      isParagraph = false;
      continue;
    }
    const isDeeper = widthOf(/^[ \t]*/.exec(line.text)?.[0] ?? '') > indent;
    const goesOn = isParagraph && !line.isCode && !/^[ \t]*(?:[-*+>]|\d{1,9}[.)]|#{1,6}[ \t]|[`~]{3})/.test(line.text);
    if (!isDeeper && !goesOn) break;
    if (isDeeper && LIST_LINE.test(line.text)) isParagraph = false;
    length = index + 1;
  }
  return length;
}

function linesOf(markdown: string): SourceLine[] {
  const parts = markdown.split(/(\r\n|\r|\n)/);
  const lines: SourceLine[] = [];
  let fence: string | null = null;
  for (let index = 0; index < parts.length; index += 2) {
    const text = parts[index] as string;
    const wasCode: boolean = fence !== null;
    if (fence !== null) {
      const close = FENCE_CLOSE.exec(text)?.[1];
      if (close && close.startsWith(fence)) fence = null;
    } else {
      fence = FENCE_OPEN.exec(text)?.[1] ?? null;
    }
    lines.push({ text, ending: parts[index + 1] ?? '', isCode: wasCode || fence !== null });
  }
  return lines;
}

function joined(lines: readonly SourceLine[]): string {
  return lines.map((line) => line.text + line.ending).join('');
}

/** The columns of white space and markers; a tab advances to the next multiple of four. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character === '\t' ? 4 - (width % 4) : 1;
  return width;
}

function withoutIndent(text: string, columns: number): string {
  let index = 0;
  for (let width = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character !== ' ' && character !== '\t') break;
    width += character === '\t' ? 4 - (width % 4) : 1;
    if (width > columns) break;
  }
  return text.slice(index);
}
