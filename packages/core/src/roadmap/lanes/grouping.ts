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

/** What the lanes of a roadmap are grouped by, as the address and the API write it. */
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
