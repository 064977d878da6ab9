/** The most comments that people may write on one item; what the machine writes does not count. */
export const noteLimitPerItem = 5_000;

/** The longest comment, in characters. */
export const maxNoteLength = 1_048_576;

/** What is wrong with a comment's text, as sentences without a subject. */
export function noteBodyProblems(body: string): string[] {
  if (body.trim() === '') return ["can't be blank"];
  // A text holds at least half as many characters as its length says: only what may be too long is counted.
  const isTooLong = body.length > maxNoteLength && Array.from(body).length > maxNoteLength;
  return isTooLong ? [`is too long (maximum is ${maxNoteLength} characters)`] : [];
}

/** Text as it is, in a document where it would read as markdown: `*` and its like are escaped. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#+!|~$&@%:^-]/g, String.raw`\$&`);
}
