import { baseOfNamespace } from '@milepost/core/text/references';
import { SYSTEM_STATUS } from '@milepost/core/statuses/statuses';
import { NotFoundError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { unsetSelects } from '@milepost/core/fields/select-fields';
import { livesIn, type WorkItemType } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { renderText } from '../../../platform/markdown/sockets.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { isOpen } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { actionContext, explainActions } from '../commands/actions.ts';
import { pluggedSuggestions, type ActionContext } from '../commands/sockets.ts';
import { flag } from './values.ts';
import { descriptionsById, findVisibleWorkItem, issueTypes, type WorkItem } from '../store.ts';

const tags = ['pages'];

const about = {
  type: Type.Optional(Type.String({ description: 'Issue, Incident, Task or Epic' })),
  type_id: Type.Optional(idInput({ description: 'Its number; omitted for a new item' })),
};
const wanted = Type.Object({
  ...about,
  search: Type.Optional(Type.String({ maxLength: 255 })),
  confidential_only: flag,
});
const previewed = Type.Object({
  text: Type.String({ maxLength: 1_048_576 }),
  target_type: about.type,
  target_id: about.type_id,
});

const ownerKinds = [
  { kind: 'project', find: findVisibleProject },
  { kind: 'group', find: findVisibleGroup },
] as const;

/** Endpoints of the editor: suggestions for a sign, and the preview. */
export function addWritingRoutes(routes: Routes): void {
  for (const { kind, find } of ownerKinds) {
    routes.get(
      `/${kind}/:id/autocomplete_sources/:source`,
      { summary: 'Suggestions for a sign', tags, input: wanted },
      async ({ params, input, reply }, ctx) => {
        const namespace = await find(ctx, params['id'] ?? '');
        const source = pluggedSuggestions.find(({ name }) => name === params['source']);
        if (!source) throw new NotFoundError('Source');
        void reply.header('cache-control', 'private, no-store');
        return source.suggest(ctx, {
          namespace,
          search: (input.search ?? '').trim(),
          acted: await actedOf(ctx, namespace, input.type, input.type_id),
          isConfidentialOnly: input.confidential_only ?? false,
        });
      },
    );
    routes.post(
      `/${kind}/:id/preview_markdown`,
      { summary: 'A text as it will look', tags, signedIn: true, access: 'read', status: 200, input: previewed },
      async ({ params, input }, ctx) => {
        const namespace = await find(ctx, params['id'] ?? '');
        const acted = await actedOf(ctx, namespace, input.target_type, input.target_id);
        const before =
          acted && !acted.isNew ? ((await ctx.load(descriptionsById, acted.item.id))?.description ?? '') : '';
        const { text, outcome } = acted
          ? explainActions(ctx, acted, input.text, before)
          : { text: input.text, outcome: { messages: [], errors: [], done: {} } };
        const base = baseOfNamespace(namespace);
        const body = await renderText(ctx, text, base);
        return { body, references: { commands: outcome.messages.join(' '), command_errors: outcome.errors } };
      },
    );
  }
}

/** The item of the text; null if none is given. */
async function actedOf(
  ctx: Context,
  namespace: Namespace,
  typeName: string | undefined,
  iid: number | undefined,
): Promise<ActionContext | null> {
  const type = typesNamed[typeName?.toLowerCase() ?? ''];
  if (!type) return null;
  if (iid === undefined)
    return livesIn(type) === namespace.kind ? actionContext(ctx, blank(ctx, namespace, type), true) : null;
  const types = type === 'epic' ? (['epic'] as const) : issueTypes;
  return actionContext(ctx, await findVisibleWorkItem(ctx, { namespace, iid, types }), false);
}

const typesNamed: Readonly<Record<string, WorkItemType>> = {
  issue: 'issue',
  incident: 'incident',
  task: 'task',
  epic: 'epic',
};

/** A placeholder for an item that does not exist yet, for policies. */
function blank(ctx: Context, namespace: Namespace, type: WorkItemType): WorkItem {
  const now = new Date();
  const nobody = { closedById: null, updatedById: null, lastEditedById: null };
  const nowhere = { duplicatedToId: null, movedToId: null, promotedToId: null, milestoneId: null, iterationId: null };
  const sources = {
    startDateSourcingWorkItemId: null,
    dueDateSourcingWorkItemId: null,
    startDateSourcingMilestoneId: null,
    dueDateSourcingMilestoneId: null,
  };
  const dates = {
    startDate: null,
    dueDate: null,
    startDateIsFixed: false,
    dueDateIsFixed: false,
    startDateFixed: null,
    dueDateFixed: null,
  };
  return {
    id: 0 as WorkItemId,
    iid: 0,
    rootId: namespace.rootId,
    namespaceId: namespace.id,
    namespacePath: namespace.fullPath,
    namespaceKind: namespace.kind,
    scope: namespace.scope,
    isArchived: !isOpen(namespace),
    type,
    title: '',
    state: 'opened',
    statusId: SYSTEM_STATUS,
    isConfidential: false,
    confidantIds: [],
    isDiscussionLocked: false,
    isImported: false,
    isHidden: false,
    authorId: ctx.viewer.id,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    startedAt: null,
    lastEditedAt: null,
    lockVersion: 0,
    weight: null,
    healthStatus: null,
    ...unsetSelects,
    severity: 'unknown',
    color: null,
    timeEstimate: 0,
    taskCount: 0,
    taskCompletedCount: 0,
    parentId: null,
    ancestorIds: [],
    relativePosition: 0,
    ...nobody,
    ...nowhere,
    ...sources,
    ...dates,
  };
}
