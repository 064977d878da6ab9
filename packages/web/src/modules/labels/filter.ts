import { defineMessages } from 'react-intl';
import { present, request } from '../../app/graphql.ts';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const filterLabels = graphql(`
  query filterLabels($fullPath: ID!, $searchTerm: String, $title: String) {
    group(fullPath: $fullPath) {
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
  }
`);

const failures = defineMessages({
  search: { id: 'labels.filterFailed', defaultMessage: 'There was a problem fetching labels.' },
  latest: { id: 'labels.latestFailed', defaultMessage: 'There was a problem fetching latest labels.' },
});

/** Labels of a group, of those above and those below, as values of a filter. Before anything is typed the latest are offered. */
export function labelSource(fullPath: string): ValueSource {
  const ask = async (wanted: { searchTerm?: string; title?: string }, signal: AbortSignal): Promise<Choice[]> => {
    const { group } = await request(filterLabels, { fullPath, ...wanted }, signal);
    return uniqueTitles(present(group?.labels?.nodes).map(choiceOf));
  };
  return {
    search: (text) => ({
      queryKey: ['filterLabels', fullPath, text],
      queryFn: ({ signal }) => ask(text === '' ? {} : { searchTerm: text }, signal),
    }),
    find: (title) => ({
      queryKey: ['labelOfFilter', fullPath, title],
      queryFn: async ({ signal }) => (await ask({ title }, signal))[0] ?? null,
    }),
    failure: (text) => (text === '' ? failures.latest : failures.search),
    preloaded: [],
  };
}

function choiceOf({ title, color }: { title: string; color: string }): Choice {
  return { value: title, title, short: title, picture: { kind: 'color', color } };
}

/** A filter knows labels by their titles: two groups may each have one of the same. */
function uniqueTitles(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].reverse();
}
