import { ForbiddenError, NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import {
  isAtMostAsVisible,
  limitsOfNamespaces,
  namespaceNameProblems,
  pathForName,
  newPathProblems,
} from '@milepost/core/namespaces';
import type { NamespaceScope, Visibility } from '@milepost/core/roles';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderMarkdownSync } from '../../../platform/markdown/render.ts';
import { findVisibleGroup, type NamespaceKey } from '../commands.ts';
import { groupPolicy, mayCreateTopLevelGroup, policyOf } from '../policy.ts';
import { lowerVisibilityBelow } from '../store/lifecycle.ts';
import {
  hasMoreVisibleChild,
  insertNamespace,
  lockTree,
  lockTrees,
  renameTree,
  saveNamespace,
} from '../store/writing.ts';
import { lockNamespace, namespaceById, type Namespace } from '../store.ts';
import type { NamespaceKind } from '../table.ts';
import { assistantProblems } from './assistant.ts';
import { changedSwitches, saveSwitches, switchProblems, type SwitchChanges } from './switches.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'namespace.created': { kind: NamespaceKind };
    'namespace.renamed': { from: string; to: string };
    /** `before`: the previous visibility and name. */
    'namespace.updated': {
      changed: readonly string[];
      before: Pick<NamespaceScope, 'traversalIds' | 'visibility'> & { name: string };
    };
    'namespace.archived': Record<string, never>;
    'namespace.unarchived': Record<string, never>;
    'namespace.transferred': { from: string; to: string; fromRootId: NamespaceId; toRootId: NamespaceId } & {
      before: Pick<NamespaceScope, 'traversalIds' | 'visibility'>;
      /** A job has given the items the labels, milestones and iterations of their new groups already. */
      isPrepared?: true;
    };
    /** The restore period begins; `namespace.deleted` follows when the namespace is removed. */
    'namespace.scheduledForDeletion': { kind: NamespaceKind; fullPath: string } & Pick<
      NamespaceScope,
      'traversalIds' | 'visibility'
    >;
    'namespace.restored': { kind: NamespaceKind; fullPath: string };
    'namespace.deleted': { kind: NamespaceKind; fullPath: string } & Pick<
      NamespaceScope,
      'traversalIds' | 'visibility'
    >;
  }
}

export interface NewNamespace {
  name: string;
  /** Derived from the name if omitted. */
  path?: string;
  description?: string;
  visibility?: Visibility;
  switches?: SwitchChanges;
}

/** Creates a group, top-level or in another. Throws NotFoundError for an invisible parent, ForbiddenError, ValidationError. */
export function createGroup(ctx: Context, input: NewNamespace & { parent: NamespaceKey | null }): Promise<Namespace> {
  return create(ctx, 'group', input);
}

/** Creates a project in a group. */
export function createProject(ctx: Context, input: NewNamespace & { parent: NamespaceKey }): Promise<Namespace> {
  return create(ctx, 'project', input);
}

function create(
  ctx: Context,
  kind: NamespaceKind,
  input: NewNamespace & { parent: NamespaceKey | null },
): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const parent = input.parent === null ? null : await lockParent(ctx.within(trx), trx, input.parent);
    if (parent) ctx.require(kind === 'group' ? groupPolicy.createSubgroup : groupPolicy.createProject, parent);
    else if (!mayCreateTopLevelGroup(ctx.viewer)) throw new ForbiddenError();
    const path = input.path ?? pathForName(input.name);
    const visibility = input.visibility ?? 'private';
    const description = input.description ?? '';
    refuse({
      name: namespaceNameProblems(input.name),
      path: newPathProblems(path, parent === null),
      description: descriptionProblems(description),
      visibility: parent ? visibilityProblems(visibility, parent) : [],
      base:
        parent && parent.scope.traversalIds.length >= limitsOfNamespaces.depth
          ? ['Groups cannot be nested any deeper']
          : [],
    });
    const created = await insertNamespace(trx, {
      kind,
      parent,
      path,
      name: input.name.trim(),
      description,
      descriptionHtml: renderMarkdownSync(description),
      visibility,
      creatorId: ctx.viewer.id,
    });
    trx.announce({ name: 'namespace.created', namespaceId: created.id, data: { kind } });
    const { switches = {} } = input;
    if (changedSwitches(created, switches).length === 0) return created;
    refuse(await switchProblems(trx, created, switches));
    await saveSwitches(trx, created, switches);
    return (await namespaceById(trx, created.id)) ?? created;
  });
}

export async function lockParent(within: Context, trx: Trx, key: NamespaceKey): Promise<Namespace> {
  const seen = await findVisibleGroup(within, key);
  await lockTree(trx, seen.rootId, 'shared');
  // The parent may have been renamed or deleted during the wait for the lock.
  const parent = await namespaceById(trx, seen.id);
  if (!parent) throw new NotFoundError('Group');
  return parent;
}

