import type { RoadmapFilters } from '@milepost/core/roadmap/filters';

export type TokenKind = 'label' | 'author' | 'milestone' | 'reaction' | 'confidential' | 'epic' | 'group';
export type TokenOperator = 'is' | 'isNot' | 'or';

/** One condition of the filters, as shown in the filter bar. */
export interface FilterToken {
  kind: TokenKind;
  operator: TokenOperator;
  value: string;
  /** The filters without it. */
  without: (filters: RoadmapFilters) => RoadmapFilters;
}

/** Every condition but the search text, in the order of the filter bar. */
export function tokensOf(filters: RoadmapFilters): FilterToken[] {
  const { not, or } = filters;
  return [
    ...one('author', 'is', filters.authorUsername, (now) => ({ ...now, authorUsername: '' })),
    ...one('author', 'isNot', not.authorUsername, (now) => ({ ...now, not: { ...now.not, authorUsername: '' } })),
    ...many('author', 'or', or.authorUsername, (now, left) => ({ ...now, or: { ...now.or, authorUsername: left } })),
    ...many('label', 'is', filters.labelName, (now, left) => ({ ...now, labelName: left })),
    ...many('label', 'isNot', not.labelName, (now, left) => ({ ...now, not: { ...now.not, labelName: left } })),
    ...many('label', 'or', or.labelName, (now, left) => ({ ...now, or: { ...now.or, labelName: left } })),
    ...one('milestone', 'is', filters.milestoneTitle, (now) => ({ ...now, milestoneTitle: '' })),
    ...one('reaction', 'is', filters.myReactionEmoji, (now) => ({ ...now, myReactionEmoji: '' })),
    ...one('reaction', 'isNot', not.myReactionEmoji, (now) => ({ ...now, not: { ...now.not, myReactionEmoji: '' } })),
    ...one('confidential', 'is', filters.confidential === null ? '' : String(filters.confidential), (now) => ({
      ...now,
      confidential: null,
    })),
    ...one('epic', 'is', filters.epicIid, (now) => ({ ...now, epicIid: '' })),
    ...one('group', 'is', filters.groupPath, (now) => ({ ...now, groupPath: '' })),
  ];
}

function one(
  kind: TokenKind,
  operator: TokenOperator,
  value: string,
  without: (filters: RoadmapFilters) => RoadmapFilters,
): FilterToken[] {
  return value === '' ? [] : [{ kind, operator, value, without }];
}

function many(
  kind: TokenKind,
  operator: TokenOperator,
  values: readonly string[],
  keep: (filters: RoadmapFilters, left: string[]) => RoadmapFilters,
): FilterToken[] {
  return values.map((value) => ({
    kind,
    operator,
    value,
    without: (filters) =>
      keep(
        filters,
        values.filter((other) => other !== value),
      ),
  }));
}
