/** How many pending references a form shows before it folds the rest into a counter. */
export const REFERENCES_SHOWN = 5;

/** The references in a text that was typed or pasted: parted by white space, blanks dropped. */
export function splitReferences(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

/** The pending references with those of a text after them; none stands there twice. */
export function withReferences(pending: readonly string[], text: string): string[] {
  return [...new Set([...pending, ...splitReferences(text)])];
}

/** Whether a word is a reference or an address already, so that a space after it ends it; other words are looked for in titles. */
export function looksLikeReference(text: string): boolean {
  return /^(?:https?:\/\/\S+|[\w./-]*[#&]\d+|\d+)$/.test(text.trim());
}
