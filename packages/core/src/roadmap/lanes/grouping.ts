import { parseQuery, printQuery, type Query } from '../../query.ts';

const plainGroupKeys = [
  'SUBGROUP',
  'MILESTONE',
  'ITERATION',
  'ASSIGNEE',
  'AUTHOR',
  'HEALTH',
  'STATUS',
  'PARENT',
] as const;

/** What the lanes of a roadmap are made of, as the address and the API write it. */
export type GroupKey = (typeof plainGroupKeys)[number] | `LABEL:${string}` | `FIELD:${string}`;

export type GroupKind = (typeof plainGroupKeys)[number] | 'LABEL' | 'FIELD';

/** Lanes of one level, or of two. */
export interface Grouping {
  /** Null: no lanes. */
  groupBy: GroupKey | null;
  thenBy: GroupKey | null;
}

/** Parses a grouping; null for `NONE`, and for a value that is not known. */
export function parseGroupKey(text: string | null | undefined): GroupKey | null {
  if (!text) return null;
  const plain = plainGroupKeys.find((key) => key === text);
  if (plain) return plain;
  const scope = text.startsWith('LABEL:') ? text.slice(6).trim() : '';
  // A title has at most 255 characters, with the separator and a value of one.
  if (scope !== '' && scope.length <= 252) return `LABEL:${scope}`;
  return /^FIELD:[1-9]\d{0,15}$/.test(text) ? (text as GroupKey) : null;
}

export function groupKindOf(key: GroupKey): GroupKind {
  const at = key.indexOf(':');
  return (at === -1 ? key : key.slice(0, at)) as GroupKind;
}

/** The scope of `LABEL:{scope}`, the id of `FIELD:{id}`; empty for the others. */
export function groupSubjectOf(key: GroupKey): string {
  const at = key.indexOf(':');
  return at === -1 ? '' : key.slice(at + 1);
}

/** Whether two groupings are the same; scopes of labels are compared without case. */
export function isSameGroupKey(one: GroupKey | null, other: GroupKey | null): boolean {
  return one === null || other === null ? one === other : one.toLowerCase() === other.toLowerCase();
}

/** The grouping of an address. A second level needs a first one of another kind. */
export function readGrouping(value: (key: 'group_by' | 'then_by') => string | null): Grouping {
  const groupBy = parseGroupKey(value('group_by'));
  const thenBy = groupBy === null ? null : parseGroupKey(value('then_by'));
  return { groupBy, thenBy: isSameGroupKey(groupBy, thenBy) ? null : thenBy };
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