export interface NamespaceChanges extends SwitchChanges {
  name?: string;
  path?: string;
  description?: string;
  visibility?: Visibility;
  /** Also lowers the visibility of descendants that exceed the new one; otherwise such a change is refused. */
  lowersBelow?: boolean;
  /** Refuses the change if the settings were saved since this version. */
  lockVersion?: number;
}

/** Changes a group; a new path renames everything below. */
export function updateGroup(ctx: Context, id: NamespaceId, changes: NamespaceChanges): Promise<Namespace> {
  return update(ctx, 'group', id, changes);
}

/** Changes a project. */
export function updateProject(ctx: Context, id: NamespaceId, changes: NamespaceChanges): Promise<Namespace> {
  return update(ctx, 'project', id, changes);
}

function update(ctx: Context, kind: NamespaceKind, id: NamespaceId, changes: NamespaceChanges): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).update, before);
    if (changes.lockVersion !== undefined && changes.lockVersion !== before.lockVersion) throw new StaleVersionError();
    const changed = namesOfChanges(before, changes);
    if (changed.length === 0) {
      refuse(await assistantProblems(trx, before, changes));
      return before;
    }
    refuse({
      ...(await switchProblems(trx, before, changes)),
      name: changes.name === undefined ? [] : namespaceNameProblems(changes.name),
      path: changed.includes('path') ? newPathProblems(changes.path ?? '', before.parentId === null) : [],
      description: descriptionProblems(changes.description ?? ''),
      visibility: changed.includes('visibility') ? await visibilityProblemsOf(trx, before, changes) : [],
    });
    const { description, visibility } = changes;
    if (visibility && changes.lowersBelow) await lowerVisibilityBelow(trx, before, visibility);
    await saveSwitches(trx, before, changes);
    let after = changed.every((name) => !ownNames.some((own) => own === name)) ? await namespaceById(trx, id) : null;
    after ??= await saveNamespace(trx, id, {
      ...(description !== undefined && { description, descriptionHtml: renderMarkdownSync(description) }),
      ...(visibility !== undefined && { visibility }),
    });
    if (changed.includes('name') || changed.includes('path')) {
      after = await renameTree(trx, before, {
        path: changes.path ?? before.path,
        name: changes.name?.trim() ?? before.name,
      });
    }
    const { traversalIds, visibility: seenBy } = before.scope;
    const data = { changed, before: { traversalIds, visibility: seenBy, name: before.name } };
    trx.announce({ name: 'namespace.updated', namespaceId: id, data });
    if (after.fullPath !== before.fullPath) {
      trx.announce({ name: 'namespace.renamed', namespaceId: id, data: { from: before.fullPath, to: after.fullPath } });
    }
    return after;
  });
}

/** Locks the tree, another one if given, and the row; throws NotFoundError if the viewer may not see it. */
export async function lockVisible(
  ctx: Context,
  trx: Trx,
  kind: NamespaceKind,
  id: NamespaceId,
  otherRootId: NamespaceId | null = null,
): Promise<Namespace> {
  const what = kind === 'group' ? 'Group' : 'Project';
  const seen = await namespaceById(trx, id);
  if (!seen) throw new NotFoundError(what);
  await lockTrees(trx, [seen.rootId, otherRootId ?? seen.rootId]);
  const namespace = await lockNamespace(trx, id);
  if (namespace?.kind !== kind || !ctx.viewer.canSee(namespace.scope)) throw new NotFoundError(what);
  return namespace;
}

const ownNames = ['name', 'path', 'description', 'visibility'] as const;

function namesOfChanges(before: Namespace, changes: NamespaceChanges): string[] {
  const own = ownNames.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  return [...own, ...changedSwitches(before, changes)];
}

async function visibilityProblemsOf(trx: Trx, before: Namespace, changes: NamespaceChanges): Promise<string[]> {
  const { visibility = 'private', lowersBelow = false } = changes;
  const parent = before.parentId === null ? null : await namespaceById(trx, before.parentId);
  const problems = parent ? visibilityProblems(visibility, parent) : [];
  if (lowersBelow) return problems;
  if (await hasMoreVisibleChild(trx, before.id, 'project', visibility)) {
    problems.push(`${visibility} is not allowed since this group contains projects with higher visibility`);
  }
  if (await hasMoreVisibleChild(trx, before.id, 'group', visibility)) {
    problems.push(`${visibility} is not allowed since there are sub-groups with higher visibility`);
  }
  return problems;
}

export function visibilityProblems(visibility: Visibility, parent: Namespace): string[] {
  if (isAtMostAsVisible(visibility, parent.visibility)) return [];
  return [`${visibility} is not allowed since the parent group is ${parent.visibility}`];
}

function descriptionProblems(description: string): string[] {
  const most = limitsOfNamespaces.description;
  return description.length > most ? [`is too long (maximum is ${most} characters)`] : [];
}

/** Throws ValidationError if a field has errors. */
export function refuse(problems: Readonly<Record<string, readonly string[]>>): void {
  const found = Object.entries(problems).filter(([, texts]) => texts.length > 0);
  if (found.length > 0) throw new ValidationError(Object.fromEntries(found));
}
