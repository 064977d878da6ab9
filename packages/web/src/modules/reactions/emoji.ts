import { reactionName } from '@milepost/core/reactions';

/** A longer list is not useful. */
const most = 40;
/** What people react with, for a start. */
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
  /** The sign itself; null for a name that is none. */
  sign: string | null;
}

/** Emoji whose names hold the text (colons around it do not count), the best first; the usual ones for no text. */
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

/** Every name the server may know an emoji by, and the emoji. The names are many, so they are loaded when they are asked for. */
async function loadNames(): Promise<ReadonlyMap<string, string>> {
  const { nameToEmoji } = await import('gemoji');
  return new Map(Object.entries(nameToEmoji).map(([name, sign]) => [reactionName(name), sign]));
}

/** Names that begin with what was typed come first. */
function ranked(names: readonly string[], wanted: string): string[] {
  return names.toSorted((one, other) => Number(other.startsWith(wanted)) - Number(one.startsWith(wanted)));
}
