import { Type, type Static } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { renderMarkdownSync } from '../../platform/markdown/render.ts';
import { InputError } from '../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { requireAnyField } from '../work-items/rest/input.ts';
import { chooseLabelSubscription, createLabel, deleteLabel, promoteLabel, updateLabel } from './commands.ts';
import { subscribedLabels } from './store/subscriptions.ts';
import { pluggedOpenRequests } from './sockets.ts';
import { issueCountsOfLabel } from './store/items.ts';
import { countLabels, findLabel, labelsOnPage, type Label, type LabelListing } from './store.ts';

const tags = ['labels'];

const fields = {
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  priority: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: 'Of a project label' }),
  ),
  archived: Type.Optional(Type.Boolean()),
};
const newLabel = Type.Object({
  name: Type.String(),
  color: Type.String({ description: 'Starts with #, rgb or rgba' }),
  ...fields,
});
const changedLabel = Type.Object({
  new_name: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  ...fields,
});
/** Older clients name the label in a parameter instead of the path. */
const olderForm = {
  name: Type.Optional(Type.String({ description: 'Title of the label; alternatively `label_id`' })),
  label_id: Type.Optional(Type.String({ description: 'Id or title of the label' })),
};
const changedByName = Type.Object({ ...olderForm, ...changedLabel.properties });
const removedByName = Type.Object(olderForm);
const listed = Type.Object({
  ...pagingInput,
  with_counts: Type.Optional(Type.Boolean({ default: false })),
  include_ancestor_groups: Type.Optional(Type.Boolean({ default: true })),
  include_descendant_groups: Type.Optional(Type.Boolean({ default: false })),
  only_group_labels: Type.Optional(Type.Boolean({ default: true })),
  search: Type.Optional(Type.String()),
  archived: Type.Optional(Type.Boolean()),
  order_by: Type.Optional(
    Type.Union([Type.Literal('title'), Type.Literal('group')], {
      description: 'Milepost extension. `group`: prioritized labels, then by scope, then those without a scope',
    }),
  ),
});
const found = Type.Object({ include_ancestor_groups: Type.Optional(Type.Boolean({ default: true })) });

const parents = [
  { kind: 'group', path: '/groups/:id/labels', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id/labels', find: findVisibleProject },
] as const;

export function addRoutes(routes: Routes): void {
  for (const parent of parents) addRoutesBelow(routes, parent);
  routes.put(
    '/projects/:id/labels/:label_id/promote',
    { summary: 'Promote a project label to its group', tags, signedIn: true },
    async ({ params }, ctx) => {
      const label = await labelAt(ctx, params, findVisibleProject, false);
      return presentLabel(ctx, await promoteLabel(ctx, label.id), 'group');
    },
  );
}

function addRoutesBelow(routes: Routes, { kind, path, find }: (typeof parents)[number]): void {
  routes.get(path, { summary: `Labels of a ${kind}`, tags, input: listed }, async ({ params, input }, ctx) => {
    const namespace = await find(ctx, params['id'] ?? '');
    const listing = listingOf(namespace, input);
    const page = pageRequest(input);
    const [labels, total] = await Promise.all([labelsOnPage(ctx, listing, page), countLabels(ctx, listing)]);
    const withCounts = input.with_counts ?? false;
    const rows = await Promise.all(labels.map((label) => presentLabel(ctx, label, kind, withCounts)));
    return new RestPage(rows, total, page);
  });

  routes.get(
    `${path}/:label_id`,
    { summary: `One label of a ${kind}, by id or title`, tags, input: found },
    async ({ params, input }, ctx) =>
      presentLabel(ctx, await labelAt(ctx, params, find, input.include_ancestor_groups ?? true), kind),
  );

  routes.post(
    path,
    { summary: `Create a label of a ${kind}`, tags, signedIn: true, input: newLabel },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      const { name, color, description, priority, archived } = input;
      const label = await createLabel(ctx, namespace, {
        title: name,
        color,
        description,
        priority,
        isArchived: archived,
      });
      return presentLabel(ctx, label, kind);
    },
  );

  const change = async (ctx: Context, { id }: Label, input: Static<typeof changedLabel>) => {
    requireAnyField(changedLabel, input);
    const { new_name, color, description, priority, archived } = input;
    const changes = { title: new_name, color, description, priority, isArchived: archived };
    return presentLabel(ctx, await updateLabel(ctx, id, changes), kind);
  };
  routes.put(
    `${path}/:label_id`,
    { summary: `Change a label of a ${kind}`, tags, signedIn: true, input: changedLabel },
    async ({ params, input }, ctx) => change(ctx, await labelAt(ctx, params, find, false), input),
  );
  routes.put(
    path,
    { summary: `Change a label of a ${kind}, in the older form`, tags, signedIn: true, input: changedByName },
    async ({ params, input }, ctx) => change(ctx, await labelAt(ctx, named(params, input), find, false), input),
  );

  for (const verb of ['subscribe', 'unsubscribe'] as const) {
    const summary = verb === 'subscribe' ? 'Subscribe to' : 'Unsubscribe from';
    routes.post(
      `${path}/:label_id/${verb}`,
      { summary: `${summary} a label of a ${kind}; 304 without a change`, tags, signedIn: true },
      async ({ params, reply }, ctx) => {
        const label = await labelAt(ctx, params, find, true);
        if (await chooseLabelSubscription(ctx, label, verb === 'subscribe')) return presentLabel(ctx, label, kind);
        void reply.code(304);
        return null;
      },
    );
  }

  routes.delete(
    `${path}/:label_id`,
    { summary: `Remove a label of a ${kind} from it and from every item`, tags, signedIn: true },
    async ({ params }, ctx) => deleteLabel(ctx, (await labelAt(ctx, params, find, false)).id),
  );
  routes.delete(
    path,
    { summary: `Remove a label of a ${kind}, in the older form`, tags, signedIn: true, input: removedByName },
    async ({ params, input }, ctx) => deleteLabel(ctx, (await labelAt(ctx, named(params, input), find, false)).id),
  );
}

