import type { Visibility } from '@milepost/core/roles';
import { addChild, setChildPosition, removeChild } from '../../modules/hierarchy/commands.ts';
import { reorderIssue } from '../../modules/hierarchy/commands/reorder.ts';
import { startUpdateOfListing } from '../../modules/lists/commands.ts';
import { issueListing } from '../../modules/lists/rest/listing.ts';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { changeWorkItems } from '../../modules/work-items/commands/bulk.ts';
import { createWorkItem, deleteWorkItem, updateWorkItem } from '../../modules/work-items/commands.ts';
import { setSpam } from '../../modules/work-items/commands/hidden.ts';
import type { WorkItemChange } from '../../modules/work-items/commands/fields.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const group = (build: Builders, visibility: Visibility) => build.group({ visibility });
const project = (build: Builders, visibility: Visibility) => build.project({ visibility });

/** Written by someone outside the cast: an author may do more than their role. */
const epic = async (build: Builders, visibility: Visibility) =>
  build.epic({ group: await build.group({ visibility }), author: null });
const issue = async (build: Builders, visibility: Visibility) =>
  build.issue({ project: await build.project({ visibility }), author: null });

interface Family {
  parent: WorkItem;
  child: WorkItem;
  sibling: WorkItem;
}

async function family(build: Builders, visibility: Visibility): Promise<Family> {
  const parent = await epic(build, visibility);
  const child = await build.issue({ parent, author: null });
  const sibling = await build.epic({ parent, author: null });
  return { parent, child, sibling };
}

const changing = (operation: string, kind: 'epic' | 'issue', change: WorkItemChange): PermissionRow =>
  permission<WorkItem>({
    operation,
    least: 'planner',
    given: kind === 'epic' ? epic : issue,
    perform: (ctx, item) => updateWorkItem(ctx, item.id, change),
  });

/** The same in bulk: refused items are reported and skipped. */
const changingMany = (operation: string, kind: 'epic' | 'issue', change: WorkItemChange): PermissionRow =>
  permission<WorkItem>({
    operation,
    least: 'planner',
    given: kind === 'epic' ? epic : issue,
    async perform(ctx, item) {
      const { refused } = await changeWorkItems(ctx, [item.id], change);
      for (const { error } of refused) throw error;
    },
  });

export const workItemPermissions: readonly PermissionRow[] = [
  permission<WorkItem>({
    operation: 'read an epic',
    least: 'visitor',
    given: epic,
    perform: (ctx, item) => findVisibleWorkItemById(ctx, item.id, ['epic']),
    isReading: true,
  }),
  permission<WorkItem>({
    operation: 'read an issue',
    least: 'visitor',
    given: issue,
    perform: (ctx, item) => findVisibleWorkItemById(ctx, item.id, ['issue']),
    isReading: true,
  }),
  permission<WorkItem>({
    operation: 'read a confidential issue',
    least: 'planner',
    given: async (build, visibility) =>
      build.issue({ project: await build.project({ visibility }), author: null, confidential: true }),
    perform: (ctx, item) => findVisibleWorkItemById(ctx, item.id),
    isReading: true,
    isHidden: true,
  }),
  permission<Namespace>({
    operation: 'create an issue in a project',
    least: 'person',
    given: project,
    perform: async (ctx, { id }) =>
      createWorkItem(ctx, { namespace: await findVisibleProject(ctx, id), type: 'issue', title: 'Issue' }),
  }),
  permission<Namespace>({
    operation: 'create an issue with labels, dates or assignees',
    least: 'guest',
    given: project,
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleProject(ctx, id);
      return createWorkItem(ctx, { namespace, type: 'issue', title: 'Issue', weight: 1 });
    },
  }),
  permission<Namespace>({
    operation: 'create an epic in a group',
    least: 'planner',
    given: group,
    perform: async (ctx, { id }) =>
      createWorkItem(ctx, { namespace: await findVisibleGroup(ctx, id), type: 'epic', title: 'Epic' }),
  }),
  changing("change someone's epic", 'epic', { title: 'Other' }),
  changing("close someone's epic", 'epic', { stateEvent: 'close' }),
  changing("set the health of someone's epic", 'epic', { healthStatus: 'at_risk' }),
  permission<WorkItem>({
    operation: "set the owners of someone's epic",
    least: 'planner',
    given: epic,
    perform: (ctx, item, build) => updateWorkItem(ctx, item.id, { assigneeIds: [build.idOf('paul')] }),
  }),
  changing("change someone's issue", 'issue', { title: 'Other' }),
  changing("close someone's issue", 'issue', { stateEvent: 'close' }),
  changing('make an issue confidential', 'issue', { isConfidential: true }),
  changing('set weight, dates, labels and assignees of an issue', 'issue', { weight: 3 }),
  changingMany("bulk edit someone's issues", 'issue', { weight: 3 }),
  changingMany("close someone's issues in bulk", 'issue', { stateEvent: 'close' }),
  changingMany("bulk edit someone's epics", 'epic', { color: '#c91c00' }),
  permission<Namespace>({
    operation: 'change all items that match a list in bulk',
    least: 'planner',
    async given(build, visibility) {
      const of = await project(build, visibility);
      await build.issue({ project: of, author: null });
      return of;
    },
    async perform(ctx, { id }) {
      const of = await findVisibleProject(ctx, id);
      return startUpdateOfListing(ctx, of, issueListing(of, []), { title: 'Close', change: { stateEvent: 'close' } });
    },
  }),
  permission<WorkItem>({
    operation: "delete someone's epic",
    least: 'owner',
    given: epic,
    perform: (ctx, item) => deleteWorkItem(ctx, item.id),
  }),
  permission<WorkItem>({
    operation: "delete someone's issue",
    least: 'owner',
    given: issue,
    perform: (ctx, item) => deleteWorkItem(ctx, item.id),
  }),
  permission<Family>({
    operation: 'set the parent of an item',
    least: 'planner',
    given: family,
    perform: (ctx, { sibling, child }) => addChild(ctx, { parentId: sibling.id, childId: child.id }),
  }),
  permission<Family>({
    operation: 'remove an item from its parent',
    least: 'planner',
    given: family,
    perform: (ctx, { parent, child }) => removeChild(ctx, { parentId: parent.id, childId: child.id }),
  }),
  permission<Family>({
    operation: 'reorder the children of an item',
    least: 'planner',
    given: family,
    perform: (ctx, { parent, child }) => setChildPosition(ctx, { parentId: parent.id, childId: child.id, spot: 'end' }),
  }),
  permission<{ issue: WorkItem; other: WorkItem }>({
    operation: 'reorder the issues of a project',
    least: 'planner',
    given: async (build, visibility) => {
      const project = await build.project({ visibility });
      return {
        issue: await build.issue({ project, author: null }),
        other: await build.issue({ project, author: null }),
      };
    },
    perform: (ctx, { issue, other }) => reorderIssue(ctx, issue.id, { after: other.id }),
  }),
  permission({
    operation: 'mark an issue as spam, which hides it',
    least: 'administrator',
    given: issue,
    perform: (ctx, { id }) => setSpam(ctx, id, true),
  }),
];
