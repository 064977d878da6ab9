import { queryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, request } from '../../platform/api/graphql.ts';
import type {
  CadencePartsFragment,
  GroupIterationsPageQuery,
  IterationPartsFragment,
  IterationState,
  IterationViewFragment,
} from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment CadenceParts on IterationCadence {
    id
    title
    description
    automatic
    active
    startDate
    durationInWeeks
    iterationsInAdvance
    rollOver
  }
`);

graphql(`
  fragment IterationParts on Iteration {
    id
    iid
    title
    description
    state
    startDate
    dueDate
    webPath
    iterationCadence {
      id
    }
  }
`);

graphql(`
  fragment IterationView on Iteration {
    ...IterationParts
    descriptionHtml
    iterationCadence {
      ...CadenceParts
    }
    report(fullPath: $fullPathText) {
      ...TimeboxReportParts
    }
  }
`);

const groupIterationsPage = graphql(`
  query groupIterationsPage($fullPath: ID!, $state: IterationState) {
    namespace: group(fullPath: $fullPath) {
      id
      own: iterationCadences(includeAncestorGroups: false, first: 100) {
        nodes {
          id
        }
      }
      iterationCadences(first: 100) {
        nodes {
          ...CadenceParts
        }
      }
      iterations(state: $state, sort: CADENCE_AND_DUE_DATE_ASC, first: 100) {
        nodes {
          ...IterationParts
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

const projectIterationsPage = graphql(`
  query projectIterationsPage($fullPath: ID!, $state: IterationState) {
    namespace: project(fullPath: $fullPath) {
      id
      iterationCadences(first: 100) {
        nodes {
          ...CadenceParts
        }
      }
      iterations(state: $state, sort: CADENCE_AND_DUE_DATE_ASC, first: 100) {
        nodes {
          ...IterationParts
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

const groupIterationPage = graphql(`
  query groupIterationPage($fullPath: ID!, $fullPathText: String, $iid: ID, $id: ID) {
    namespace: group(fullPath: $fullPath) {
      id
      iterations(iid: $iid, id: $id, first: 1) {
        nodes {
          ...IterationView
        }
      }
    }
  }
`);

const projectIterationPage = graphql(`
  query projectIterationPage($fullPath: ID!, $fullPathText: String, $id: ID) {
    namespace: project(fullPath: $fullPath) {
      id
      iterations(id: $id, first: 1) {
        nodes {
          ...IterationView
        }
      }
    }
  }
`);

const iterationNeighbors = graphql(`
  query iterationNeighbors($fullPath: ID!, $cadence: IterationsCadenceID!) {
    group(fullPath: $fullPath) {
      id
      iterations(iterationCadenceIds: [$cadence], sort: CADENCE_AND_DUE_DATE_ASC, first: 100) {
        nodes {
          ...IterationParts
        }
      }
    }
  }
`);

const cadenceContents = graphql(`
  query cadenceContents($fullPath: ID!, $cadence: IterationsCadenceID!) {
    group(fullPath: $fullPath) {
      id
      iterations(iterationCadenceIds: [$cadence], first: 1) {
        count
      }
      issues(iterationCadenceId: [$cadence], includeSubgroups: true, first: 1) {
        count
      }
    }
  }
`);

export type Cadence = CadencePartsFragment;
export type ListedIteration = IterationPartsFragment;
export type IterationView = IterationViewFragment;

export interface IterationList {
  cadences: Cadence[];
  /** Ids of the cadences that belong to this group. */
  ownIds: ReadonlySet<string>;
  iterations: ListedIteration[];
}

export const iterationsKey = ({ kind, fullPath }: NamespaceRef) => ['iterations', kind, fullPath] as const;

/** The cadences that a group or project can use, with their iterations of a state. */
export function iterationsQuery(namespace: NamespaceRef, state: IterationState) {
  const { kind, fullPath } = namespace;
  return queryOptions({
    queryKey: [...iterationsKey(namespace), state],
    async queryFn({ signal }): Promise<IterationList> {
      const { namespace: found } =
        kind === 'group'
          ? await request(groupIterationsPage, { fullPath, state }, signal)
          : await request(projectIterationsPage, { fullPath, state }, signal);
      if (!found) throw new NotFoundError('Namespace');
      const own = (found as NonNullable<GroupIterationsPageQuery['namespace']>).own;
      return {
        cadences: present(found.iterationCadences?.nodes),
        ownIds: new Set(present(own?.nodes).map(({ id }) => id)),
        iterations: present(found.iterations?.nodes),
      };
    },
  });
}

/** One iteration, with the figures of a group or project: by its number in its group, or by its id. */
export function iterationQuery({ kind, fullPath }: NamespaceRef, by: { iid: string } | { id: string }) {
  return queryOptions({
    queryKey: ['iteration', kind, fullPath, by],
    async queryFn({ signal }): Promise<IterationView> {
      const id = 'id' in by ? `gid://gitlab/Iteration/${by.id}` : null;
      const iid = 'iid' in by ? by.iid : null;
      const { namespace } =
        kind === 'group'
          ? await request(groupIterationPage, { fullPath, fullPathText: fullPath, iid, id }, signal)
          : await request(projectIterationPage, { fullPath, fullPathText: fullPath, id }, signal);
      const [iteration] = present(namespace?.iterations?.nodes);
      if (!iteration) throw new NotFoundError('Iteration');
      return iteration;
    },
  });
}

/** The path of the group that an iteration belongs to. */
export const groupPathOf = ({ webPath }: Pick<ListedIteration, 'webPath'>): string =>
  (webPath.split('/-/')[0] ?? '').slice('/groups/'.length);

/** All iterations of the cadence of one, by date. */
export function neighborsQuery(iteration: IterationView) {
  const fullPath = groupPathOf(iteration);
  const cadence = iteration.iterationCadence.id;
  return queryOptions({
    queryKey: ['iteration-neighbors', fullPath, cadence],
    queryFn: async ({ signal }) =>
      present((await request(iterationNeighbors, { fullPath, cadence }, signal)).group?.iterations?.nodes),
  });
}

/** How many iterations and issues a cadence has. */
export function cadenceContentsQuery(fullPath: string, cadence: string) {
  return queryOptions({
    queryKey: ['cadence-contents', fullPath, cadence],
    async queryFn({ signal }) {
      const { group } = await request(cadenceContents, { fullPath, cadence }, signal);
      return { iterations: group?.iterations?.count ?? 0, issues: group?.issues?.count ?? 0 };
    },
  });
}
