import { defineMessage } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const filterGroups = graphql(`
  query filterGroups($fullPath: ID!, $search: String, $first: Int) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      fullPath
      avatarUrl
      descendantGroups(search: $search, first: $first) {
        nodes {
          id
          name
          fullName
          fullPath
          avatarUrl
        }
      }
    }
  }
`);

const groupOfFilter = graphql(`
  query groupOfFilter($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      fullPath
      avatarUrl
    }
  }
`);

/** The number of requested subgroups. */
const pageSize = 100;

const failure = defineMessage({
  id: 'namespaces.groupsFailed',
  defaultMessage: 'There was a problem fetching groups.',
});

/** A group and all groups below it as values of a filter. */
export function groupSource(fullPath: string): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['filterGroups', fullPath, text],
      queryFn: async ({ signal }) => {
        const { group } = await request(filterGroups, { fullPath, search: text, first: pageSize }, signal);
        if (!group) return [];
        const self = group.fullName.toLowerCase().includes(text.toLowerCase()) ? [group] : [];
        return [...self, ...present(group.descendantGroups?.nodes)].map(choiceOf);
      },
    }),
    find: (value) => ({
      queryKey: ['groupOfFilter', value],
      queryFn: async ({ signal }) => {
        const { group } = await request(groupOfFilter, { fullPath: value }, signal);
        return group ? choiceOf(group) : null;
      },
    }),
    failure: () => failure,
    preloaded: [],
  };
}

interface FoundGroup {
  name: string;
  fullName: string;
  fullPath: string;
  avatarUrl?: string | null | undefined;
}

function choiceOf({ name, fullName, fullPath, avatarUrl }: FoundGroup): Choice {
  return {
    value: fullPath,
    title: fullName,
    detail: fullPath,
    short: name,
    icon: { kind: 'avatar', name, imageUrl: avatarUrl ?? null, shape: 'square' },
  };
}
