/** Maximum nesting of input, so that recursive code cannot overflow the stack. */
export const MAX_INPUT_DEPTH = 32;

/** NUL, which PostgreSQL's text cannot store, and unpaired surrogates, which its JSON cannot. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether PostgreSQL can store the text, in a column of text or of JSON. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/**
 * The path of the first part of `value`, decoded JSON or form fields, that cannot be stored: `input.title`, or `body` for the
 * value itself. Null if all of it can. Iterative, so that hostile nesting cannot overflow the stack.
 */
export function unstorablePartOf(value: unknown): string | null {
  const pending: { part: unknown; name: string; depth: number }[] = [{ part: value, name: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { part, name, depth } = next;
    if (typeof part === 'string' && !isStorable(part)) return name || 'body';
    if (typeof part !== 'object' || part === null) continue;
    if (depth >= MAX_INPUT_DEPTH) return name.split('.')[0] || 'body';
    const isList = Array.isArray(part);
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner !== 'string' && typeof inner !== 'object' && isStorable(key)) continue;
      if (!isStorable(key)) return name || 'body';
      // Items of a list have the name of the list.
      pending.push({ part: inner, name: isList ? name : name === '' ? key : `${name}.${key}`, depth: depth + 1 });
    }
  }
  return null;
}
