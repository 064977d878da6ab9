import { queryOptions } from '@tanstack/react-query';
import { ChangeRefusedError } from '../../../platform/api/errors.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import type { RoadmapLinkKind } from '../../../gen/graphql.ts';

const linkPermissions = graphql(`
  query roadmapLinkPermissions($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      userPermissions {
        manageRoadmapLinks
        createRoadmapSnapshot
        publishRoadmap
      }
    }
  }
`);

/** What the viewer may do with public links. */
export function linkPermissionsOf(fullPath: string) {
  return queryOptions({
    queryKey: ['roadmapLinkPermissions', fullPath],
    queryFn: async ({ signal }) =>
      (await request(linkPermissions, { fullPath }, signal)).group?.userPermissions ?? null,
  });
}

const listLinks = graphql(`
  query roadmapLinks($fullPath: ID!, $withLinks: Boolean!) {
    group(fullPath: $fullPath) {
      id
      roadmapLinks @include(if: $withLinks) {
        nodes {
          ...RoadmapLinkParts
        }
      }
      roadmapFeeds @skip(if: $withLinks) {
        nodes {
          ...RoadmapLinkParts
        }
      }
    }
  }
`);

graphql(`
  fragment RoadmapLinkParts on RoadmapLink {
    id
    kind
    name
    author {
      id
      name
      type
    }
    createdAt
    expiresAt
    lastUsedAt
  }
`);

const createLinkDocument = graphql(`
  mutation roadmapLinkCreate($input: RoadmapLinkCreateInput!) {
    roadmapLinkCreate(input: $input) {
      roadmapLink {
        ...RoadmapLinkParts
      }
      pageUrl
      calendarUrl
      errors
    }
  }
`);

const revokeLinkDocument = graphql(`
  mutation roadmapLinkRevoke($input: RoadmapLinkRevokeInput!) {
    roadmapLinkRevoke(input: $input) {
      errors
    }
  }
`);

/** The public links of a group, or the viewer's calendar feeds of it. */
export function linksOf(fullPath: string, kind: RoadmapLinkKind) {
  return queryOptions({
    queryKey: ['roadmapLinks', { fullPath, kind }],
    queryFn: async ({ signal }) => {
      const { group } = await request(listLinks, { fullPath, withLinks: kind === 'PAGE' }, signal);
      return present((group?.roadmapLinks ?? group?.roadmapFeeds)?.nodes);
    },
    staleTime: 0,
  });
}

export interface MadeLink {
  pageUrl: string | null;
  calendarUrl: string | null;
}

/** Creates a link; its addresses are returned only once. Throws ChangeRefusedError with messages to show. */
export async function createLink(input: {
  fullPath: string;
  kind: RoadmapLinkKind;
  name: string;
  query: string;
  expiresAt: string | null;
}): Promise<MadeLink> {
  const { roadmapLinkCreate: answer } = await request(createLinkDocument, { input });
  if (!answer?.roadmapLink) throw new ChangeRefusedError([...(answer?.errors ?? [])]);
  return { pageUrl: answer.pageUrl ?? null, calendarUrl: answer.calendarUrl ?? null };
}

/** Revokes a link. */
export async function revokeLink(id: string): Promise<void> {
  const { roadmapLinkRevoke: answer } = await request(revokeLinkDocument, { input: { id } });
  if (answer && answer.errors.length > 0) throw new ChangeRefusedError([...answer.errors]);
}
