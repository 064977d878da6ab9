import { parseLaneKey } from './lane-keys.ts';

/**
 * The folded lanes of a roadmap, the latest last: keys of lanes, and marks of levels. The mark of a level folds all of its lanes,
 * also those that are not loaded yet; the keys of that level are then the exceptions.
 */
export type FoldedLanes = readonly string[];

/** Characters of folded lanes as they are stored. */
export const MAX_FOLDED_LENGTH = 4_000;

/** The mark of the level that a lane is on: `*`, and what the lanes are grouped by. */
const levelOf = (key: string): string => `*${key.replaceAll(/=[^&]*/g, '')}`;

/** A function that tells whether the lane with a key is folded. */
export function foldedTest(folded: FoldedLanes): (key: string) => boolean {
  const known = new Set(folded);
  return (key) => known.has(key) !== known.has(levelOf(key));
}

/** Folds or unfolds a lane, or with it all lanes of its level. */
export function toggleFolded(folded: FoldedLanes, key: string, isAll: boolean): FoldedLanes {
  if (!isAll) return folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key];
  const level = levelOf(key);
  const others = folded.filter((each) => each !== level && (isMark(each) || levelOf(each) !== level));
  return foldedTest(folded)(key) ? others : [...others, level];
}

/** Parses folded lanes; entries that are not lanes are left out. */
export function parseFolded(text: string | null): FoldedLanes {
  const entries = new Set((text ?? '').slice(0, MAX_FOLDED_LENGTH).split(','));
  return [...entries].filter((entry) => parseLaneKey(entry.replace('*', '')) !== null);
}

/** Writes folded lanes in as many characters as are stored: the oldest keys are left out. */
export function printFolded(folded: FoldedLanes): string {
  const kept = new Set<string>();
  let length = -1;
  for (const entry of [...folded.filter(isMark), ...folded.toReversed()]) {
    if (kept.has(entry)) continue;
    length += entry.length + 1;
    if (length > MAX_FOLDED_LENGTH) break;
    kept.add(entry);
  }
  return folded.filter((entry) => kept.has(entry)).join(',');
}

const isMark = (entry: string): boolean => entry.startsWith('*');
