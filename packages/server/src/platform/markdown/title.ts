import { withEmoji } from './emoji.ts';
import { escapeHtml } from './html.ts';

const CODE = /(?<!`)(`{1,4})(?!`)(.+?)(?<!`)\1(?!`)/g;
/** Titles are short; a longer text is only escaped. */
const LENGTH_LIMIT = 1024;

/** A title as HTML: renders only code between backticks and emoji. */
export function renderTitle(title: string): string {
  if (title.length > LENGTH_LIMIT) return escapeHtml(title);
  let html = '';
  let end = 0;
  for (const match of title.matchAll(CODE)) {
    html += `${escapeHtml(withEmoji(title.slice(end, match.index)))}<code>${escapeHtml((match[2] as string).trim())}</code>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(withEmoji(title.slice(end)));
}
