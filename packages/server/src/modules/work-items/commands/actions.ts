import { DomainError, ForbiddenError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import {
  splitQuickActions,
  type QuickActionsOutcome,
  type QuickActionUse,
  type SplitText,
} from '@milepost/core/text/quick-actions';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context, Trx } from '../../../platform/context.ts';
import { createWorkItem, describeNewWorkItem, updateWorkItem, type NewWorkItem } from '../commands.ts';
import type { WorkItemChange } from './fields.ts';
import { mayChangeState } from './status.ts';
import { namespaceWorkItemPolicy, workItemPolicy } from '../policy.ts';
import { pluggedActions, type ActionContext, type QuickAction } from './sockets.ts';
import { descriptionsById, findVisibleWorkItemById, type WorkItem } from '../store.ts';

/** An item, and the results of the quick actions in its text; null if there were none. */
export interface WrittenWorkItem extends WorkItem {
  quickActions: QuickActionsOutcome | null;
}

/** Creates a work item and runs the quick actions of its description, all or nothing. Throws as `createWorkItem` does. */
export async function writeNewWorkItem(ctx: Context, wanted: NewWorkItem): Promise<WrittenWorkItem> {
  const { text, uses } = extractActions(wanted.description ?? '');
  if (uses.length === 0 && text === (wanted.description ?? '')) return written(await createWorkItem(ctx, wanted), null);
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const { id } = await createWorkItem(within, { ...wanted, description: text });
    const outcome = await performActions(within, trx, id, { uses, isNew: true });
    return written(await findVisibleWorkItemById(ctx.within(trx), id), uses.length === 0 ? null : outcome);
  });
}

/** Changes a work item and runs the quick actions of a new description. Throws as `updateWorkItem` does. */
export async function rewriteWorkItem(ctx: Context, id: WorkItemId, change: WorkItemChange): Promise<WrittenWorkItem> {
  const { description } = change;
  if (description === undefined || extractActions(description).text === description) {
    return written(await updateWorkItem(ctx, id, change), null);
  }
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const before = (await within.load(descriptionsById, id))?.description ?? '';
    const { text, uses } = extractActions(description, before);
    await updateWorkItem(within, id, { ...change, description: text });
    const outcome = await performActions(within, trx, id, { uses, isNew: false });
    return written(await findVisibleWorkItemById(ctx.within(trx), id), uses.length === 0 ? null : outcome);
  });
}

/**
 * Extracts the quick actions of a text. Lines that were already in the text `before` stay: they were imported, and are not a
 * request.
 */
export function extractActions(text: string, before = ''): SplitText {
  const old = new Set(before === '' ? [] : splitQuickActions(before, isKnown).uses.map(keyOf));
  return splitQuickActions(text, (use) => {
    const action = actionNamed(use.name);
    if (!action || old.has(keyOf(use))) return null;
    return action.text ? { text: action.text(use.argument) } : 'use';
  });
}

const keyOf = ({ name, argument }: QuickActionUse): string => `${name} ${argument}`;
const isKnown = ({ name }: QuickActionUse): 'use' | null => (actionNamed(name) ? 'use' : null);

/** The action of a name or an alias. */
export function actionNamed(name: string): QuickAction | undefined {
  return pluggedActions.find((action) => action.name === name || action.aliases?.includes(name));
}

/** Each action takes several statements, and all hold their locks until the last is done. */
const MAX_USES = 100;
const tooMany = `Only the first ${MAX_USES} quick actions of a text are run.`;

/**
 * Runs actions in order, within a transaction. Each succeeds or fails as a whole: a refused one is reported and does not affect
 * the others.
 */
