import { reactionName } from '@milepost/core/reactions';
import { defineMessage } from 'react-intl';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';

const failure = defineMessage({ id: 'reactions.emojiFailed', defaultMessage: 'There was a problem fetching emoji.' });

/** More than these would be a list nobody reads. */
const most = 40;
/** What people react with, for a start. */
const usual = ['thumbsup', 'thumbsdown', 'heart', 'tada', 'rocket', 'eyes', 'smile', 'confused', '100', 'fire'];

/** Emoji as values of a filter, by their names. The names are many, so they are loaded when they are asked for. */
export function emojiSource(): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['emoji', text],
      queryFn: async () => {
        const names = await loadNames();
        const wanted = text.toLowerCase().replace(/^:/, '').replace(/:$/, '');
        const found = wanted === '' ? usual : [...names.keys()].filter((name) => name.includes(wanted));
        return ranked(found, wanted)
          .slice(0, most)
          .map((name) => choiceOf(name, names));
      },
    }),
    find: (value) => ({
      queryKey: ['emojiOfFilter', value],
      queryFn: async () => choiceOf(value, await loadNames()),
    }),
    failure: () => failure,
    preloaded: [],
  };
}

/** Every name the server may know an emoji by, and the emoji. */
async function loadNames(): Promise<ReadonlyMap<string, string>> {
  const { nameToEmoji } = await import('gemoji');
  return new Map(Object.entries(nameToEmoji).map(([name, emoji]) => [reactionName(name), emoji]));
}

/** Names that begin with what was typed come first. */
function ranked(names: readonly string[], wanted: string): string[] {
  return names.toSorted((one, other) => Number(other.startsWith(wanted)) - Number(one.startsWith(wanted)));
}

function choiceOf(name: string, names: ReadonlyMap<string, string>): Choice {
  const emoji = names.get(name);
  return {
    value: name,
    title: `:${name}:`,
    short: emoji === undefined ? `:${name}:` : name,
    ...(emoji !== undefined && { picture: { kind: 'emoji', text: emoji } }),
  };
}
