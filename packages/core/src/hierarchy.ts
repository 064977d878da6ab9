import { DomainError } from './errors.ts';
import type { WorkItemId } from './ids.ts';
import type { HealthStatus, WorkItemState, WorkItemType } from './work-items.ts';

/** Levels of nested epics, including the topmost. */
export const EPIC_LEVELS = 7;
/** Direct children of one item. */
export const CHILDREN_LIMIT = 5_000;

const mayContain: Record<WorkItemType, readonly WorkItemType[]> = {
  epic: ['epic', 'issue', 'incident'],
  issue: ['task'],
  incident: ['task'],
  task: [],
};

export function canContain(parent: WorkItemType, child: WorkItemType): boolean {
  return mayContain[parent].includes(child);
}

export function childTypesOf(parent: WorkItemType): readonly WorkItemType[] {
  return mayContain[parent];
}

export function parentTypesOf(child: WorkItemType): readonly WorkItemType[] {
  return (Object.keys(mayContain) as WorkItemType[]).filter((parent) => canContain(parent, child));
}

/** A work item cannot contain one of its own ancestors, nor itself. */
export class HierarchyCycleError extends DomainError {
  override name = 'HierarchyCycleError';
  readonly code = 'HIERARCHY_CYCLE' as const;
  readonly kind = 'invalid' as const;
  constructor(
    readonly childId: WorkItemId,
    readonly parentId: WorkItemId,
  ) {
    super('A work item cannot contain one of its own ancestors');
  }
}

export class HierarchyDepthError extends DomainError {
  override name = 'HierarchyDepthError';
  readonly code = 'HIERARCHY_DEPTH' as const;
  readonly kind = 'conflict' as const;
  constructor() {
    // Clients recognize this sentence (ER-EP-06).
    super('Epic hierarchy level too deep');
  }
}

export class ChildTypeError extends DomainError {
  override name = 'ChildTypeError';
  readonly code = 'CHILD_TYPE' as const;
  readonly kind = 'invalid' as const;
  constructor(
    readonly parentType: WorkItemType,
    readonly childType: WorkItemType,
  ) {
    super(`${withArticle(parentType)} cannot contain ${withArticle(childType).toLowerCase()}`);
  }
}

export class ConfidentialParentError extends DomainError {
  override name = 'ConfidentialParentError';
  readonly code = 'CONFIDENTIAL_PARENT' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('A confidential parent can only contain confidential items. Make the child confidential first');
  }
}

export class ChildrenLimitError extends DomainError {
  override name = 'ChildrenLimitError';
  readonly code = 'CHILDREN_LIMIT' as const;
  readonly kind = 'conflict' as const;
  constructor() {
    super(`A work item can have at most ${CHILDREN_LIMIT} children`);
  }
}

export class ForeignParentError extends DomainError {
  override name = 'ForeignParentError';
  readonly code = 'FOREIGN_PARENT' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('Parent and child must be in the same top-level group');
  }
}

function withArticle(type: WorkItemType): string {
  return `${/^[aeiou]/.test(type) ? 'An' : 'A'} ${type}`;
}

/** The data of a parent that the rules need. */
export interface ParentCandidate {
  id: WorkItemId;
  rootId: number;
  type: WorkItemType;
  isConfidential: boolean;
  ancestorIds: readonly WorkItemId[];
  childCount: number;
}

export interface ChildCandidate {
  /** Null while it is being created. */
  id: WorkItemId | null;
  rootId: number;
  type: WorkItemType;
  isConfidential: boolean;
  /** Levels of epics from this one down, including itself: 0 for anything but an epic. */
  epicLevels: number;
}

/** The reason why `parent` cannot take `child`; null when it can. */
export function obstacleTo(parent: ParentCandidate, child: ChildCandidate): DomainError | null {
  if (!canContain(parent.type, child.type)) return new ChildTypeError(parent.type, child.type);
  if (child.id !== null && (child.id === parent.id || parent.ancestorIds.includes(child.id))) {
    return new HierarchyCycleError(child.id, parent.id);
  }
  if (parent.rootId !== child.rootId) return new ForeignParentError();
  // Only epics contain epics, so an epic's ancestors are its levels.
  if (child.type === 'epic' && parent.ancestorIds.length + 1 + child.epicLevels > EPIC_LEVELS) {
    return new HierarchyDepthError();
  }
  if (parent.isConfidential && !child.isConfidential) return new ConfidentialParentError();
  if (parent.childCount >= CHILDREN_LIMIT) return new ChildrenLimitError();
  return null;
}

/** Totals of everything below an item, at any depth. */
export interface Rollup {
  openedEpics: number;
  closedEpics: number;
  openedIssues: number;
  closedIssues: number;
  openedTasks: number;
  closedTasks: number;
  openedWeight: number;
  closedWeight: number;
  issuesOnTrack: number;
  issuesNeedingAttention: number;
  issuesAtRisk: number;
}

