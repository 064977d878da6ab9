import { epicMarker as marker } from '@milepost/core/filter-bar/tokens';
import { parseGlobalId } from '@milepost/core/ids';
import { epicColors } from '@milepost/core/work-items';
import { defineMessage } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const searchEpics = graphql(`
  query searchEpics($fullPath: ID!, $search: String, $state: EpicState) {
    group(fullPath: $fullPath) {
      id
      epics(search: $search, state: $state, includeAncestorGroups: true, includeDescendantGroups: false, first: 20) {
        nodes {
          id
          iid
          title
          group {
            id
            fullPath
          }
        }
      }
    }
  }
`);

const searchEpicsBelow = graphql(`
  query searchEpicsBelow($fullPath: ID!, $search: String, $state: EpicState) {
    group(fullPath: $fullPath) {
      id
      epics(search: $search, state: $state, includeDescendantGroups: true, first: 20) {
        nodes {
          id
          iid
          title
          group {
            id
            fullPath
          }
        }
      }
    }
  }
`);

const epicOfFilter = graphql(`
  query epicOfFilter($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        iid
        title
        group {
          id
          fullPath
        }
      }
    }
  }
`);

const searchParents = graphql(`
  query searchParents($fullPath: ID!, $search: String, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      epics(search: $search, ids: $ids, includeAncestorGroups: true, includeDescendantGroups: true, first: 20) {
        nodes {
          id
          iid
          title
          group {
            id
            fullPath
          }
        }
      }
    }
  }
`);

const failure = defineMessage({ id: 'workItems.epicsFailed', defaultMessage: 'There was a problem fetching epics' });

/**
 * Epics as values of a filter: `group::&12`, or `12` for one of the group itself. Those of the group and of parent groups come
 * first; those of subgroups are requested as well, because a roadmap shows them, too.
 */
export function epicSource(fullPath: string): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['searchEpics', fullPath, text],
      queryFn: async ({ signal }) => {
        const wanted = { fullPath, search: text, state: 'all' } as const;
        const [{ group }, below] = await Promise.all([
          request(searchEpics, wanted, signal),
          request(searchEpicsBelow, wanted, signal),
        ]);
        const found = [...present(group?.epics?.nodes), ...present(below.group?.epics?.nodes)].map(choiceOf);
        const values = new Set<string>();
        return found.filter(({ value }) => !values.has(value) && values.add(value));
      },
    }),
    find: (value) => ({
      queryKey: ['epicOfFilter', fullPath, value],
      queryFn: async ({ signal }) => {
        const at = value.lastIndexOf(marker);
        const groupPath = at > 0 ? value.slice(0, at) : fullPath;
        const iid = at === -1 ? value : value.slice(at + marker.length);
        const { group } = await request(epicOfFilter, { fullPath: groupPath, iid }, signal);
        return group?.epic ? choiceOf(group.epic) : { value, title: value, short: `&${iid}` };
      },
    }),
    failure: () => failure,
    preloaded: [],
  };
}

function choiceOf({ iid, title, group }: { iid: string; title: string; group: { fullPath: string } }): Choice {
  return {
    value: `${group.fullPath}${marker}${iid}`,
    title,
    detail: `${group.fullPath}&${iid}`,
    short: `&${iid} ${title}`,
  };
}

/** Epics of a group, its ancestors and descendants as values of a filter, by their global number. */
export function parentSource(fullPath: string): ValueSource {
  const fetchChoices = async (wanted: { search?: string; ids?: string[] }, signal: AbortSignal): Promise<Choice[]> => {
    const { group } = await request(searchParents, { fullPath, ...wanted }, signal);
    return present(group?.epics?.nodes).map((epic) => ({
      ...choiceOf(epic),
      value: String(parseGlobalId(epic.id)?.number ?? epic.id),
    }));
  };
  return {
    search: (search) => ({
      queryKey: ['searchParents', fullPath, search],
      queryFn: ({ signal }) => fetchChoices({ search }, signal),
    }),
    find: (id) => ({
      queryKey: ['parentOfFilter', fullPath, id],
      queryFn: async ({ signal }) => (await fetchChoices({ ids: [`gid://gitlab/Epic/${id}`] }, signal))[0] ?? null,
    }),
    failure: () => failure,
    preloaded: [],
  };
}

const usualWeights = [0, 1, 2, 3, 5, 8, 13];

/** Whole numbers as values of a filter: the usual ones, or the typed one. */
export function weightSource(): ValueSource {
  const choice = (value: string): Choice => ({ value, title: value, short: value });
  return {
    search: (text) => ({
      queryKey: ['weights', text],
      queryFn: () =>
        Promise.resolve(
          /^\d{1,9}$/.test(text)
            ? [choice(String(Number(text)))]
            : text === ''
              ? usualWeights.map((each) => choice(String(each)))
              : [],
        ),
    }),
    find: (value) => ({ queryKey: ['weightOfFilter', value], queryFn: () => Promise.resolve(choice(value)) }),
    failure: () => failure,
    preloaded: [],
  };
}

const colorChoices = epicColors.map(({ color, name }): Choice => ({
  value: color,
  title: name,
  short: name,
  icon: { kind: 'color', color },
}));

/** The suggested colors of epics as values of a filter, by name. */
export function colorSource(): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['epicColors', text],
      queryFn: () =>
        Promise.resolve(colorChoices.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))),
    }),
    find: (value) => ({
      queryKey: ['colorOfFilter', value],
      queryFn: () => Promise.resolve(colorChoices.find((choice) => choice.value === value.toLowerCase()) ?? null),
    }),
    failure: () => failure,
    preloaded: colorChoices,
  };
}
