import { digitsOf } from '@milepost/core/global-ids';
import type { ViewKind } from '@milepost/core/views/views';
import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { SavedViewKind, SavedViewPartsFragment } from '../../gen/graphql.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ChangeRefusedError, NotFoundError } from '../../platform/api/errors.ts';
import { present, request } from '../../platform/api/graphql.ts';
import type { SavedView } from '../../platform/session/session.ts';
import { cacheViews, uncacheView } from './saved-views.ts';

// Used by the other documents of this file; never requested by itself.
graphql(`
  fragment SavedViewParts on SavedView {
    id
    kind
    name
    query
    shared
    lockVersion
    author {
      id
      name
    }
    userPermissions {
      updateSavedView
    }
  }
`);

const listViews = graphql(`
  query savedViews($fullPath: ID!, $isProject: Boolean!, $kind: SavedViewKind!) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      savedViews(kind: $kind) {
        nodes {
          ...SavedViewParts
        }
      }
      userPermissions {
        createSavedView
        shareSavedView
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      savedViews(kind: $kind) {
        nodes {
          ...SavedViewParts
        }
      }
      userPermissions {
        createSavedView
        shareSavedView
      }
    }
  }
`);

const oneView = graphql(`
  query savedView($id: ID!) {
    savedView(id: $id) {
      ...SavedViewParts
    }
  }
`);

const createDocument = graphql(`
  mutation savedViewCreate($input: SavedViewCreateInput!) {
    savedViewCreate(input: $input) {
      savedView {
        ...SavedViewParts
      }
      errors
    }
  }
`);

const updateDocument = graphql(`
  mutation savedViewUpdate($input: SavedViewUpdateInput!) {
    savedViewUpdate(input: $input) {
      savedView {
        ...SavedViewParts
      }
      errors
    }
  }
`);

const deleteDocument = graphql(`
  mutation savedViewDelete($input: SavedViewDeleteInput!) {
    savedViewDelete(input: $input) {
      errors
    }
  }
`);

const restoreDocument = graphql(`
  mutation savedViewRestore($input: SavedViewRestoreInput!) {
    savedViewRestore(input: $input) {
      savedView {
        ...SavedViewParts
      }
      errors
    }
  }
`);

/** A saved view as listed in the menu. */
export interface ListedView extends SavedView {
  globalId: string;
}

/** The page whose views are meant. */
export interface ViewPage {
  kind: ViewKind;
  home: NamespaceRef;
}

/** The viewer's views of a page, and permissions. */
export function viewsOf({ kind, home }: ViewPage) {
  return queryOptions({
    queryKey: ['savedViews', kind, home],
    queryFn: async ({ signal }) => {
      const variables = { fullPath: home.fullPath, isProject: home.kind === 'project', kind: sentKind(kind) };
      const { group, project } = await request(listViews, variables, signal);
      const namespace = home.kind === 'project' ? project : group;
      if (!namespace) throw new NotFoundError(home.kind === 'project' ? 'Project' : 'Group');
      const views = present(namespace.savedViews?.nodes).map(readView);
      cacheViews(views);
      return { views, may: namespace.userPermissions };
    },
  });
}

/** One view by its number, for those who read it from the cache; null if there is none. */
export function viewQuery(id: string) {
  return queryOptions({
    queryKey: ['savedView', id],
    queryFn: ({ signal }) => fetchView(id, signal),
  });
}

/** Fetches one view and caches it. */
export async function fetchView(id: string, signal?: AbortSignal): Promise<SavedView | null> {
  const { savedView } = await request(oneView, { id: `gid://gitlab/SavedView/${id}` }, signal);
  const view = savedView ? readView(savedView) : null;
  if (view) cacheViews([view]);
  else uncacheView(id);
  return view;
}

export interface NewView extends ViewPage {
  name: string;
  query: string;
  shared: boolean;
}

/** Saves a new view. Throws ChangeRefusedError with messages to show. */
export async function createView({ kind, home, ...fields }: NewView): Promise<ListedView> {
  const input = { fullPath: home.fullPath, kind: sentKind(kind), ...fields };
  const { savedViewCreate: answer } = await request(createDocument, { input });
  return viewOrThrow(answer);
}

/** Changes a view at `lockVersion`. Throws ChangeRefusedError, also on a conflict. */
export async function updateView(
  view: ListedView,
  change: { name?: string; query?: string; shared?: boolean },
): Promise<ListedView> {
  const input = { id: view.globalId, lockVersion: view.lockVersion, ...change };
  const { savedViewUpdate: answer } = await request(updateDocument, { input });
  return viewOrThrow(answer);
}

/** Deletes a view. */
export async function deleteView(view: ListedView): Promise<void> {
  const { savedViewDelete: answer } = await request(deleteDocument, { input: { id: view.globalId } });
  if (answer && answer.errors.length > 0) throw new ChangeRefusedError(answer.errors);
  uncacheView(view.id);
}

/** Restores a view that was just deleted. */
export async function restoreView(view: ListedView): Promise<ListedView> {
  const { savedViewRestore: answer } = await request(restoreDocument, { input: { id: view.globalId } });
  return viewOrThrow(answer);
}

function viewOrThrow(
  answer: { savedView?: SavedViewPartsFragment | null; errors: readonly string[] } | null | undefined,
): ListedView {
  if (!answer?.savedView) throw new ChangeRefusedError([...(answer?.errors ?? [])]);
  const view = readView(answer.savedView);
  cacheViews([view]);
  return view;
}

const sentKind = (kind: ViewKind): SavedViewKind => kind.toUpperCase() as SavedViewKind;

function readView(node: SavedViewPartsFragment): ListedView {
  const { id, kind, name, query, shared, lockVersion, userPermissions } = node;
  return {
    globalId: id,
    id: digitsOf(id),
    kind: kind.toLowerCase() as ViewKind,
    name,
    query,
    shared,
    lockVersion,
    mayUpdate: userPermissions.updateSavedView,
  };
}
