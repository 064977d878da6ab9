export const thumbsUp = 'thumbsup';
export const thumbsDown = 'thumbsdown';

const aliases: ReadonlyMap<string, string> = new Map([
  ['+1', thumbsUp],
  ['-1', thumbsDown],
]);

/** The one name an emoji is kept under: without colons, and `thumbsup` for `+1`. */
export function reactionName(text: string): string {
  const bare = text.trim().replace(/^:([^:]+):$/, '$1');
  return aliases.get(bare) ?? bare;
}

/** How often an item got a thumbs up and a thumbs down; other emoji are no votes. */
export interface Votes {
  upvotes: number;
  downvotes: number;
}
