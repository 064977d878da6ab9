import { queryOptions } from '@tanstack/react-query';
import { ChangeRefusedError, NotFoundError } from '../../../platform/api/errors.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import type { SavedView } from '../../../platform/session/session.ts';
import { graphql } from '../../../gen/gql.ts';
import type { RoadmapLinkKind, RoadmapViewPartsFragment } from '../../../gen/graphql.ts';
import { uncacheView, cacheViews } from '../settings/saved-views.ts';

// Used by the other documents of this file; never requested by itself.
graphql(`
  fragment RoadmapViewParts on RoadmapView {
    id
    name
    query
    shared
    lockVersion
    author {
      id
      name
    }
    userPermissions {
      updateRoadmapView
    }
  }
`);

const listViews = graphql(`
  query roadmapViews($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      roadmapViews {
        nodes {
          ...RoadmapViewParts
        }
      }
      userPermissions {
        createRoadmapView
        shareRoadmapView
        manageRoadmapLinks
        publishRoadmap
      }
    }
  }
`);

const oneView = graphql(`
  query roadmapView($id: ID!) {
    roadmapView(id: $id) {
      ...RoadmapViewParts
    }
  }
`);

const createDocument = graphql(`
  mutation roadmapViewCreate($input: RoadmapViewCreateInput!) {
    roadmapViewCreate(input: $input) {
      roadmapView {
        ...RoadmapViewParts
      }
      errors
    }
  }
`);

const updateDocument = graphql(`
  mutation roadmapViewUpdate($input: RoadmapViewUpdateInput!) {
    roadmapViewUpdate(input: $input) {
      roadmapView {
        ...RoadmapViewParts
      }
      errors
    }
  }
`);

const deleteDocument = graphql(`
  mutation roadmapViewDelete($input: RoadmapViewDeleteInput!) {
    roadmapViewDelete(input: $input) {
      errors
    }
  }
`);

const restoreDocument = graphql(`
  mutation roadmapViewRestore($input: RoadmapViewRestoreInput!) {
    roadmapViewRestore(input: $input) {
      roadmapView {
        ...RoadmapViewParts
      }
      errors
    }
  }
`);

/** A saved view as listed in the menu. */
export interface ListedView extends SavedView {
  globalId: string;
}

const listKey = (fullPath: string) => ['roadmapViews', { fullPath }] as const;

/** The viewer's views and permissions. */
export function viewsOf(fullPath: string) {
  return queryOptions({
    queryKey: listKey(fullPath),
    queryFn: async ({ signal }) => {
      const { group } = await request(listViews, { fullPath }, signal);
      if (!group) throw new NotFoundError('There is no such group');
      const views = present(group.roadmapViews?.nodes).map(readView);
      cacheViews(views);
      return { views, may: group.userPermissions };
    },
  });
}

/** Fetches one view and caches it. */
export async function fetchView(id: string): Promise<void> {
  const { roadmapView } = await request(oneView, { id: `gid://gitlab/RoadmapView/${id}` }).catch(() => ({
    roadmapView: null,
  }));
  if (roadmapView) cacheViews([readView(roadmapView)]);
  else uncacheView(id);
}

export interface NewView {
  fullPath: string;
  name: string;
  query: string;
  shared: boolean;
}

/** Saves a new view. Throws ChangeRefusedError with messages to show. */
export async function createView(input: NewView): Promise<ListedView> {
  const { roadmapViewCreate: answer } = await request(createDocument, { input });
  return viewOrThrow(answer);
}

/** Changes a view at `lockVersion`. Throws ChangeRefusedError, also on a conflict. */
export async function updateView(
  view: ListedView,
  change: { name?: string; query?: string; shared?: boolean },
): Promise<ListedView> {
  const input = { id: view.globalId, lockVersion: view.lockVersion, ...change };
  const { roadmapViewUpdate: answer } = await request(updateDocument, { input });
  return viewOrThrow(answer);
}

/** Deletes a view. */
export async function deleteView(view: ListedView): Promise<void> {
  const { roadmapViewDelete: answer } = await request(deleteDocument, { input: { id: view.globalId } });
  if (answer && answer.errors.length > 0) throw new ChangeRefusedError(answer.errors);
  uncacheView(view.id);
}

/** Restores a view that was just deleted. */
export async function restoreView(view: ListedView): Promise<ListedView> {
  const { roadmapViewRestore: answer } = await request(restoreDocument, { input: { id: view.globalId } });
  return viewOrThrow(answer);
}

function viewOrThrow(
  answer: { roadmapView?: RoadmapViewPartsFragment | null; errors: readonly string[] } | null | undefined,
): ListedView {
  if (!answer?.roadmapView) throw new ChangeRefusedError([...(answer?.errors ?? [])]);
  const view = readView(answer.roadmapView);
  cacheViews([view]);
  return view;
}

function readView(node: RoadmapViewPartsFragment): ListedView {
  const { id, name, query, shared, lockVersion, userPermissions } = node;
  const number = id.slice(id.lastIndexOf('/') + 1);
  return { globalId: id, id: number, name, query, shared, lockVersion, mayUpdate: userPermissions.updateRoadmapView };
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
