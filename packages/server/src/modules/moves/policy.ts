import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Permissions on the original. */
export const movePolicy = {
  /** Whether it may become an epic; `namespaceWorkItemPolicy.createEpic` checks the target. */
  promote: (viewer, item) => item.type === 'issue' && workItemPolicy.plan(viewer, item),
  /** Epics cannot be moved. */
  move: (viewer, item) => item.type !== 'epic' && workItemPolicy.plan(viewer, item),
  /** Also for archived originals, because cloning does not change them. */
  clone: (viewer, item) =>
    item.type !== 'epic' && workItemPolicy.read(viewer, item) && viewer.atLeast('planner', item.scope),
  duplicate: (viewer, item) => item.type !== 'epic' && workItemPolicy.update(viewer, item),
} satisfies Policy<GuardedWorkItem>;

/** Permissions on the target project. */
export const moveTargetPolicy = {
  receive: (viewer, project) => isOpen(project) && viewer.atLeast('planner', project.scope),
} satisfies Policy<InNamespace>;
