import type { Token } from 'markdown-it';
import { parseDocument } from './document.ts';
import { plainText } from './headings.ts';

/** The text of a document without markup, in one line. */
export function textWithoutMarkup(source: string): string {
  const document = parseDocument({ text: source, base: null }, null);
  if (!document) return oneLine(source);
  return oneLine(document.tokens.map(textOf).join(' '));
}

function textOf(token: Token): string {
  if (token.type === 'inline') return plainText(token.children ?? []);
  if (token.type === 'html_block') return token.content.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, ' ');
  return token.type === 'fence' || token.type === 'code_block' ? token.content : '';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