export const nothingBelow: Readonly<Rollup> = {
  openedEpics: 0,
  closedEpics: 0,
  openedIssues: 0,
  closedIssues: 0,
  openedTasks: 0,
  closedTasks: 0,
  openedWeight: 0,
  closedWeight: 0,
  issuesOnTrack: 0,
  issuesNeedingAttention: 0,
  issuesAtRisk: 0,
};

export const rollupFields = Object.keys(nothingBelow) as readonly (keyof Rollup)[];

/**
 * Roll-ups are stored per audience, so that they do not reveal items that a viewer may not see. Each audience includes those before it.
 */
export const audiences = { everyone: 1, signedIn: 2, members: 3, insiders: 4, administrators: 5 } as const;
export type Audience = (typeof audiences)[keyof typeof audiences];

/** The part of a roll-up that belongs to one audience; null: the audience that the visibility of the item's namespace gives. */
export interface RollupPart {
  audience: Audience | null;
  rollup: Readonly<Rollup>;
}

export interface Countable {
  type: WorkItemType;
  state: WorkItemState;
  weight: number | null;
  healthStatus: HealthStatus | null;
  isConfidential: boolean;
  isHidden: boolean;
}

/** The audience of an item that not everybody sees who sees its namespace; null for others. */
function ownAudience({ isConfidential, isHidden }: Pick<Countable, 'isConfidential' | 'isHidden'>): Audience | null {
  if (isHidden) return audiences.administrators;
  return isConfidential ? audiences.insiders : null;
}

/** What one item adds to the roll-up of every ancestor, with its audience. */
export function partOf(item: Countable): RollupPart {
  return { audience: ownAudience(item), rollup: contributionOf(item) };
}

/**
 * The contribution of one item to the roll-up of every ancestor. An incident counts as an issue; weight is that of issues; health counts while an issue
 * is open.
 */
export function contributionOf(item: Omit<Countable, 'isConfidential' | 'isHidden'>): Rollup {
  const open = Number(item.state === 'opened');
  const closed = 1 - open;
  if (item.type === 'epic') return { ...nothingBelow, openedEpics: open, closedEpics: closed };
  if (item.type === 'task') return { ...nothingBelow, openedTasks: open, closedTasks: closed };
  const weight = item.weight ?? 0;
  return {
    ...nothingBelow,
    openedIssues: open,
    closedIssues: closed,
    openedWeight: open * weight,
    closedWeight: closed * weight,
    issuesOnTrack: open * Number(item.healthStatus === 'on_track'),
    issuesNeedingAttention: open * Number(item.healthStatus === 'needs_attention'),
    issuesAtRisk: open * Number(item.healthStatus === 'at_risk'),
  };
}

/** The worst health status of the open issues below; null if none has one. */
export function healthBelow(
  below: Pick<Rollup, 'issuesOnTrack' | 'issuesNeedingAttention' | 'issuesAtRisk'>,
): HealthStatus | null {
  if (below.issuesAtRisk > 0) return 'at_risk';
  if (below.issuesNeedingAttention > 0) return 'needs_attention';
  return below.issuesOnTrack > 0 ? 'on_track' : null;
}

/** The deltas that a change of an item adds to the roll-up of every ancestor. */
export function partsOfChange(before: Countable, after: Countable): RollupPart[] {
  const was = partOf(before);
  const is = partOf(after);
  if (was.audience === is.audience) return [{ audience: is.audience, rollup: differenceOf(is.rollup, was.rollup) }];
  return [...negated([was]), is];
}

/** The negated deltas. */
export function negated(parts: readonly RollupPart[]): RollupPart[] {
  return parts.map(({ audience, rollup }) => ({ audience, rollup: differenceOf(nothingBelow, rollup) }));
}

export function sumOf(one: Readonly<Rollup>, other: Readonly<Rollup>): Rollup {
  return combine(one, other, (a, b) => a + b);
}

export function differenceOf(one: Readonly<Rollup>, other: Readonly<Rollup>): Rollup {
  return combine(one, other, (a, b) => a - b);
}

export function isNothing(rollup: Readonly<Rollup>): boolean {
  return rollupFields.every((field) => rollup[field] === 0);
}

function combine(one: Readonly<Rollup>, other: Readonly<Rollup>, how: (a: number, b: number) => number): Rollup {
  const result = { ...nothingBelow };
  for (const field of rollupFields) result[field] = how(one[field], other[field]);
  return result;
}

/** The ids only in the first path, and those only in the second: the ancestors that a move subtracts from and adds to. */
export function pathChange<Key>(from: readonly Key[], to: readonly Key[]): { left: Key[]; joined: Key[] } {
  return { left: from.filter((id) => !to.includes(id)), joined: to.filter((id) => !from.includes(id)) };
}
