import { builder } from '../../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments } from '../../../platform/graphql/connections.ts';
import { fromLoader } from '../../../platform/graphql/preload.ts';
import { ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { UserCoreConnection, UserCoreRef } from '../../users/graphql.ts';
import { HealthStatusEnum, IssueStateEnum, IssueTypeEnum } from './enums.ts';
import { addCommonFields, assignees, author, globalIdOf } from './fields.ts';
import { EpicIssueRef, IssueRef } from '../graphql.ts';
import { mayChangeState } from '../commands/status.ts';
import { namespaceWorkItemPolicy, workItemPolicy } from '../policy.ts';
import type { WorkItem } from '../store.ts';
import { homeOf, STATUS_PERMISSION } from './epics.ts';

export const IssuePermissionsRef = builder.objectRef<WorkItem>('IssuePermissions');

/** The `Issue` type: an issue, an incident or a task. */
export function describeIssue(): void {
  IssuePermissionsRef.implement({
    description: 'What the viewer may do with an issue',
    fields: (t) => ({
      readIssue: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.read, issue) }),
      updateIssue: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.update, issue) }),
      reopenIssue: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.update, issue) }),
      changeStatus: t.boolean({
        description: STATUS_PERMISSION,
        resolve: (issue, _args, ctx) => mayChangeState(ctx, issue),
      }),
      adminIssue: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.plan, issue) }),
      destroyIssue: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.destroy, issue) }),
      createIncident: t.boolean({
        description: 'To convert it into an incident',
        resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.plan, issue),
      }),
      reportSpam: t.boolean({ resolve: (issue, _args, ctx) => ctx.can(workItemPolicy.reportSpam, issue) }),
      createIssue: t.boolean({
        resolve: (issue, _args, ctx) => ctx.can(namespaceWorkItemPolicy.createIssue, homeOf(issue)),
      }),
    }),
  });
  for (const [face, description] of [
    [IssueRef, 'A piece of work of a project: an issue, an incident or a task'],
    [EpicIssueRef, 'An issue as a child of an epic'],
  ] as const) {
    face.implement({ description });
    addIssueFields(face);
    addCommonFields(face, ['lockVersion']);
  }
}

function addIssueFields(face: typeof IssueRef): void {
  builder.objectFields(face, (t) => ({
    id: t.id({ nullable: face === EpicIssueRef, resolve: (issue) => globalIdOf(issue, 'Issue') }),
    name: t.exposeString('title', { nullable: true }),
    type: t.expose('type', { type: IssueTypeEnum, nullable: true }),
    state: t.expose('state', { type: IssueStateEnum }),
    author: t.field({ type: UserCoreRef, ...author }),
    assignees: t.field({
      type: UserCoreConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      ...assignees,
    }),
    projectId: t.exposeInt('namespaceId', { nullable: true }),
    project: t.field({
      type: ProjectRef,
      ...fromLoader(
        namespacesById,
        (issue: WorkItem) => issue.namespaceId,
        (project) => project as Namespace,
      ),
    }),
    discussionLocked: t.exposeBoolean('isDiscussionLocked'),
    hidden: t.exposeBoolean('isHidden', {
      nullable: true,
      description: 'Its author was banned or it is spam: visible to administrators only',
    }),
    emailsDisabled: t.boolean({ resolve: () => false }),
    emailsEnabled: t.boolean({ resolve: () => true }),
    startDate: t.expose('startDate', { type: 'Time', nullable: true }),
    dueDate: t.expose('dueDate', { type: 'Time', nullable: true }),
    weight: t.exposeInt('weight', { nullable: true }),
    healthStatus: t.expose('healthStatus', { type: HealthStatusEnum, nullable: true }),
    relativePosition: t.exposeInt('relativePosition', { nullable: true }),
    userPermissions: t.field({ type: IssuePermissionsRef, resolve: (issue) => issue }),
  }));
}
