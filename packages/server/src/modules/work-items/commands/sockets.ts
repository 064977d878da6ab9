import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WorkItem } from '../store.ts';

/** The context of a quick action. */
export interface ActionContext {
  item: WorkItem;
  /** The item is being created: permission to create includes permission to describe. */
  isNew: boolean;
  /** Whether the viewer may close, reopen and change the status: assignees may too. */
  mayChangeState: boolean;
}

/** A line that is run when its text is saved: `/label ~bug`. */
export interface QuickAction {
  /** Without the slash. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly types: readonly WorkItemType[];
  /** Its effect, for the list in the editor and for the guide: `Close this`. */
  readonly description: string;
  /** An example of its argument: `~label1 ~label2`. */
  readonly params?: string;
  /** Requires an argument. */
  readonly isArgumentNeeded?: boolean;
  /** The text that replaces the line, for an action that only inserts text. */
  text?(argument: string): string;
  /** Whether it is available to the viewer on an item. */
  isOffered(ctx: Context, acted: ActionContext): boolean;
  /** Its effect in the present tense: `Adds ~bug.` */
  explain(argument: string, acted: ActionContext): string;
  /** Runs within the transaction, and returns the result in the past tense. Throws a DomainError to refuse, without effect. */
  perform(ctx: Context, acted: ActionContext, argument: string): Promise<string>;
}

/** The context of suggestions for a text. */
export interface SuggestionRequest {
  /** The namespace of the text. */
  namespace: Namespace;
  /** The text typed so far. */
  search: string;
  /** The item of the text; null if it has none yet. */
  acted: ActionContext | null;
  /** Only confidential issues and epics are suggested. */
  isConfidentialOnly: boolean;
}

/** Suggestions for a sign: people for `@`, labels for `~`. */
export interface SuggestionSource {
  /** The last part of the endpoint: `/GROUP/PROJECT/-/autocomplete_sources/labels`. */
  readonly name: string;
  suggest(ctx: Context, wanted: SuggestionRequest): Promise<readonly object[]>;
}

const actions: QuickAction[] = [];
const sources: SuggestionSource[] = [];

/** Called by each room with quick actions, at start. */
export function plugInActions(plugs: readonly QuickAction[]): void {
  for (const action of plugs) if (!actions.includes(action)) actions.push(action);
}

/** Called by each room with suggestions, at start. */
export function plugInSuggestions(source: SuggestionSource): void {
  if (!sources.includes(source)) sources.push(source);
}

export const pluggedActions: readonly QuickAction[] = actions;
export const pluggedSuggestions: readonly SuggestionSource[] = sources;
