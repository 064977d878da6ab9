import { queryOptions } from '@tanstack/react-query';
import { present, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { typeOf } from '../type-of.ts';

const suggestionsDocument = graphql(`
  query referenceSuggestions(
    $fullPath: ID!
    $search: String
    $iids: [String!]
    $confidential: Boolean
    $types: [IssueType!]
    $state: IssuableState
  ) {
    group(fullPath: $fullPath) {
      id
      workItems(
        search: $search
        in: [TITLE]
        iids: $iids
        confidential: $confidential
        types: $types
        state: $state
        includeDescendants: true
        sort: UPDATED_DESC
        first: 10
      ) {
        nodes {
          id
          title
          state
          confidential
          reference(full: true)
          workItemType {
            id
            name
          }
        }
      }
    }
  }
`);

type SuggestedType = 'EPIC' | 'ISSUE' | 'INCIDENT' | 'TASK';

export interface SuggestionsFor {
  /** The group whose items, including those of subgroups, are suggested. */
  groupPath: string;
  /** Only confidential items: a confidential parent accepts no others. */
  confidentialOnly: boolean;
  /** All of them where left out. */
  types?: readonly SuggestedType[];
  /** Up to ten open items before as many closed ones; otherwise in the order of their last change. */
  openFirst?: boolean;
  /** The full reference of the item that the form belongs to: it is not offered, as it cannot be added to itself. */
  exceptReference?: string | null;
}

/** Items whose title contains a text, or with that number, last changed first. */
export function referenceSuggestions(
  { groupPath, confidentialOnly, types, openFirst = false }: Omit<SuggestionsFor, 'exceptReference'>,
  text: string,
) {
  const number = /^[#&]?(\d{1,9})$/.exec(text.trim())?.[1];
  const search = number === undefined ? text.trim().replace(/^[#&]/, '') : '';
  return queryOptions({
    queryKey: ['reference-suggestions', groupPath, confidentialOnly, types ?? null, openFirst, text.trim()],
    queryFn: async ({ signal }) => {
      const variables = {
        fullPath: groupPath,
        search: search || null,
        iids: number === undefined ? null : [number],
        // Either kind where null.
        confidential: confidentialOnly ? true : null,
        types: types ? [...types] : null,
      };
      const states = openFirst ? (['opened', 'closed'] as const) : [null];
      const answers = await Promise.all(
        states.map((state) => request(suggestionsDocument, { ...variables, state }, signal)),
      );
      return answers
        .flatMap(({ group }) => present(group?.workItems?.nodes))
        .map((item) => ({
          id: item.id,
          reference: item.reference,
          title: item.title,
          type: typeOf(item.workItemType.name),
          isClosed: item.state === 'CLOSED',
        }));
    },
    staleTime: 30_000,
  });
}
