import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { createMilestone } from '../milestones/commands.ts';
import { createWorkItem } from '../work-items/commands.ts';

describe('hidden parents and children', () => {
  test('GQ-RM-13: an epic has the milestones of those of its issues that the viewer may see', async ({
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'ripe', visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    const epic = await build.epic({ group });
    const spring = await build.milestone({ namespace: group, title: 'Spring' });
    await build.issue({ project, parent: epic, milestoneId: spring.id, confidential: true });
    const found = async (who: CastName, parameters: string) => {
      const { data } = await ask<{ group: { epics: { count: number } } }>(
        who,
        `{ group(fullPath: "ripe") { epics(${parameters}) { count } } }`,
      );
      return data.group.epics.count;
    };
    for (const parameters of ['milestoneTitle: "Spring"', 'milestoneTitle: "Any"']) {
      expect([
        await found('paul', parameters),
        await found('gwen', parameters),
        await found('nobody', parameters),
      ]).toEqual([1, 0, 0]);
    }
    expect([await found('paul', 'milestoneTitle: "None"'), await found('gwen', 'milestoneTitle: "None"')]).toEqual([
      0, 1,
    ]);
  });

  test('EN-EP-05: an inherited date is visible to all who see the epic, its source only to those who see that', async ({
    as,
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'spans', visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    const epic = await build.epic({ group });
    const milestone = await createMilestone(as('ada'), group, {
      title: 'Spring',
      startDate: '2026-03-01',
      dueDate: '2026-04-01',
    });
    const withMilestone = { milestoneId: milestone.id, parentId: epic.id, isConfidential: true };
    await createWorkItem(as('ada'), { namespace: project, type: 'issue', title: 'Secret', ...withMilestone });
    const asked = `{ group(fullPath: "spans") { epic(iid: "${epic.iid}") {
      startDate startDateSourcingMilestone { title } startDateSourcingEpic { title } } } }`;
    const dates = async (who: CastName) => (await ask<{ group: { epic: object } }>(who, asked)).data.group.epic;
    const startDate = '2026-03-01T00:00:00Z';
    const nothing = { startDateSourcingEpic: null, startDateSourcingMilestone: null };
    expect(await dates('paul')).toEqual({ ...nothing, startDate, startDateSourcingMilestone: { title: 'Spring' } });
    expect(await dates('gwen')).toEqual({ ...nothing, startDate });
    expect(await dates('nobody')).toEqual({ ...nothing, startDate });

    // For a date fixed by hand, everybody gets the inherited dates of the children that they see.
    const fixed = await build.epic({ group, startDate: '2026-02-01' });
    const parentId = fixed.id;
    await createWorkItem(as('ada'), {
      namespace: project,
      type: 'issue',
      title: 'Other',
      ...withMilestone,
      parentId,
    });
    const other = `{ group(fullPath: "spans") { epic(iid: "${fixed.iid}") { startDate startDateFromInheritedSource } } }`;
    const beside = async (who: CastName) => (await ask<{ group: { epic: object } }>(who, other)).data.group.epic;
    expect(await beside('paul')).toMatchObject({ startDateFromInheritedSource: startDate });
    expect(await beside('gwen')).toEqual({ startDate: '2026-02-01T00:00:00Z', startDateFromInheritedSource: null });
  });

  test('IS-SB-02: the existence of a hidden parent is visible, but none of its fields; its number matches no children', async ({
    ask,
    call,
    build,
  }) => {
    const group = await build.group({ path: 'house', visibility: 'public' });
    const cellar = await build.group({ parent: group, visibility: 'private' });
    const project = await build.project({ group, visibility: 'public' });
    const hidden = await build.epic({ group: cellar, title: 'Cellar' });
    const issue = await build.issue({ project, parent: hidden });
    await build.issue({ project });
    const seen = async (who: CastName) => {
      const ids = async (parameters: string) =>
        (await call<{ id: number }[]>(who, 'GET', `/projects/${project.id}/issues?${parameters}`)).body.length;
      const { data } = await ask<{ workItem: { widgets: object[] } }>(
        who,
        `{ workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets {
          ... on WorkItemWidgetHierarchy { hasParent parent { title } ancestors { nodes { title } } } } } }`,
      );
      return {
        ...data.workItem.widgets.find((widget) => 'hasParent' in widget),
        ofHidden: await ids(`epic_id=${hidden.id}`),
        any: await ids('epic_id=Any'),
      };
    };
    expect(await seen('paul')).toMatchObject({ hasParent: true, parent: { title: 'Cellar' }, ofHidden: 1, any: 1 });
    expect(await seen('otto')).toEqual({
      hasParent: true,
      parent: null,
      ancestors: { nodes: [] },
      ofHidden: 0,
      any: 1,
    });
  });
});
