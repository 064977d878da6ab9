import type { DeploymentId } from '@milepost/core/ids';
import type { Loader } from '../../platform/context.ts';

/** What a to-do is about, if it is neither an item nor a request for access. */
export interface TodoSubject {
  title: string;
  /** Of the page that shows it, relative to the site. */
  path: string;
}

let deployments: Loader<DeploymentId, TodoSubject> | null = null;

/** Registered at start by the room that keeps deployments. */
export function plugInDeployments(loader: Loader<DeploymentId, TodoSubject>): void {
  deployments = loader;
}

export function pluggedDeployments(): Loader<DeploymentId, TodoSubject> | null {
  return deployments;
}
