import EmailReplyParser from 'email-reply-parser';
import TurndownService from 'turndown';
import type { ReadMail } from './read.ts';

/** Longer texts are no replies typed above a quotation: they are kept whole. The expressions of the parser are quadratic. */
const MAX_PARSED = 50_000;
/** Characters and depth of a document that the converter takes well under a second for. */
const MAX_HTML = 100_000;
const MAX_DEPTH = 200;
const MAX_TEXT = 1_000_000;

const parser = new EmailReplyParser();
const markdown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
markdown.remove(['script', 'style', 'title', 'head']);
/** How the common mail programs mark what they quote. */
markdown.addRule('quotation', { filter: isQuotation, replacement: () => '\n\n' });

function isQuotation(node: HTMLElement): boolean {
  const classes = node.getAttribute('class') ?? '';
  return (
    /\b(gmail_quote|gmail_signature|moz-signature|moz-cite-prefix|yahoo_quoted|protonmail_quote)\b/.test(classes) ||
    (node.nodeName === 'BLOCKQUOTE' && node.getAttribute('type') === 'cite') ||
    node.getAttribute('id') === 'mail-editor-reference-message-container'
  );
}

/**
 * HTML as Markdown. Outlook puts the quoted mail after its head, not into it: everything from there on is cut before. A document
 * that is too large or too deep for the converter is reduced to its text.
 */
function markdownOf(html: string): string {
  const own = html.slice(0, OUTLOOK_HEAD.exec(html)?.index);
  return own.length > MAX_HTML || depthOf(own) > MAX_DEPTH ? textOf(own) : markdown.turndown(own);
}

const OUTLOOK_HEAD = /<div[^>]{0,200}\bid="?(?:divRplyFwdMsg|appendonsend)\b/i;

/** An upper limit of the depth of elements. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closing] of html.matchAll(/<(\/?)[a-z]/gi)) {
    depth += closing ? -1 : 1;
    if (!closing && depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Without elements, which are not interpreted: nothing but the text is left. */
function textOf(html: string): string {
  return html
    .slice(0, MAX_TEXT)
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '');
}

/** The text that the person wrote, as Markdown: without quoted text, the lines above it, and the signature. */
export function replyText(mail: Pick<ReadMail, 'text' | 'html'>): string {
  return withoutQuotations(plainText(mail));
}

/** The whole text as Markdown, without the signature. */
export function plainText({ text, html }: Pick<ReadMail, 'text' | 'html'>): string {
  const source = text?.trim() ? text : markdownOf(html ?? '');
  return withoutSignature(source.replaceAll('\r\n', '\n'));
}

/** A signature starts at the first line that is two hyphens and a space. */
function withoutSignature(text: string): string {
  const end = /^-- $/m.exec(text);
  return (end ? text.slice(0, end.index) : text).trim();
}

function withoutQuotations(text: string): string {
  if (text.length > MAX_PARSED) return text;
  const kept = parser
    .read(text)
    .getFragments()
    .filter((fragment) => !fragment.isQuoted() && !fragment.isHidden());
  return withoutForwarded(kept.map((fragment) => fragment.getContent()).join('\n')).trim();
}

/** The head of a quoted mail as Outlook writes it: a line of underscores, or From and Sent below each other. */
function withoutForwarded(text: string): string {
  const head =
    /^(?:_{20,}\n|-{3,} ?(?:Forwarded message|Weitergeleitete Nachricht|Message transféré) ?-{3,}$|\*{0,2}(?:From|Von|De|Da|Van):.*\n\*{0,2}(?:Sent|Date|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Datum):)/m;
  const at = head.exec(text)?.index;
  return at === undefined ? text : text.slice(0, at);
}
