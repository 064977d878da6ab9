import type { UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import { repositoryPolicy } from '../repositories/policy.ts';

/** A merge request with its project. */
export interface GuardedMergeRequest {
  project: InNamespace;
  authorId: UserId | null;
  /** Only members may comment. */
  isDiscussionLocked?: boolean;
}

/** A merge request with the branch that it would change. */
export interface GuardedMerge extends GuardedMergeRequest {
  /** Whether the target is the default branch. */
  isIntoDefault: boolean;
}

/** Permissions on a project. */
export const projectMergeRequestPolicy = {
  read: repositoryPolicy.read,
  create: (viewer, project) => repositoryPolicy.push(viewer, project),
  /** The settings and the external status checks. */
  configure: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
  readChecks: (viewer, project) => viewer.atLeast('developer', project.scope),
} satisfies Policy<InNamespace>;

export const mergeRequestPolicy = {
  read: (viewer, { project }) => repositoryPolicy.read(viewer, project),
  update: (viewer, request) =>
    isOpen(request.project) &&
    repositoryPolicy.read(viewer, request.project) &&
    (viewer.is(request.authorId) || viewer.atLeast('developer', request.project.scope)),
  /** The addresses of status checks may contain tokens, so visitors may not read them. */
  readChecks: (viewer, { project }) => viewer.atLeast('reporter', project.scope),
  destroy: (viewer, request) => isOpen(request.project) && viewer.atLeast('owner', request.project.scope),
  comment: mayComment,
  commentInternally: (viewer, request) =>
    mayComment(viewer, request) && viewer.atLeast('planner', request.project.scope),
  approve: (viewer, { project }) => isOpen(project) && viewer.atLeast('developer', project.scope),
} satisfies Policy<GuardedMergeRequest>;

function mayComment(viewer: Viewer, { project, isDiscussionLocked }: GuardedMergeRequest): boolean {
  return (
    isOpen(project) &&
    viewer.isSignedIn &&
    repositoryPolicy.read(viewer, project) &&
    (!isDiscussionLocked || viewer.atLeast('guest', project.scope))
  );
}

export const mergePolicy = {
  /** Requires permission to push to the target branch. */
  merge: (viewer, { project, isIntoDefault }) =>
    isIntoDefault ? repositoryPolicy.pushToDefaultBranch(viewer, project) : repositoryPolicy.push(viewer, project),
} satisfies Policy<GuardedMerge>;

export interface GuardedRequestNote {
  request: GuardedMergeRequest;
  authorId: UserId | null;
  isSystem: boolean;
  isInternal: boolean;
  /** A comment of a banned person. */
  isHidden: boolean;
}

export const requestNotePolicy = {
  read: mayReadNote,
  change: (viewer, note) =>
    !note.isSystem &&
    isOpen(note.request.project) &&
    mayReadNote(viewer, note) &&
    (viewer.is(note.authorId) || viewer.atLeast('maintainer', note.request.project.scope)),
  resolve: (viewer, note) =>
    mergeRequestPolicy.comment(viewer, note.request) &&
    (viewer.is(note.authorId) ||
      viewer.is(note.request.authorId) ||
      viewer.atLeast('developer', note.request.project.scope)),
} satisfies Policy<GuardedRequestNote>;

function mayReadNote(viewer: Viewer, note: GuardedRequestNote): boolean {
  const { scope } = note.request.project;
  if (!mergeRequestPolicy.read(viewer, note.request) || (note.isHidden && !viewer.isAdmin)) return false;
  return !note.isInternal || viewer.is(note.authorId) || viewer.atLeast('planner', scope);
}
