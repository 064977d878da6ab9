import { reactionName } from '@milepost/core/reactions';

/** A longer list is not useful. */
const most = 40;
/** The initial suggestions. */
export const usualReactions = [
  'thumbsup',
  'thumbsdown',
  'heart',
  'tada',
  'rocket',
  'eyes',
  'smile',
  'confused',
  '100',
  'fire',
] as const;

export interface Emoji {
  name: string;
  /** The character of an emoji; null for an unknown name. */
  sign: string | null;
}

/** Emoji whose names contain the text (ignoring surrounding colons), best match first; the usual ones without text. */
export async function searchEmoji(text: string): Promise<Emoji[]> {
  const names = await loadNames();
  const wanted = text.toLowerCase().replace(/^:/, '').replace(/:$/, '');
  const found = wanted === '' ? usualReactions : [...names.keys()].filter((name) => name.includes(wanted));
  return ranked(found, wanted)
    .slice(0, most)
    .map((name) => ({ name, sign: names.get(name) ?? null }));
}

/** The emoji of a name. */
export async function findEmoji(name: string): Promise<Emoji> {
  return { name, sign: (await loadNames()).get(name) ?? null };
}

/** All names of emoji that the server may know. The table is large, so it is loaded on demand. */
async function loadNames(): Promise<ReadonlyMap<string, string>> {
  const { nameToEmoji } = await import('gemoji');
  return new Map(Object.entries(nameToEmoji).map(([name, sign]) => [reactionName(name), sign]));
}

/** Names that begin with the typed text come first. */
function ranked(names: readonly string[], wanted: string): string[] {
  return names.toSorted((one, other) => Number(other.startsWith(wanted)) - Number(one.startsWith(wanted)));
}
