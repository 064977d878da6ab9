import { textType, type FilterToken } from '@milepost/core/filter-bar/tokens';
import { CircleDashed, Flag, GitBranch, Tag, UserPen, UserRound, UserRoundCheck } from 'lucide-react';
import { defineMessages, type IntlShape } from 'react-intl';
import type { FilterKind, FilterScope, KindParts } from '../../filter-bar/kinds.ts';
import { session } from '../../platform/session/session.ts';
import { labelSource } from '../labels/filter.ts';
import { milestoneSource } from '../milestones/filter.tsx';
import { userSource } from '../users/filter.ts';
import type { MergeRequestListFilter } from './list.ts';

const messages = defineMessages({
  author: { id: 'mergeRequestFilters.author', defaultMessage: 'Author' },
  assignee: { id: 'mergeRequestFilters.assignee', defaultMessage: 'Assignee' },
  reviewer: { id: 'mergeRequestFilters.reviewer', defaultMessage: 'Reviewer' },
  label: { id: 'mergeRequestFilters.label', defaultMessage: 'Label' },
  milestone: { id: 'mergeRequestFilters.milestone', defaultMessage: 'Milestone' },
  draft: { id: 'mergeRequestFilters.draft', defaultMessage: 'Draft' },
  target: { id: 'mergeRequestFilters.target', defaultMessage: 'Target branch' },
  yes: { id: 'mergeRequestFilters.yes', defaultMessage: 'Yes' },
  no: { id: 'mergeRequestFilters.no', defaultMessage: 'No' },
});

/** The search parameters of the list, one value each. */
export const filterNames = ['author', 'assignee', 'reviewer', 'label', 'milestone', 'target', 'draft'] as const;
type FilterName = (typeof filterNames)[number];
export type FilterAddress = Record<FilterName | 'search', string>;

/** What the list can be filtered by. */
export function mergeRequestKinds({ formatMessage }: IntlShape): FilterKind[] {
  return filterNames.map((type) => ({
    type,
    title: formatMessage(messages[type]),
    symbol: '',
    operators: ['is'],
    options:
      type === 'draft'
        ? (['yes', 'no'] as const).map((value) => ({ value, title: formatMessage(messages[value]) }))
        : [],
    wildcards: [],
    isOffered: true,
  }));
}

export const filterParts = async (scope: FilterScope): Promise<KindParts> => {
  const people = userSource(scope, session().viewer);
  return {
    author: { icon: UserPen, source: people },
    assignee: { icon: UserRound, source: people },
    reviewer: { icon: UserRoundCheck, source: people },
    label: { icon: Tag, source: labelSource(scope) },
    milestone: { icon: Flag, source: milestoneSource(scope) },
    target: { icon: GitBranch },
    draft: { icon: CircleDashed },
  };
};

/** The tokens of an address. */
export function tokensOf(address: FilterAddress): FilterToken[] {
  return [...filterNames, 'search' as const].flatMap((name) =>
    address[name] === ''
      ? []
      : [
          {
            type: name === 'search' ? textType : name,
            value: { operator: 'is' as const, data: address[name] },
          },
        ],
  );
}

/** The address of these tokens; of several of one kind the last. */
export function addressOf(tokens: readonly FilterToken[]): FilterAddress {
  const of = (type: string): string[] => tokens.filter((token) => token.type === type).map(({ value }) => value.data);
  const named = filterNames.map((type) => [type, of(type).at(-1) ?? '']);
  return { ...Object.fromEntries(named), search: of(textType).join(' ') } as FilterAddress;
}

/** The filter of a request. */
export function filterOf(address: FilterAddress): MergeRequestListFilter {
  const wanted = {
    authorUsername: address.author,
    assigneeUsername: address.assignee,
    reviewerUsername: address.reviewer,
    milestoneTitle: address.milestone,
    search: address.search,
    labels: address.label === '' ? '' : [address.label],
    targetBranches: address.target === '' ? '' : [address.target],
    draft: address.draft === '' ? '' : address.draft === 'yes',
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
}