export async function performActions(
  ctx: Context,
  trx: Trx,
  id: WorkItemId,
  { uses, isNew }: { uses: readonly QuickActionUse[]; isNew: boolean },
): Promise<QuickActionsOutcome> {
  const messages: string[] = [];
  const errors: string[] = [];
  const done: Record<string, string> = {};
  for (const use of uses.slice(0, MAX_USES)) {
    try {
      messages.push(await trx.attempt(() => perform(ctx.within(trx), id, use, isNew)));
      done[use.name] = use.argument;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push(`/${use.name}: ${reasonOf(error)}`);
    }
  }
  if (uses.length > MAX_USES) errors.push(tooMany);
  return { messages, errors, done };
}

async function perform(ctx: Context, id: WorkItemId, use: QuickActionUse, isNew: boolean): Promise<string> {
  const acted = await actionContext(ctx, await findVisibleWorkItemById(ctx, id), isNew);
  const action = actionNamed(use.name);
  const refusal = action ? refusalOf(ctx, action, acted, use.argument) : 'There is no such quick action.';
  if (!action || refusal !== null) throw new ValidationError({ base: [refusal ?? ''] });
  return action.perform(ctx, acted, use.argument);
}

/** The context of quick actions on an item. */
export async function actionContext(ctx: Context, item: WorkItem, isNew: boolean): Promise<ActionContext> {
  return { item, isNew, mayChangeState: isNew || (await mayChangeState(ctx, item)) };
}

function refusalOf(ctx: Context, action: QuickAction, acted: ActionContext, argument: string): string | null {
  if (!action.types.includes(acted.item.type)) return `Not available for ${pluralOf[acted.item.type]}.`;
  if (!action.isOffered(ctx, acted)) return 'You cannot do this here.';
  if (action.isArgumentNeeded && argument === '')
    return `Missing argument: /${action.name} ${action.params ?? ''}`.trim();
  return null;
}

const pluralOf: Readonly<Record<WorkItemType, string>> = {
  epic: 'epics',
  issue: 'issues',
  incident: 'incidents',
  task: 'tasks',
};

function reasonOf(error: DomainError): string {
  if (error instanceof ForbiddenError) return 'You cannot do this here.';
  const sentence = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The actions available to the viewer on an item, by name. */
export function offeredActions(ctx: Context, acted: ActionContext): QuickAction[] {
  return pluggedActions
    .filter((action) => action.types.includes(acted.item.type) && action.isOffered(ctx, acted))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The effects of a text's actions, and the text without them: for the preview. */
export function explainActions(
  ctx: Context,
  acted: ActionContext,
  text: string,
  before = '',
): { text: string; outcome: QuickActionsOutcome } {
  const split = extractActions(text, before);
  const messages: string[] = [];
  const errors: string[] = [];
  for (const { name, argument } of split.uses.slice(0, MAX_USES)) {
    const action = actionNamed(name);
    const refusal = action && refusalOf(ctx, action, acted, argument);
    if (!action) continue;
    if (refusal) errors.push(`/${name}: ${refusal}`);
    else messages.push(action.explain(argument, acted));
  }
  if (split.uses.length > MAX_USES) errors.push(tooMany);
  return { text: split.text, outcome: { messages, errors, done: {} } };
}

/** Whether the viewer may change the item's fields, which most actions do. */
export function mayDescribe(ctx: Context, { item, isNew }: ActionContext): boolean {
  return ctx.can(workItemPolicy.plan, item) || (isNew && ctx.can(namespaceWorkItemPolicy.describe, inNamespace(item)));
}

const inNamespace = (item: WorkItem) => ({ scope: item.scope, archivedAt: item.isArchived ? new Date(0) : null });

/** Applies a change to the item of an action. */
export function changeActionItem(
  ctx: Context,
  { item, isNew }: ActionContext,
  change: WorkItemChange,
): Promise<WorkItem> {
  return isNew ? describeNewWorkItem(ctx, item.id, change) : updateWorkItem(ctx, item.id, change);
}

function written(item: WorkItem, quickActions: QuickActionsOutcome | null): WrittenWorkItem {
  return Object.assign({}, item, { quickActions });
}
