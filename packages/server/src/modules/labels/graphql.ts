import { ValidationError } from '@milepost/core/errors';
import { formatGlobalId } from '@milepost/core/ids';
import { defaultLabelColor } from '@milepost/core/labels';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  costOfShortList,
  pageArguments,
  pageOf,
  sliceOf,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { fromLoader } from '../../platform/graphql/preload.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import {
  GroupPermissionsRef,
  GroupRef,
  NamespacePermissionsRef,
  ProjectPermissionsRef,
  ProjectRef,
} from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicRef, issueFaces } from '../work-items/graphql.ts';
import type { WorkItem } from '../work-items/store.ts';
import { createLabel, updateLabel } from './commands.ts';
import { labelPolicy } from './policy.ts';
import { labelsOfWorkItem } from './store/items.ts';
import { countLabels, labelKey, labelsAfter, type Label, type LabelListing } from './store.ts';

export const LabelRef = builder.objectRef<Label>('Label');
export const LabelConnection = connectionType('Label', LabelRef);

const LabelSearchField = builder.enumType('LabelSearchFieldList', {
  description: 'The searched fields of labels',
  values: { TITLE: { value: 'title' }, DESCRIPTION: { value: 'description' } } as const,
});

/** The labels of a work item as a connection, for each type that has it. */
const labelsPage = fromLoader(
  labelsOfWorkItem,
  (item: Pick<WorkItem, 'id'>) => item.id,
  (labels, _item, args: PageArguments): Page<Label> => pageOfWhole(labels ?? [], args),
);

export function extendSchema(): void {
  for (const ref of [GroupPermissionsRef, ProjectPermissionsRef, NamespacePermissionsRef]) {
    builder.objectField(ref, 'adminLabel', (t) =>
      t.boolean({ resolve: (namespace, _args, ctx) => ctx.can(labelPolicy.manage, namespace) }),
    );
  }
  describeLabel();
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectField(face, 'labels', (t) =>
      t.field({
        type: LabelConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        ...labelsPage,
      }),
    );
  }
  addWidget('LABELS', {
    name: 'Labels',
    fields: (t) => ({
      allowsScopedLabels: t.boolean({
        nullable: true,
        resolve: ({ item }) => hasFeature(item.scope, 'scoped_labels'),
      }),
      labels: t.field({
        type: LabelConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ item }, args, ctx) => labelsPage.resolve(item, args, ctx),
      }),
    }),
    definition: (t) => ({ allowsScopedLabels: t.boolean({ resolve: () => true }) }),
  });
  listLabels();
  mutateLabels();
}

function describeLabel(): void {
  LabelRef.implement({
    description: 'A label that categorizes work items of a group or project',
    fields: (t) => ({
      id: t.field({
        type: 'LabelID',
        resolve: (label) => formatGlobalId(label.namespaceKind === 'group' ? 'GroupLabel' : 'ProjectLabel', label.id),
      }),
      title: t.exposeString('title'),
      description: t.exposeString('description', { nullable: true }),
      color: t.exposeString('color'),
      textColor: t.exposeString('textColor'),
      lockOnMerge: t.boolean({ description: 'Always false: labels are not locked', resolve: () => false }),
      archived: t.boolean({ resolve: (label) => label.archivedAt !== null }),
      createdAt: t.expose('createdAt', { type: 'Time' }),
      updatedAt: t.expose('updatedAt', { type: 'Time' }),
    }),
  });
}

function listLabels(): void {
  const search = builder.args((t) => ({
    ...pageArguments,
    title: t.string({ description: 'Exactly this title' }),
    searchTerm: t.string(),
    searchIn: t.field({ type: [LabelSearchField] }),
    includeAncestorGroups: t.boolean(),
    archived: t.boolean(),
  }));
  builder.objectField(GroupRef, 'labels', (t) =>
    t.field({
      type: LabelConnection,
      nullable: true,
      args: { ...search, includeDescendantGroups: t.arg.boolean(), onlyGroupLabels: t.arg.boolean() },
      resolve: (group, args, ctx) =>
        pageOfLabels(ctx, args, {
          ...listingOf(group, args),
          includeDescendants: args.includeDescendantGroups ?? false,
          onlyGroupLabels: args.onlyGroupLabels ?? false,
        }),
    }),
  );
  builder.objectField(ProjectRef, 'labels', (t) =>
    t.field({
      type: LabelConnection,
      nullable: true,
      args: search,
      resolve: (project, args, ctx) => pageOfLabels(ctx, args, listingOf(project, args)),
    }),
  );
}

interface SearchArguments extends PageArguments {
  title?: string | null;
  searchTerm?: string | null;
  searchIn?: readonly ('title' | 'description')[] | null;
  includeAncestorGroups?: boolean | null;
  archived?: boolean | null;
}

function listingOf(namespace: Namespace, args: SearchArguments): LabelListing {
  return {
    namespace,
    title: args.title,
    search: args.searchTerm,
    searchIn: args.searchIn ?? undefined,
    includeAncestors: args.includeAncestorGroups ?? false,
    isArchived: args.archived,
  };
}

async function pageOfLabels(ctx: Context, args: PageArguments, listing: LabelListing): Promise<Page<Label>> {
  const slice = sliceOf(args);
  return pageOf(await labelsAfter(ctx, listing, slice), slice, labelKey, () => countLabels(ctx, listing));
}

function mutateLabels(): void {
  mutation('labelCreate', {
    description: 'Creates a label of a group or of a project',
    input: (t) => ({
      title: t.string({ required: true }),
      description: t.string(),
      color: t.string({ description: '#, rgb or rgba; blue by default' }),
      groupPath: t.id(),
      projectPath: t.id(),
    }),
    resolve: async (input, ctx) =>
      createLabel(ctx, await namespaceAt(ctx, input), {
        title: input.title,
        description: input.description,
        color: input.color || defaultLabelColor,
      }),
    payload: (t) => ({ label: t.field({ type: LabelRef, nullable: true, resolve: (payload) => payload.result }) }),
  });

  mutation('labelUpdate', {
    description: 'Changes the given fields of a label',
    input: (t) => ({
      id: t.field({ type: 'LabelID', required: true }),
      title: t.string(),
      description: t.string(),
      color: t.string(),
      archived: t.boolean(),
    }),
    resolve: (input, ctx) =>
      updateLabel(ctx, readGlobalId<'Label'>(input.id, 'GroupLabel', 'ProjectLabel', 'Label'), {
        title: input.title ?? undefined,
        description: input.description === null ? '' : input.description,
        color: input.color ?? undefined,
        isArchived: input.archived ?? undefined,
      }),
    payload: (t) => ({ label: t.field({ type: LabelRef, nullable: true, resolve: (payload) => payload.result }) }),
  });
}

interface PathArguments {
  groupPath?: string | null;
  projectPath?: string | null;
}

function namespaceAt(ctx: Context, { groupPath, projectPath }: PathArguments): Promise<Namespace> {
  if (groupPath && !projectPath) return findVisibleGroup(ctx, groupPath);
  if (projectPath && !groupPath) return findVisibleProject(ctx, projectPath);
  throw new ValidationError({ base: ['Exactly one of groupPath and projectPath is required'] });
}
