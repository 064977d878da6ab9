/** References typed or pasted, split on whitespace; blanks are dropped. */
export function splitReferences(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

/** What waits to be added, with some more; none of them twice. */
export function withPending(pending: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...pending, ...more])];
}

/** Whether a text is a reference or an address, and no word to search for. */
export function looksLikeReference(text: string): boolean {
  return /^(?:https?:\/\/\S+|[\w./-]*[#&]\d+)$/.test(text);
}
