import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

const ancestorsDocument = graphql(`
  query epicAncestors($fullPath: ID!, $iid: ID!) {
    workspace: group(fullPath: $fullPath) {
      id
      issuable: epic(iid: $iid) {
        id
        hasParent
        ancestors {
          nodes {
            id
            title
            webPath
            hasParent
          }
        }
      }
    }
  }
`);

export interface Ancestor {
  id: string;
  title: string;
  webPath: string;
}

export interface Ancestry {
  /** From the top down, those that the viewer may see. */
  ancestors: readonly Ancestor[];
  /** An ancestor above the first of them is not visible to the viewer. */
  hasHiddenParent: boolean;
}

/** The ancestors of an epic. */
export function ancestorsQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['children', 'ancestors', fullPath, iid],
    queryFn: async ({ signal }): Promise<Ancestry> => {
      const { workspace } = await request(ancestorsDocument, { fullPath, iid }, signal);
      const epic = workspace?.issuable;
      if (!epic) throw new NotFoundError('Epic');
      const ancestors = present(epic.ancestors?.nodes);
      const topmost = ancestors[0] ?? epic;
      return {
        ancestors: ancestors.map(({ id, title, webPath }) => ({ id, title: title ?? '', webPath })),
        hasHiddenParent: topmost.hasParent,
      };
    },
  });
}