/** The label in the parameter, as if it were in the path. Throws InputError if neither parameter is given. */
function named(
  params: Readonly<Record<string, string>>,
  { label_id: id, name }: { label_id?: string; name?: string },
): Readonly<Record<string, string>> {
  const label = id ?? name;
  if (label === undefined || label === '') throw new InputError(['label_id or name is missing']);
  return { ...params, label_id: label };
}

async function labelAt(
  ctx: Context,
  params: Readonly<Record<string, string>>,
  find: typeof findVisibleGroup,
  includeAncestors: boolean,
): Promise<Label> {
  const namespace = await find(ctx, params['id'] ?? '');
  return findLabel(ctx, namespace, params['label_id'] ?? '', includeAncestors);
}

interface ListInput {
  include_ancestor_groups?: boolean;
  include_descendant_groups?: boolean;
  only_group_labels?: boolean;
  search?: string;
  archived?: boolean;
  order_by?: LabelListing['order'];
}

function listingOf(namespace: Namespace, input: ListInput): LabelListing {
  return {
    namespace,
    includeAncestors: input.include_ancestor_groups ?? true,
    includeDescendants: input.include_descendant_groups ?? false,
    onlyGroupLabels: input.only_group_labels ?? true,
    search: input.search,
    isArchived: input.archived,
    order: input.order_by,
  };
}

/** A label of a group or a project in REST. */
export async function presentLabel(ctx: Context, label: Label, shownBy: NamespaceKind, withCounts = true) {
  const origin = withCounts ? await ctx.load(namespacesById, label.namespaceId) : null;
  const openRequests = withCounts ? pluggedOpenRequests() : null;
  const counts = withCounts ? await ctx.load(issueCountsOfLabel, label.id) : null;
  return {
    id: label.id,
    name: label.title,
    description: label.description || null,
    description_html: inline(renderMarkdownSync(label.description)),
    text_color: label.textColor,
    color: label.color,
    archived: label.archivedAt !== null,
    subscribed: (await ctx.load(subscribedLabels, label.id)) ?? false,
    ...(withCounts && {
      open_issues_count: counts?.opened ?? 0,
      closed_issues_count: counts?.closed ?? 0,
      open_merge_requests_count: (openRequests && (await ctx.load(openRequests, label.id))) ?? 0,
      // Extensions: what the page of labels shows beside the published fields.
      open_epics_count: counts?.openedEpics ?? 0,
      origin: origin && { kind: origin.kind, full_path: origin.fullPath },
    }),
    ...(shownBy === 'project' && { priority: label.priority, is_project_label: label.namespaceKind === 'project' }),
  };
}

/** One paragraph without its tags, because a label's description is shown inline. */
export function inline(html: string): string {
  return /^<p>((?:(?!<p>)[^])*)<\/p>\n?$/.exec(html)?.[1] ?? html;
}
