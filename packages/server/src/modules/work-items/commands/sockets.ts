import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WorkItem } from '../store.ts';

/** What a quick action is asked about. */
export interface Acted {
  item: WorkItem;
  /** It is being made right now: whoever may write it may describe it. */
  isNew: boolean;
}

/** A line of a text that is done when the text is saved: `/label ~bug`. */
export interface QuickAction {
  /** Without the stroke. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly types: readonly WorkItemType[];
  /** What it does, for the list in the editor and for the guide: `Close this`. */
  readonly description: string;
  /** What it takes, as a picture of it: `~label1 ~label2`. */
  readonly params?: string;
  /** It does nothing without its argument. */
  readonly isArgumentNeeded?: boolean;
  /** A text that takes the line's place, for an action that only writes something. */
  text?(argument: string): string;
  /** Whether the viewer may use it on an item as it is now. */
  isOffered(ctx: Context, acted: Acted): boolean;
  /** What it will do, in the present tense: `Adds ~bug.` */
  explain(argument: string, acted: Acted): string;
  /** Does it within the transaction, and says so in the past tense. Throws a DomainError to refuse: then nothing is done. */
  perform(ctx: Context, acted: Acted, argument: string): Promise<string>;
}

/** What is wanted of suggestions while somebody writes. */
export interface SuggestionsWanted {
  /** Where the text stands. */
  namespace: Namespace;
  /** What was typed so far. */
  search: string;
  /** What the text is of; null where it is of nothing yet. */
  acted: Acted | null;
  /** Issues and epics that are no secret are left out. */
  isConfidentialOnly: boolean;
}

/** What can be suggested behind a sign: people behind `@`, labels behind `~`. */
export interface SuggestionSource {
  /** The last part of its address: `/GROUP/PROJECT/-/autocomplete_sources/labels`. */
  readonly name: string;
  suggest(ctx: Context, wanted: SuggestionsWanted): Promise<readonly object[]>;
}

const actions: QuickAction[] = [];
const sources: SuggestionSource[] = [];

/** Called by each room that has quick actions, before anything is served. */
export function plugInActions(plugs: readonly QuickAction[]): void {
  for (const action of plugs) if (!actions.includes(action)) actions.push(action);
}

/** Called by each room that has something to suggest, before anything is served. */
export function plugInSuggestions(source: SuggestionSource): void {
  if (!sources.includes(source)) sources.push(source);
}

export const pluggedActions: readonly QuickAction[] = actions;
export const pluggedSuggestions: readonly SuggestionSource[] = sources;
