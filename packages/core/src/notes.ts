/** Maximum number of comments on one item; system notes do not count. */
export const noteLimitPerItem = 5_000;

/** Maximum characters of a comment. */
export const maxNoteLength = 1_048_576;

/** Validation errors of a comment's text, as predicates. */
export function noteBodyProblems(body: string): string[] {
  if (body.trim() === '') return ["can't be blank"];
  // A text has at least half as many characters as its `length`, so only texts that may be too long are counted.
  const isTooLong = body.length > maxNoteLength && Array.from(body).length > maxNoteLength;
  return isTooLong ? [`is too long (maximum is ${maxNoteLength} characters)`] : [];
}

/** Escapes a text for Markdown: `*` and other markup characters are shown literally. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#+!|~$&@%:^-]/g, String.raw`\$&`);
}
