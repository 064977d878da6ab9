import { digitsOf } from '@milepost/core/global-ids';
import { defineMessages } from 'react-intl';
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

const filterProjects = graphql(`
  query filterProjects($fullPath: ID!, $search: String, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      projects(includeSubgroups: true, search: $search, ids: $ids, first: 20) {
        nodes {
          id
          name
          nameWithNamespace
          fullPath
          avatarUrl
        }
      }
    }
  }
`);

/** The number of requested subgroups. */
const pageSize = 100;

const failures = defineMessages({
  groups: { id: 'namespaces.groupsFailed', defaultMessage: 'There was a problem fetching groups.' },
  projects: { id: 'namespaces.projectsFailed', defaultMessage: 'There was a problem fetching projects.' },
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
    failure: () => failures.groups,
    preloaded: [],
  };
}

/** The projects of a group and of all groups below it, by their ids, as values of a filter. */
export function projectSource(fullPath: string): ValueSource {
  const fetchChoices = async (wanted: { search?: string; ids?: string[] }, signal: AbortSignal): Promise<Choice[]> => {
    const { group } = await request(filterProjects, { fullPath, ...wanted }, signal);
    return present(group?.projects.nodes).map((project) => ({
      ...choiceOf({ ...project, fullName: project.nameWithNamespace }),
      value: digitsOf(project.id),
    }));
  };
  return {
    search: (text) => ({
      queryKey: ['filterProjects', fullPath, text],
      queryFn: ({ signal }) => fetchChoices({ search: text }, signal),
    }),
    find: (id) => ({
      queryKey: ['projectOfFilter', fullPath, id],
      queryFn: async ({ signal }) => (await fetchChoices({ ids: [`gid://gitlab/Project/${id}`] }, signal))[0] ?? null,
    }),
    failure: () => failures.projects,
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
    icon: { kind: 'namespace', name, imageUrl: avatarUrl ?? null },
  };
}
