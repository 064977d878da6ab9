import { epicSeparator, symbols } from '@milepost/core/filter-bar/tokens';
import { defineMessage } from 'react-intl';
import { present, request } from '../../app/graphql.ts';
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

const failure = defineMessage({ id: 'workItems.epicsFailed', defaultMessage: 'There was a problem fetching epics' });
const marker = `${epicSeparator}${symbols.epic}`;

/**
 * Epics as values of a filter: `group::&12`, or `12` for one of the group itself. Those of the group and of groups above come
 * first; those below are asked for as well, for a roadmap shows them, too.
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
        const place = at > 0 ? value.slice(0, at) : fullPath;
        const iid = at === -1 ? value : value.slice(at + marker.length);
        const { group } = await request(epicOfFilter, { fullPath: place, iid }, signal);
        return group?.epic ? choiceOf(group.epic) : { value, title: value, short: `${symbols.epic}${iid}` };
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
    detail: `${group.fullPath}${symbols.epic}${iid}`,
    short: `${symbols.epic}${iid} ${title}`,
  };
}
