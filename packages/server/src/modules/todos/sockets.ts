import type { DeploymentId, MergeRequestId } from '@milepost/core/ids';
import type { Context, Loader } from '../../platform/context.ts';

/** What a to-do is about, if it is neither an item nor a request for access. */
export interface TodoSubject {
  title: string;
  /** Of the page that shows it, relative to the site. */
  path: string;
}

/** A merge request, as far as to-dos know it. */
export interface MergeRequestTarget {
  id: MergeRequestId;
  title: string;
  sourceBranch: string;
}

/** Merge requests as targets of to-dos. */
export interface MergeRequestTodos {
  subjects: Loader<MergeRequestId, TodoSubject>;
  requests: Loader<MergeRequestId, MergeRequestTarget>;
  /** In the shape of REST. */
  present(ctx: Context, id: MergeRequestId): Promise<object | null>;
}

let mergeRequests: MergeRequestTodos | null = null;

/** Registered at start by the room that keeps merge requests. */
export function plugInMergeRequestTodos(plug: MergeRequestTodos): void {
  mergeRequests = plug;
}

export function pluggedMergeRequests(): MergeRequestTodos | null {
  return mergeRequests;
}

let deployments: Loader<DeploymentId, TodoSubject> | null = null;

/** Registered at start by the room that keeps deployments. */
export function plugInDeployments(loader: Loader<DeploymentId, TodoSubject>): void {
  deployments = loader;
}

export function pluggedDeployments(): Loader<DeploymentId, TodoSubject> | null {
  return deployments;
}
