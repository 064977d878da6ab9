import { queryOptions } from '@tanstack/react-query';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, request } from '../../platform/api/graphql.ts';
import type { MilestonePageFragment } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment MilestonePage on Milestone {
    ...ListedMilestone
    descriptionHtml
    report {
      ...TimeboxReportParts
    }
  }
`);

const groupMilestone = graphql(`
  query groupMilestone($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      milestones(iids: [$iid], first: 1) {
        nodes {
          ...MilestonePage
        }
      }
    }
  }
`);

const projectMilestone = graphql(`
  query projectMilestone($fullPath: ID!, $iid: ID!) {
    project(fullPath: $fullPath) {
      id
      milestones(iids: [$iid], first: 1) {
        nodes {
          ...MilestonePage
        }
      }
    }
  }
`);

export type MilestoneView = MilestonePageFragment;

/** One milestone of a group or project. */
export function milestoneQuery(kind: NamespaceKind, fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['milestone', kind, fullPath, iid],
    queryFn: async ({ signal }): Promise<MilestoneView> => {
      const variables = { fullPath, iid };
      const namespace =
        kind === 'group'
          ? (await request(groupMilestone, variables, signal)).group
          : (await request(projectMilestone, variables, signal)).project;
      const [milestone] = present(namespace?.milestones?.nodes);
      if (!milestone) throw new NotFoundError('Milestone');
      return milestone;
    },
  });
}
