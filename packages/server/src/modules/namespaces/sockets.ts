import type { NamespaceId } from '@milepost/core/ids';
import type { TProperties } from 'typebox';
import type { Context, Loader, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';

/** Counts of a project that other rooms provide. */
export interface ProjectFigures {
  /** The number of open issues, incidents and tasks that the viewer may see. */
  openIssues: number;
}

let figures: Loader<NamespaceId, ProjectFigures> | null = null;

/** Registered by the room that provides the counts, at start. */
export function plugInFigures(loader: Loader<NamespaceId, ProjectFigures>): void {
  figures = loader;
}

/** Null if no room provides counts. */
export function pluggedFigures(): Loader<NamespaceId, ProjectFigures> | null {
  return figures;
}

/** The repository of a project, as the project shows it. */
export interface ProjectRepository {
  /** Null as long as there is no branch. */
  defaultBranch: string | null;
}

export interface RepositoriesPlug {
  of: Loader<NamespaceId, ProjectRepository>;
  /** Commits the first file of a project, so that it has a branch. */
  begin(ctx: Context, projectId: NamespaceId, first: FirstCommit): Promise<unknown>;
  /** Throws for a text that cannot name a branch. */
  requireBranchName(name: string): void;
}

export interface FirstCommit {
  branch?: string | undefined;
  path: string;
  text: string;
}

let repositories: RepositoriesPlug | null = null;

/** Registered at start by the room that keeps repositories. */
export function plugInRepositories(plug: RepositoriesPlug): void {
  repositories = plug;
}

export function pluggedRepositories(): RepositoriesPlug | null {
  return repositories;
}

/** The merge request settings of a project. */
export interface MergeSettingsPlug {
  of: Loader<NamespaceId, MergeSettings>;
  change(ctx: Context, projectId: NamespaceId, changes: MergeSettingsChanges): Promise<unknown>;
}

export type MergeSettingsChanges = { [Name in keyof MergeSettings]?: MergeSettings[Name] | undefined };

export interface MergeSettings {
  approvalsRequired: number;
  /** Whether all external status checks must have passed. */
  needsPassedChecks: boolean;
}

let mergeSettings: MergeSettingsPlug | null = null;

/** Registered at start by the room that merges. */
export function plugInMergeSettings(plug: MergeSettingsPlug): void {
  mergeSettings = plug;
}

export function pluggedMergeSettings(): MergeSettingsPlug | null {
  return mergeSettings;
}

let shares: Loader<NamespaceId, readonly object[]> | null = null;

/** Registered at start by the room that knows with which groups a group or project is shared. */
export function plugInShares(loader: Loader<NamespaceId, readonly object[]>): void {
  shares = loader;
}

export function pluggedShares(): Loader<NamespaceId, readonly object[]> | null {
  return shares;
}

/** What a top-level group bought. */
export interface NamespacePlan {
  code: string;
  isTrial: boolean;
  trialEndsOn: string | null;
  endsOn: string | null;
}

export interface PlansPlug {
  /** The plan of a top-level group; null for none, or if the viewer may not read it. */
  planOf(ctx: Context, rootId: NamespaceId): Promise<NamespacePlan | null>;
  /** The seats and people of a top-level group and everything below; null if the viewer may not read them. */
  seatsOf(ctx: Context, rootId: NamespaceId): Promise<{ inUse: number; maxUsed: number; people: number } | null>;
}

let plans: PlansPlug | null = null;

/** Registered at start by the room that keeps plans. */
export function plugInPlans(plug: PlansPlug): void {
  plans = plug;
}

export function pluggedPlans(): PlansPlug | null {
  return plans;
}

/** A group or project with its descendants, and its new top-level group, which is the group itself if it becomes one. */
export interface RootChange {
  id: NamespaceId;
  traversalIds: readonly NamespaceId[];
  fromRootId: NamespaceId;
  toRootId: NamespaceId;
}

/** A plug: prepares the data of another room before a group or project moves to another top-level group. */
export interface TransferStep {
  /** Parameters that the room adds to the REST routes of transfers. */
  properties: TProperties;
  /** Throws ValidationError to refuse it, without a write: before a job that does the transfer is queued. */
  check?(trx: Trx, change: RootChange, input: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs in the transaction of the transfer, before anything moves. Throws ValidationError to refuse it. */
  prepare(ctx: Context, trx: Trx, change: RootChange, input: Readonly<Record<string, unknown>>): Promise<void>;
}

const transferSteps: TransferStep[] = [];

/** Registered at start. */
export function plugInTransfer(step: TransferStep): void {
  transferSteps.push(step);
}

export const pluggedTransfers = (): readonly TransferStep[] => transferSteps;

/** The items of groups and projects, each of which stores its top-level group. */
export interface TransferredItems {
  /** Whether there are more items than this here and below. */
  areMoreThan(db: Db, traversalIds: readonly NamespaceId[], limit: number): Promise<boolean>;
  count(db: Db, traversalIds: readonly NamespaceId[]): Promise<number>;
}

let items: TransferredItems | null = null;

/** Registered at start by the room that moves items along. */
export function plugInItems(plug: TransferredItems): void {
  items = plug;
}

export const pluggedItems = (): TransferredItems | null => items;
