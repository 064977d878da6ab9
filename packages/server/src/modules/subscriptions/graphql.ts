import { UnauthenticatedError } from '@milepost/core/errors';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicRef, IssueRef, WorkItemRef, issueFaces } from '../work-items/graphql.ts';
import { findVisibleWorkItem, findVisibleWorkItemById, issueTypes, type WorkItem } from '../work-items/store.ts';
import { chooseSubscription, isSubscribedTo } from './commands.ts';

export function extendSchema(): void {
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectField(face, 'subscribed', (t) =>
      t.boolean({
        description: 'Whether the viewer is subscribed',
        resolve: (item, _args, ctx) => isSubscribedTo(ctx, item),
      }),
    );
  }
  addWidget('NOTIFICATIONS', {
    name: 'Notifications',
    fields: (t) => ({ subscribed: t.boolean({ resolve: ({ item }, _args, ctx) => isSubscribedTo(ctx, item) }) }),
  });
  mutateSubscriptions();
}

function mutateSubscriptions(): void {
  mutation('issueSetSubscription', {
    description: 'Subscribes the viewer to an issue, or unsubscribes',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      subscribedState: t.boolean({ required: true }),
    }),
    resolve: async (input, ctx) => {
      requireSignIn(ctx);
      const namespace = await findVisibleProject(ctx, input.projectPath);
      return choose(
        ctx,
        await findVisibleWorkItem(ctx, { namespace, iid: input.iid, types: issueTypes }),
        input.subscribedState,
      );
    },
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('epicSetSubscription', {
    description: 'Subscribes the viewer to an epic, or unsubscribes',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      iid: t.id({ required: true }),
      subscribedState: t.boolean({ required: true }),
    }),
    resolve: async (input, ctx) => {
      requireSignIn(ctx);
      const namespace = await findVisibleGroup(ctx, input.groupPath);
      return choose(
        ctx,
        await findVisibleWorkItem(ctx, { namespace, iid: input.iid, types: ['epic'] }),
        input.subscribedState,
      );
    },
    payload: (t) => ({ epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('workItemSubscribe', {
    description: 'Subscribes the viewer to a work item of any type, or unsubscribes',
    input: (t) => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      subscribed: t.boolean({ required: true }),
    }),
    resolve: async (input, ctx) => {
      requireSignIn(ctx);
      const id = readGlobalId<'WorkItem'>(input.id, 'WorkItem', 'Issue', 'Epic');
      return choose(ctx, await findVisibleWorkItemById(ctx, id), input.subscribed);
    },
    payload: (t) => ({ workItem: t.field({ type: WorkItemRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

async function choose(ctx: Context, item: WorkItem, wanted: boolean): Promise<WorkItem> {
  await chooseSubscription(ctx, item, wanted);
  return item;
}

function requireSignIn(ctx: Context): void {
  if (!ctx.viewer.isSignedIn) throw new UnauthenticatedError();
}
