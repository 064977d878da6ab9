export const thumbsUp = 'thumbsup';
export const thumbsDown = 'thumbsdown';

const aliases: ReadonlyMap<string, string> = new Map([
  ['+1', thumbsUp],
  ['-1', thumbsDown],
]);

/** The canonical name of an emoji: without colons, and `thumbsup` for `+1`. */
export function reactionName(text: string): string {
  const bare = text.trim().replace(/^:([^:]+):$/, '$1');
  return aliases.get(bare) ?? bare;
}

/** The numbers of thumbs up and thumbs down; other emoji are not votes. */
export interface Votes {
  upvotes: number;
  downvotes: number;
}
