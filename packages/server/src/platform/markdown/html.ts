const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Makes text safe between tags and inside double-quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string) : text;
}

/** Prefix of every id that comes from a text, so that it cannot shadow one of the page. */
export const ID_PREFIX = 'user-content-';

export function prefixedId(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id;
}

/** Splits space-separated words. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
