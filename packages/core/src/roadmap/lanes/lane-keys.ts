import { parseQuery, printQuery, type Query } from '../../query.ts';
import { isSameGroupKey, parseGroupKey, type GroupKey, type GroupKind } from './grouping.ts';

export function groupKindOf(key: GroupKey): GroupKind {
  const at = key.indexOf(':');
  return (at === -1 ? key : key.slice(0, at)) as GroupKind;
}

/** The scope of `LABEL:{scope}`, the id of `FIELD:{id}`; empty for the others. */
export function groupSubjectOf(key: GroupKey): string {
  const at = key.indexOf(':');
  return at === -1 ? '' : key.slice(at + 1);
}

/** The value of one level of a lane: null for “None”. */
export interface LaneStep {
  by: GroupKey;
  value: string | null;
}

/** The key of a lane: `LABEL:stage=beta`, percent-encoded; with `&STATUS=3` after it for one of the second level. */
export function laneKeyOf(steps: readonly LaneStep[]): string {
  return printQuery(steps.map(({ by, value }) => [by, value ?? '']));
}

/** Parses the key of a lane; null if it is none. */
export function parseLaneKey(text: string): LaneStep[] | null {
  const parts: Query = parseQuery(text);
  const steps = parts.map(([name, value]) => ({ by: parseGroupKey(name), value: value === '' ? null : value }));
  const [first, second, ...rest] = steps;
  if (!first || rest.length > 0 || steps.some(({ by }) => by === null)) return null;
  if (second && isSameGroupKey(first.by, second.by)) return null;
  return steps as LaneStep[];
}
