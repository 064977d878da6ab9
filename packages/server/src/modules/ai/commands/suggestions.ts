import { ValidationError } from '@milepost/core/errors';
import type { ChangeSetId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { applyChanges, ChangedMeanwhileError, type WantedChange } from '../../change-sets/commands.ts';
import { referenceOf } from '../../change-sets/commands/items.ts';
import { defaultProjectsOf, lockTree } from '../../hierarchy/store.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { hitsOf, startSearch } from '../../search/commands.ts';
import { loadHits } from '../../search/commands/results.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { lockWorkItem } from '../../work-items/store/writing.ts';
import { labelTitles } from '../store.ts';
import { completeForm } from './forms.ts';
import { childrenData, isOfferedFor, itemData } from './items.ts';
import type { ModelCall } from './model.ts';
import { searchedWords } from './retrieval.ts';

export const suggestionKinds = ['children', 'labels', 'duplicates'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

const MAX_CHILDREN = 10;
const MAX_LABELS = 10;
const MAX_DUPLICATES = 5;
const MAX_KNOWN_LABELS = 200;
const MAX_CANDIDATES = 20;

/** A suggestion: `value` is what applying it names (a title, or a reference). */
export interface Suggestion {
  value: string;
  title: string;
  /** The page of an existing item. */
  url: string | null;
}

export interface Suggestions {
  suggestions: readonly Suggestion[];
  /** When the item was last changed: applying them is refused if it changed since. */
  readAt: Date;
}

/** What the model suggests for an item. Nothing is saved. Throws as `requestModel` does. */
export async function suggest(call: ModelCall, item: WorkItem, kind: SuggestionKind): Promise<Suggestions> {
  call.ctx.require(workItemPolicy.plan, item);
  const of = { children: suggestChildren, labels: suggestLabels, duplicates: suggestDuplicates }[kind];
  return { suggestions: await of(call, item), readAt: item.updatedAt };
}

const childrenForm = Type.Object({ children: Type.Array(Type.String()) });
const labelsForm = Type.Object({ labels: Type.Array(Type.String()) });
const duplicatesForm = Type.Object({ duplicates: Type.Array(Type.Integer()) });

async function suggestChildren(call: ModelCall, item: WorkItem): Promise<Suggestion[]> {
  await childHome(call.ctx, item);
  const children = await childrenData(call, item);
  const answer = await completeForm(
    call,
    {
      task: `Suggest at most ${MAX_CHILDREN} child items that are missing to complete the item, each as a title of at most 100 characters. Answer with JSON only: {"children": ["…"]}`,
      data: { item: await itemData(call.ctx, item), existing_children: children },
    },
    childrenForm,
  );
  const existing = new Set(children.map(({ title }) => title.toLowerCase()));
  const titles = [...new Set(answer.children.map((title) => title.trim().slice(0, 255)))];
  return titles
    .filter((title) => title !== '' && !existing.has(title.toLowerCase()))
    .slice(0, MAX_CHILDREN)
    .map((title) => ({ value: title, title, url: null }));
}

async function suggestLabels(call: ModelCall, item: WorkItem): Promise<Suggestion[]> {
  const { ctx } = call;
  const has = new Set(((await ctx.load(labelsOfWorkItem, item.id)) ?? []).map(({ title }) => title));
  const known = (await labelTitles(ctx.db, item.scope.traversalIds, MAX_KNOWN_LABELS)).filter(
    (title) => !has.has(title),
  );
  if (known.length === 0) return [];
  const answer = await completeForm(
    call,
    {
      task: `Choose the labels that fit the item, at most ${MAX_LABELS}, from "existing_labels". Answer with JSON only: {"labels": ["…"]}`,
      data: { item: await itemData(ctx, item), existing_labels: known },
    },
    labelsForm,
  );
  return known
    .filter((title) => answer.labels.includes(title))
    .slice(0, MAX_LABELS)
    .map((title) => ({ value: title, title, url: null }));
}

async function suggestDuplicates(call: ModelCall, item: WorkItem): Promise<Suggestion[]> {
  const { ctx } = call;
  const candidates = await similarItems(ctx, item);
  if (candidates.length === 0) return [];
  const answer = await completeForm(
    call,
    {
      task: `Which of "candidates" describe the same work as the item? At most ${MAX_DUPLICATES}; none if unsure. Answer with JSON only, naming their numbers: {"duplicates": [1]}`,
      data: {
        item: await itemData(ctx, item),
        candidates: candidates.map(({ title, state }, index) => ({ number: index + 1, title, state })),
      },
    },
    duplicatesForm,
  );
  return candidates
    .filter((_candidate, index) => answer.duplicates.includes(index + 1))
    .slice(0, MAX_DUPLICATES)
    .map((other) => ({ value: referenceOf(other), title: other.title, url: ctx.baseUrl + webPathOf(other) }));
}

/** Items of the same type with words of the title, in groups that allow the assistant. */
async function similarItems(ctx: Context, item: WorkItem): Promise<WorkItem[]> {
  const found = new Map<WorkItemId, { item: WorkItem; count: number }>();
  const kind = item.type === 'epic' ? 'epic' : item.type === 'task' ? 'task' : 'issue';
  for (const text of searchedWords(item.title)) {
    const search = await startSearch(ctx, { text, kinds: [kind], within: null, filters: {} });
    const hits = await hitsOf(ctx, search, { limit: MAX_CANDIDATES, isBackward: false, cursor: null });
    for (const { found: each } of await loadHits(ctx, hits)) {
      if (each.kind !== 'item' || each.item.id === item.id) continue;
      found.set(each.item.id, { item: each.item, count: (found.get(each.item.id)?.count ?? 0) + 1 });
    }
  }
  const ranked = [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, 2 * MAX_CANDIDATES);
  const offered = await Promise.all(ranked.map((each) => isOfferedFor(ctx, each.item, 'duplicates')));
  return ranked
    .filter((_each, index) => offered[index])
    .slice(0, MAX_CANDIDATES)
    .map((each) => each.item);
}

/** Where children of an item are created, and as what. Throws ValidationError for an item without children. */
async function childHome(ctx: Context, item: WorkItem): Promise<{ path: string; type: WorkItemType }> {
  if (item.type === 'task') throw new ValidationError({ base: ['A task has no children'] });
  if (item.type !== 'epic') return { path: item.namespacePath, type: 'task' };
  const projectId = await ctx.load(defaultProjectsOf, item.namespaceId);
  const project = projectId === null ? null : await ctx.load(namespacesById, projectId);
  if (project && ctx.viewer.canSee(project.scope)) return { path: project.fullPath, type: 'issue' };
  return { path: item.namespacePath, type: 'epic' };
}

export interface Applying {
  kind: SuggestionKind;
  /** The chosen values. */
  values: readonly string[];
  readAt: Date;
}

/**
 * Makes what a person chose, as one change set. Throws ChangedMeanwhileError if the item changed since the suggestion was made, and as
 * `applyChanges` does.
 */
export function applySuggestions(
  ctx: Context,
  id: WorkItemId,
  { kind, values, readAt }: Applying,
): Promise<ChangeSetId | null> {
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const seen = await findVisibleWorkItemById(within, id);
    // Locked before the row, as in every change of parents.
    await lockTree(trx, seen.rootId, kind === 'children' ? 'exclusive' : 'shared');
    const item = await lockWorkItem(trx, id);
    if (item?.updatedAt.getTime() !== readAt.getTime()) {
      throw new ChangedMeanwhileError('The item changed meanwhile. Look at it again before you apply suggestions.');
    }
    within.require(workItemPolicy.plan, item);
    const { changeSetId } = await applyChanges(within, await changesOf(within, seen, kind, values), () =>
      Promise.resolve(null),
    );
    return changeSetId;
  });
}

async function changesOf(
  ctx: Context,
  item: WorkItem,
  kind: SuggestionKind,
  values: readonly string[],
): Promise<WantedChange[]> {
  const reference = referenceOf(item);
  switch (kind) {
    case 'children': {
      const { path, type } = await childHome(ctx, item);
      // Each new child is the first of its parent.
      return values.toReversed().map((title) => ({ action: 'create', in: path, type, title, parent: reference }));
    }
    case 'labels':
      return [{ action: 'update', item: reference, add_labels: [...values] }];
    default:
      return values.map((to) => ({ action: 'relate', item: reference, to }));
  }
}
