import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { findEmoji, searchEmoji, type Emoji } from './emoji.ts';
import { reactionMessages as messages } from './messages.ts';

/** Emoji as values of a filter, by their names. */
export function emojiSource(): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['emoji', text],
      queryFn: async () => (await searchEmoji(text)).map(choiceOf),
    }),
    find: (value) => ({
      queryKey: ['emojiOfFilter', value],
      queryFn: async () => choiceOf(await findEmoji(value)),
    }),
    failure: () => messages.emojiFailed,
    preloaded: [],
  };
}

function choiceOf({ name, sign }: Emoji): Choice {
  return {
    value: name,
    title: `:${name}:`,
    short: sign === null ? `:${name}:` : name,
    ...(sign !== null && { icon: { kind: 'emoji', text: sign } }),
  };
}
