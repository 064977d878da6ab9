import { describe, expect, test } from 'vitest';
import {
  canContain,
  ChildrenLimitError,
  ChildTypeError,
  CHILDREN_LIMIT,
  ConfidentialParentError,
  contributionOf,
  differenceOf,
  ForeignParentError,
  HierarchyCycleError,
  HierarchyDepthError,
  isNothing,
  obstacleTo,
  parentTypesOf,
  pathChange,
  sumOf,
  type ChildCandidate,
  type ParentCandidate,
} from './hierarchy.ts';
import type { WorkItemId } from './ids.ts';

const id = (number: number) => number as WorkItemId;
const parent = (over: Partial<ParentCandidate> = {}): ParentCandidate => ({
  id: id(1),
  rootId: 1,
  type: 'epic',
  isConfidential: false,
  ancestorIds: [],
  childCount: 0,
  ...over,
});
const child = (over: Partial<ChildCandidate> = {}): ChildCandidate => ({
  id: id(9),
  rootId: 1,
  type: 'epic',
  isConfidential: false,
  epicLevels: 1,
  ...over,
});

describe('what may contain what', () => {
  test('an epic takes epics and issues, an issue takes tasks, a task takes nothing', () => {
    expect(canContain('epic', 'epic')).toBe(true);
    expect(canContain('epic', 'issue')).toBe(true);
    expect(canContain('epic', 'task')).toBe(false);
    expect(canContain('issue', 'task')).toBe(true);
    expect(canContain('issue', 'issue')).toBe(false);
    expect(canContain('task', 'task')).toBe(false);
    expect(parentTypesOf('task')).toEqual(['issue', 'incident']);
  });

  test('an issue under an issue is refused', () => {
    const refusal = obstacleTo(parent({ type: 'issue' }), child({ type: 'issue', epicLevels: 0 }));
    expect(refusal).toBeInstanceOf(ChildTypeError);
    expect(refusal?.message).toBe('An issue cannot contain an issue');
  });

  test('an epic under itself or below its own descendants is refused', () => {
    expect(obstacleTo(parent({ id: id(9) }), child())).toBeInstanceOf(HierarchyCycleError);
    expect(obstacleTo(parent({ ancestorIds: [id(9), id(4)] }), child())).toBeInstanceOf(HierarchyCycleError);
  });

  test('an epic beyond the seventh level is refused, with the levels it brings along counted', () => {
    const sixth = parent({ ancestorIds: [2, 3, 4, 5, 6].map(id) });
    expect(obstacleTo(sixth, child())).toBeNull();
    expect(obstacleTo(sixth, child({ epicLevels: 2 }))).toBeInstanceOf(HierarchyDepthError);
    const seventh = parent({ ancestorIds: [2, 3, 4, 5, 6, 7].map(id) });
    expect(obstacleTo(seventh, child())).toBeInstanceOf(HierarchyDepthError);
    expect(obstacleTo(seventh, child({ type: 'issue', epicLevels: 0 }))).toBeNull();
  });

  test('a confidential parent takes only confidential children', () => {
    expect(obstacleTo(parent({ isConfidential: true }), child())).toBeInstanceOf(ConfidentialParentError);
    expect(obstacleTo(parent({ isConfidential: true }), child({ isConfidential: true }))).toBeNull();
    expect(obstacleTo(parent(), child({ isConfidential: true }))).toBeNull();
  });

  test('a parent is full at its limit, and never takes from another top-level group', () => {
    expect(obstacleTo(parent({ childCount: CHILDREN_LIMIT }), child())).toBeInstanceOf(ChildrenLimitError);
    expect(obstacleTo(parent({ rootId: 2 }), child())).toBeInstanceOf(ForeignParentError);
  });
});

describe('roll-ups', () => {
  test('weight and health count for issues, health only while they are open', () => {
    const issue = { type: 'issue', state: 'opened', weight: 3, healthStatus: 'at_risk' } as const;
    expect(contributionOf(issue)).toMatchObject({ openedIssues: 1, openedWeight: 3, issuesAtRisk: 1 });
    expect(contributionOf({ ...issue, state: 'closed' })).toMatchObject({
      openedIssues: 0,
      closedIssues: 1,
      openedWeight: 0,
      closedWeight: 3,
      issuesAtRisk: 0,
    });
    expect(contributionOf({ ...issue, type: 'epic' })).toMatchObject({
      openedEpics: 1,
      openedWeight: 0,
      issuesAtRisk: 0,
    });
    expect(contributionOf({ ...issue, type: 'task' })).toMatchObject({ openedTasks: 1, openedWeight: 0 });
  });

  test('sums and differences go field by field', () => {
    const one = contributionOf({ type: 'issue', state: 'opened', weight: 2, healthStatus: null });
    expect(isNothing(differenceOf(one, one))).toBe(true);
    expect(sumOf(one, one)).toMatchObject({ openedIssues: 2, openedWeight: 4 });
  });

  test('a move leaves some ancestors and joins others; common ones notice nothing', () => {
    expect(pathChange([1, 2, 3], [1, 4])).toEqual({ left: [2, 3], joined: [4] });
  });
});
