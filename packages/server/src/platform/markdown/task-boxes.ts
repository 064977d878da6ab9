import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { findTaskItems } from '@milepost/core/text/task-lists';
import { escapeHtml } from './html.ts';
import { trust } from './state.ts';

const BOX = /^\[[ xX]\][ \t]+/;
/** An item that no longer applies: it is not counted, and not changed by a click. */
const INAPPLICABLE = /^\[~\][ \t]+/;
const LABEL_LENGTH = 120;

interface BoxMeta extends Record<string, unknown> {
  /** The source line from 1; null for an item that does not apply. */
  line: number | null;
  isDone: boolean;
  label: string;
}

/**
 * Turns `[ ]` at the start of a list item into a checkbox with its source line. Core decides which items count: ticking a box
 * edits that line, so both must see the same items. `[~]` is one that does not apply.
 */
export function taskBoxRules(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'task_items', markItems);
  md.core.ruler.after('inline', 'task_boxes', insertBoxes);
  md.renderer.rules['task_box'] = (tokens, index, _options, env) => {
    const { line, isDone, label } = (tokens[index] as Token).meta as BoxMeta;
    const checked = isDone ? ' checked' : '';
    const name = label === '' ? '' : ` aria-label="${escapeHtml(label)}"`;
    const at = line === null ? '' : ` data-line="${line}"`;
    return trust(env, `<input type="checkbox" class="task-box"${at}${name} disabled${checked}> `);
  };
}

function markItems(core: StateCore): void {
  if (!/\[[ xX~]\]/.test(core.src)) return;
  const doneByLine = new Map(findTaskItems(core.src).map((item) => [item.line, item.isDone]));
  const lists: Token[] = [];
  for (const [index, token] of core.tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    const text = token.type === 'list_item_open' ? core.tokens[index + 2] : undefined;
    if (!text || core.tokens[index + 1]?.type !== 'paragraph_open') continue;
    const isInapplicable = INAPPLICABLE.test(text.content);
    if (!isInapplicable && !BOX.test(text.content)) continue;
    const line = isInapplicable ? null : (text.map?.[0] ?? -1) + 1;
    const isDone = line === null ? false : doneByLine.get(line);
    if (isDone === undefined) continue;
    text.content = text.content.replace(isInapplicable ? INAPPLICABLE : BOX, '');
    const label = (text.content.split('\n', 1)[0] as string).slice(0, LABEL_LENGTH);
    text.meta = { line, isDone, label } satisfies BoxMeta;
    token.attrSet('class', 'task-item');
    lists.at(-1)?.attrSet('class', 'task-list');
  }
}

function insertBoxes(core: StateCore): void {
  for (const token of core.tokens) {
    if (token.type !== 'inline' || !token.children || token.meta?.['isDone'] === undefined) continue;
    const box = new core.Token('task_box', '', 0);
    box.meta = token.meta;
    if (token.meta['line'] === null)
      token.children = [new core.Token('s_open', 's', 1), ...token.children, new core.Token('s_close', 's', -1)];
    token.children.unshift(box);
  }
}
