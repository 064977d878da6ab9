import { fieldOfKey } from './custom-fields.ts';
import type { FilterToken, Operator } from '../filter-bar/tokens.ts';
import { textType, uniqueTokens } from '../filter-bar/tokens.ts';
import type { RoadmapFilters } from './filters.ts';
import { readFilters } from './filters.ts';

/** The kinds of tokens the roadmap has, custom fields aside: those have the name of their parameter. */
export const roadmapTokenTypes = ['author', 'label', 'milestone', 'epic', 'reaction', 'group', 'confidential'] as const;
export type RoadmapTokenType = (typeof roadmapTokenTypes)[number];

/** The filters as tokens of the filter bar, the free text last. */
export function tokensOf(filters: RoadmapFilters): FilterToken[] {
  const { not, or } = filters;
  const tokens: FilterToken[] = [];
  const put = (type: string, operator: Operator, values: readonly string[]) => {
    for (const data of values) if (data !== '') tokens.push({ type, value: { operator, data } });
  };
  put('author', 'is', [filters.authorUsername]);
  put('author', 'is not', [not.authorUsername]);
  put('author', 'or', or.authorUsername);
  put('label', 'is', filters.labelName);
  put('label', 'is not', not.labelName);
  put('label', 'or', or.labelName);
  put('milestone', 'is', [filters.milestoneTitle]);
  put('epic', 'is', [filters.epicIid]);
  put('reaction', 'is', [filters.myReactionEmoji]);
  put('reaction', 'is not', [not.myReactionEmoji]);
  put('group', 'is', [filters.groupPath]);
  if (filters.confidential !== null) put('confidential', 'is', [filters.confidential ? 'yes' : 'no']);
  for (const [key, value] of filters.customFields) put(key, 'is', [value]);
  put(textType, 'is', [filters.search]);
  return uniqueTokens(tokens);
}

/** The filters that tokens stand for. Where only one value can count, the last one does; several texts are one. */
export function filtersOf(tokens: readonly FilterToken[]): RoadmapFilters {
  const all = (type: string, operator: Operator) =>
    uniqueTokens(tokens.filter((token) => token.type === type && token.value.operator === operator)).map(
      (token) => token.value.data,
    );
  const last = (type: string, operator: Operator) => all(type, operator).at(-1) ?? '';
  const confidential = last('confidential', 'is');
  return {
    ...readFilters(''),
    search: all(textType, 'is').join(' ').trim(),
    labelName: all('label', 'is'),
    authorUsername: last('author', 'is'),
    milestoneTitle: last('milestone', 'is'),
    myReactionEmoji: last('reaction', 'is'),
    confidential: confidential === '' ? null : confidential === 'yes',
    epicIid: last('epic', 'is'),
    groupPath: last('group', 'is'),
    not: {
      labelName: all('label', 'is not'),
      authorUsername: last('author', 'is not'),
      myReactionEmoji: last('reaction', 'is not'),
    },
    or: { labelName: all('label', 'or'), authorUsername: all('author', 'or') },
    customFields: tokens
      .filter(({ type }) => fieldOfKey(type) !== null)
      .map(({ type, value }) => [type, value.data] as const),
  };
}
