import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Asked of the item that goes on elsewhere. */
export const movePolicy = {
  /** Whether it may become an epic; where that epic may live, `namespaceWorkItemPolicy.createEpic` says. */
  promote: (viewer, item) => item.type === 'issue' && workItemPolicy.plan(viewer, item),
  /** An epic stays in its group. */
  move: (viewer, item) => item.type !== 'epic' && workItemPolicy.plan(viewer, item),
  /** A copy changes nothing here. */
  clone: (viewer, item) =>
    item.type !== 'epic' && workItemPolicy.read(viewer, item) && viewer.atLeast('planner', item.scope),
  duplicate: (viewer, item) => item.type !== 'epic' && workItemPolicy.update(viewer, item),
} satisfies Policy<GuardedWorkItem>;

/** Asked of the project it goes to. */
export const arrivalPolicy = {
  receive: (viewer, project) => isOpen(project) && viewer.atLeast('planner', project.scope),
} satisfies Policy<InNamespace>;
