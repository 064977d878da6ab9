import { parseGlobalId } from '@milepost/core/ids';
import { defineMessage } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';
import { iterationTitle } from '../../ui/field/iteration-title.ts';

const filterIterations = graphql(`
  query filterIterations($fullPath: ID!, $search: String, $state: IterationState, $id: ID) {
    group(fullPath: $fullPath) {
      id
      iterations(search: $search, state: $state, id: $id, includeAncestors: true, first: 20) {
        nodes {
          id
          title
          startDate
          dueDate
          iterationCadence {
            id
            title
          }
        }
      }
    }
  }
`);

const failure = defineMessage({
  id: 'iterations.filterFailed',
  defaultMessage: 'There was a problem fetching iterations.',
});

/** Iterations of a group and of those above as values of a filter, by number: those that are not over, or any that is typed. */
export function iterationSource(fullPath: string): ValueSource {
  const fetchChoices = async (wanted: { search?: string; id?: string }, signal: AbortSignal): Promise<Choice[]> => {
    const state = wanted.search === '' ? 'opened' : 'all';
    const { group } = await request(filterIterations, { fullPath, state, ...wanted }, signal);
    return present(group?.iterations?.nodes).map(choiceOf);
  };
  return {
    search: (search) => ({
      queryKey: ['filterIterations', fullPath, search],
      queryFn: ({ signal }) => fetchChoices({ search }, signal),
    }),
    find: (id) => ({
      queryKey: ['iterationOfFilter', fullPath, id],
      queryFn: async ({ signal }) => (await fetchChoices({ id: `gid://gitlab/Iteration/${id}` }, signal))[0] ?? null,
    }),
    failure: () => failure,
    preloaded: [],
  };
}

interface Found {
  id: string;
  title?: string | null;
  startDate?: string | null;
  dueDate?: string | null;
  iterationCadence: { title: string };
}

function choiceOf(iteration: Found): Choice {
  const { id, iterationCadence } = iteration;
  const name = iterationTitle(iteration);
  return { value: String(parseGlobalId(id)?.number ?? id), title: name, detail: iterationCadence.title, short: name };
}
