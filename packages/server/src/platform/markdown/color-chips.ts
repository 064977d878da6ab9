import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from './html.ts';
import { trust } from './state.ts';

const COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** A small square of the color, empty for an invalid one. An SVG, because a style attribute would need a laxer content policy. */
export function colorChip(color: string): string {
  if (!COLOR.test(color)) return '';
  return `<svg class="color-chip" viewBox="0 0 1 1" aria-hidden="true"><path fill="${color}" d="M0 0h1v1H0z"/></svg>`;
}

/** Shows the color next to `#1068bf` in inline code. */
export function colorChipRules(md: MarkdownIt): void {
  md.renderer.rules['code_inline'] = (tokens, index, _options, env) => {
    const { content } = tokens[index] as Token;
    const code = `<code>${escapeHtml(content)}`;
    const chip = colorChip(content.trim());
    return chip === '' ? `${code}</code>` : trust(env, `${code}${chip}</code>`);
  };
}
