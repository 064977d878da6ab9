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

export interface Votes {
  upvotes: number;
  downvotes: number;
}

/** Counts thumbs up and down; other emoji are no votes. */
export function votesOf(names: Iterable<string>): Votes {
  const votes = { upvotes: 0, downvotes: 0 };
  for (const name of names) {
    if (name === thumbsUp) votes.upvotes += 1;
    else if (name === thumbsDown) votes.downvotes += 1;
  }
  return votes;
}
