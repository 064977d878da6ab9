import type { Viewer } from '@milepost/core/roles';
import { isAssistantOn, type WithAssistant } from '@milepost/core/settings/assistant';
import type { Policy } from '../../platform/context.ts';
import type { InNamespace } from '../namespaces/policy.ts';
import type { AiFeature } from './table.ts';

/** Suggestions are experimental: a top-level group allows them. */
const experiments: ReadonlySet<AiFeature> = new Set(['children', 'labels', 'duplicates'] as const);

/** A group or project with its top-level group. */
export interface AssistedNamespace {
  namespace: WithAssistant;
  root: { experimentFeaturesEnabled: boolean; duoCoreFeaturesEnabled: boolean };
}

/** Whether the assistant may be used for the items of a group or project. */
export function isOffered({ namespace, root }: AssistedNamespace, feature: AiFeature): boolean {
  if (!isAssistantOn(namespace)) return false;
  return experiments.has(feature) ? root.experimentFeaturesEnabled : root.duoCoreFeaturesEnabled;
}

/** The log of calls of a group and everything below it. */
export const aiCallsPolicy = {
  read: (viewer, group) => viewer.atLeast('owner', group.scope),
} satisfies Policy<InNamespace>;

export function mayReadAllCalls(viewer: Viewer): boolean {
  return viewer.isAdmin;
}
