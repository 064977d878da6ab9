import type { Visibility } from '@milepost/core/roles';
import { cloneIssue, markAsDuplicate, moveIssue, promoteToEpic } from '../../modules/moves/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

interface Travel {
  issue: WorkItem;
  other: WorkItem;
  project: Namespace;
}

/** Both projects are in one group, where the cast has its roles. */
async function travel(build: Builders, visibility: Visibility): Promise<Travel> {
  const group = await build.group({ visibility });
  const home = await build.project({ group });
  const issue = await build.issue({ project: home, author: null });
  return { issue, other: await build.issue({ project: home, author: null }), project: await build.project({ group }) };
}

export const movePermissions: readonly PermissionRow[] = [
  permission<Travel>({
    operation: 'promote an issue to an epic',
    least: 'planner',
    given: travel,
    perform: (ctx, { issue }) => promoteToEpic(ctx, issue.id, null),
  }),
  permission<Travel>({
    operation: 'move an issue to another project',
    least: 'planner',
    given: travel,
    perform: (ctx, { issue, project }) => moveIssue(ctx, issue.id, project),
  }),
  permission<Travel>({
    operation: 'clone an issue',
    least: 'planner',
    given: travel,
    perform: (ctx, { issue, project }) => cloneIssue(ctx, issue.id, { project, withNotes: true }),
  }),
  permission<Travel>({
    operation: 'mark an issue as a duplicate',
    least: 'planner',
    given: travel,
    perform: (ctx, { issue, other }) => markAsDuplicate(ctx, issue.id, other.id),
  }),
];
