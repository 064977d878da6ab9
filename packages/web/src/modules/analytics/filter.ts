import { Flag, FolderKanban, Tag, UserPen, UserRound } from 'lucide-react';
import { defineMessages, type IntlShape } from 'react-intl';
import type { FilterKind, FilterScope, KindParts } from '../../filter-bar/kinds.ts';
import { session } from '../../platform/session/session.ts';
import { labelSource } from '../labels/filter.ts';
import { milestoneSource } from '../milestones/filter.tsx';
import { projectSource } from '../namespaces/filter.ts';
import { userSource } from '../users/filter.ts';
import { filterNames, type FilterName } from './address.ts';

const messages = defineMessages({
  project: { id: 'analyticsFilters.project', defaultMessage: 'Project' },
  author: { id: 'analyticsFilters.author', defaultMessage: 'Author' },
  assignee: { id: 'analyticsFilters.assignee', defaultMessage: 'Assignee' },
  label: { id: 'analyticsFilters.label', defaultMessage: 'Label' },
  milestone: { id: 'analyticsFilters.milestone', defaultMessage: 'Milestone' },
});

const symbols: Partial<Record<FilterName, string>> = { label: '~', milestone: '%', assignee: '@' };

/** What the figures of a group or project can be filtered by. */
export function analyticsKinds({ formatMessage }: IntlShape, isProject: boolean): FilterKind[] {
  return filterNames.map((type) => ({
    type,
    title: formatMessage(messages[type]),
    symbol: symbols[type] ?? '',
    operators: ['is'],
    options: [],
    wildcards: [],
    isOffered: type !== 'project' || !isProject,
  }));
}

export const analyticsParts = async (scope: FilterScope): Promise<KindParts> => {
  const people = userSource(scope, session().viewer);
  return {
    project: { icon: FolderKanban, source: projectSource(scope.fullPath) },
    author: { icon: UserPen, source: people },
    assignee: { icon: UserRound, source: people },
    label: { icon: Tag, source: labelSource(scope) },
    milestone: { icon: Flag, source: milestoneSource(scope) },
  };
};
