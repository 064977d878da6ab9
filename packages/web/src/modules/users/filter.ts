import type { RawPerson } from '@milepost/core/accounts/people';
import { defineMessage } from 'react-intl';
import { request } from '../../platform/api/graphql.ts';
import type { SignedInViewer } from '../../platform/session/session.ts';
import type { Choice, FilterScope, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const usersAutocomplete = graphql(`
  query usersAutocomplete($fullPath: ID!, $search: String, $isProject: Boolean = false) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      autocompleteUsers(search: $search) {
        id
        avatarUrl
        type
        name
        username
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      autocompleteUsers(search: $search) {
        id
        avatarUrl
        type
        name
        username
      }
    }
  }
`);

const failure = defineMessage({ id: 'users.filterFailed', defaultMessage: 'There was a problem fetching users.' });

/** Members of a group or project as values of a filter; the viewer is preloaded. */
export function userSource(scope: FilterScope, viewer: SignedInViewer | null): ValueSource {
  const fetchChoices = async (search: string, signal: AbortSignal): Promise<Choice[]> => {
    const { group, project } = await request(usersAutocomplete, { ...scope, search }, signal);
    return ((scope.isProject ? project : group)?.autocompleteUsers ?? []).map(choiceOf);
  };
  return {
    search: (text) => ({
      queryKey: ['usersAutocomplete', scope, text],
      queryFn: ({ signal }) => fetchChoices(text, signal),
    }),
    find: (username) => ({
      queryKey: ['userOfFilter', scope, username],
      queryFn: async ({ signal }) =>
        (await fetchChoices(username, signal)).find(({ value }) => value === username) ?? null,
    }),
    failure: () => failure,
    preloaded: viewer ? [choiceOf(viewer)] : [],
  };
}

function choiceOf(user: RawPerson): Choice {
  return {
    value: user.username,
    title: user.name,
    detail: `@${user.username}`,
    short: `@${user.username}`,
    icon: { kind: 'person', person: user },
  };
}
