import { defineMessage } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const filterStatuses = graphql(`
  query filterStatuses($fullPath: ID!) {
    namespace(fullPath: $fullPath) {
      id
      statuses {
        nodes {
          id
          name
          color
        }
      }
    }
  }
`);

const failure = defineMessage({ id: 'status.filterFailed', defaultMessage: 'There was a problem fetching statuses.' });

/** The statuses of all types of a group, as values of a filter: by name. */
export function statusSource(fullPath: string): ValueSource {
  const named = async (search: string, signal: AbortSignal): Promise<Choice[]> => {
    const { namespace } = await request(filterStatuses, { fullPath }, signal);
    const choices = present(namespace?.statuses?.nodes).map(choiceOf);
    return choices.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  };
  return {
    search: (search) => ({
      queryKey: ['filterStatuses', fullPath, search],
      queryFn: ({ signal }) => named(search, signal),
    }),
    find: (name) => ({
      queryKey: ['statusOfFilter', fullPath, name],
      queryFn: async ({ signal }) =>
        (await named(name, signal)).find(({ value }) => value.toLowerCase() === name.toLowerCase()) ?? null,
    }),
    failure: () => failure,
    preloaded: [],
  };
}

function choiceOf({ name, color }: { name?: string | null; color?: string | null }): Choice {
  const title = name ?? '';
  return { value: title, title, short: title, icon: { kind: 'color', color: color ?? 'currentcolor' } };
}
