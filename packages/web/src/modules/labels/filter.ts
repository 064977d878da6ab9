import { defineMessages } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, FilterScope, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const filterLabels = graphql(`
  query filterLabels($fullPath: ID!, $searchTerm: String, $title: String, $isProject: Boolean = false) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      labels(
        searchTerm: $searchTerm
        title: $title
        includeAncestorGroups: true
        includeDescendantGroups: true
        first: 20
      ) {
        nodes {
          id
          title
          color
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      labels(searchTerm: $searchTerm, title: $title, includeAncestorGroups: true, first: 20) {
        nodes {
          id
          title
          color
        }
      }
    }
  }
`);

const failures = defineMessages({
  search: { id: 'labels.filterFailed', defaultMessage: 'There was a problem fetching labels.' },
  latest: { id: 'labels.latestFailed', defaultMessage: 'There was a problem fetching latest labels.' },
});

const missing = defineMessages({
  label: { id: 'labels.filterDeleted', defaultMessage: 'Deleted label “{value}”' },
}).label;

/**
 * Labels of a group or project, of groups above and of those below, as values of a filter. Before anything is typed the latest
 * are offered.
 */
export function labelSource(scope: FilterScope): ValueSource {
  const fetchChoices = async (
    wanted: { searchTerm?: string; title?: string },
    signal: AbortSignal,
  ): Promise<Choice[]> => {
    const { group, project } = await request(filterLabels, { ...scope, ...wanted }, signal);
    return uniqueTitles(present((scope.isProject ? project : group)?.labels?.nodes).map(choiceOf));
  };
  return {
    search: (text) => ({
      queryKey: ['filterLabels', scope, text],
      queryFn: ({ signal }) => fetchChoices(text === '' ? {} : { searchTerm: text }, signal),
    }),
    find: (title) => ({
      queryKey: ['labelOfFilter', scope, title],
      // `stage::*` stands for all labels of a scope.
      queryFn: async ({ signal }) =>
        title.endsWith('::*')
          ? { value: title, title, short: title }
          : ((await fetchChoices({ title }, signal))[0] ?? null),
    }),
    missing,
    failure: (text) => (text === '' ? failures.latest : failures.search),
    preloaded: [],
  };
}

function choiceOf({ title, color }: { title: string; color: string }): Choice {
  return { value: title, title, short: title, icon: { kind: 'color', color } };
}

/** A filter identifies labels by title: several groups may have one of the same title. */
function uniqueTitles(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].reverse();
}
