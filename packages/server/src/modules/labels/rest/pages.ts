import { defaultLabelColor } from '@milepost/core/labels';
import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { createLabel } from '../commands.ts';
import { countLabels, labelsOnPage, type Label, type LabelListing } from '../store.ts';

const tags = ['pages'];
/** A selector shows all available labels at once. */
const MAX_LABELS = 100;

const listed = Type.Object({
  ...pagingInput,
  search: Type.Optional(Type.String()),
  include_ancestor_groups: Type.Optional(Type.Boolean({ default: true })),
});
const made = Type.Object({
  title: Type.String(),
  color: Type.Optional(Type.String()),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const faces = [
  { kind: 'group', path: '/group/:id/labels', find: findVisibleGroup },
  { kind: 'project', path: '/project/:id/labels', find: findVisibleProject },
] as const;

/** Endpoints of the label selector: available labels, and new ones. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const { kind, path, find } of faces) {
    routes.get(
      `${path}.json`,
      { summary: `The labels that items of a ${kind} can have`, tags, input: listed },
      async ({ params, input }, ctx) => {
        const listing: LabelListing = {
          namespace: await find(ctx, params['id'] ?? ''),
          includeAncestors: input.include_ancestor_groups ?? true,
          includeDescendants: false,
          onlyGroupLabels: true,
          search: input.search,
          isArchived: false,
        };
        const page = pageRequest({ ...input, per_page: input.per_page ?? MAX_LABELS });
        const [labels, total] = await Promise.all([labelsOnPage(ctx, listing, page), countLabels(ctx, listing)]);
        return new RestPage(labels.map(present), total, page);
      },
    );
    routes.post(
      path,
      { summary: `Create a label of a ${kind} from a selector`, tags, signedIn: true, input: made, spreads: 'label' },
      async ({ params, input }, ctx) => {
        const { title, color, description } = input;
        const namespace = await find(ctx, params['id'] ?? '');
        return present(await createLabel(ctx, namespace, { title, color: color || defaultLabelColor, description }));
      },
    );
  }
}

function present(label: Label) {
  return {
    id: label.id,
    title: label.title,
    color: label.color,
    text_color: label.textColor,
    description: label.description || null,
    type: label.namespaceKind === 'group' ? 'GroupLabel' : 'ProjectLabel',
  };
}
