import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { createMilestone } from '../../milestones/commands.ts';
import { createWorkItem, updateWorkItem } from '../../work-items/commands.ts';
import { namespacesById } from '../../namespaces/store.ts';

const dates = /* GraphQL */ `
  query dates($fullPath: ID!, $iid: ID) {
    group(fullPath: $fullPath) {
      epic(iid: $iid) {
        startDate
        startDateIsFixed
        startDateFixed
        startDateFromMilestones
        startDateSourcingMilestone {
          title
          startDate
          dueDate
        }
        startDateSourcingEpic {
          title
        }
        dueDate
        dueDateFromInheritedSource
        dueDateSourcingEpic {
          title
        }
      }
    }
  }
`;

describe('the dates of an epic', () => {
  test('EN-EP-05 and EP-SB-05: an inherited date comes with its milestone, even where a fixed date is shown', async ({
    as,
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'dated' });
    const epic = await build.epic({ group });
    const project = await build.project({ group });
    const span = { startDate: '2026-03-01', dueDate: '2026-03-31' };
    const at = (day: string) => `${day}T00:00:00Z`;
    const milestone = await createMilestone(as('ada'), group, { title: 'March', ...span });
    const issue = { namespace: project, type: 'issue', title: 'Issue', parentId: epic.id } as const;
    await createWorkItem(as('ada'), { ...issue, milestoneId: milestone.id });
    await createWorkItem(as('ada'), {
      namespace: (await as('ada').load(namespacesById, group.id)) ?? project,
      type: 'epic',
      title: 'Later',
      parentId: epic.id,
      dueDateFixed: '2026-06-30',
    });
    const read = async () => {
      const { data, errors } = await ask<{ group: { epic: object } }>('ada', dates, {
        fullPath: 'dated',
        iid: String(epic.iid),
      });
      expect(errors).toBeUndefined();
      return data.group.epic;
    };
    const inherited = {
      startDateFromMilestones: at('2026-03-01'),
      startDateSourcingMilestone: { title: 'March', startDate: at(span.startDate), dueDate: at(span.dueDate) },
      startDateSourcingEpic: null,
      dueDateFromInheritedSource: at('2026-06-30'),
      dueDateSourcingEpic: { title: 'Later' },
    };
    expect(await read()).toEqual({
      ...inherited,
      startDate: at('2026-03-01'),
      startDateIsFixed: false,
      startDateFixed: null,
      dueDate: at('2026-06-30'),
    });
    await updateWorkItem(as('ada'), epic.id, { startDateFixed: '2026-04-01', dueDateFixed: '2026-05-01' });
    expect(await read()).toEqual({
      ...inherited,
      startDate: at('2026-04-01'),
      startDateIsFixed: true,
      startDateFixed: at('2026-04-01'),
      dueDate: at('2026-05-01'),
    });
  });

  test('EP-SB-15 and EP-SB-06: dates are set by a mutation keyed by group path and iid, which refuses a start after the due date', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic();
    const set = async (input: object) => {
      const { data } = await ask<{ updateEpic: { errors: string[]; epic: object | null } }>(
        'ada',
        `mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors epic { startDate dueDate } } }`,
        { input: { groupPath: epic.namespacePath, iid: String(epic.iid), ...input } },
      );
      return data.updateEpic;
    };
    expect(await set({ startDateIsFixed: true, startDateFixed: '2026-05-01' })).toMatchObject({
      errors: [],
      epic: { startDate: '2026-05-01T00:00:00Z' },
    });
    const { errors } = await set({ dueDateIsFixed: true, dueDateFixed: '2026-04-01' });
    expect(errors).toEqual(['Due date must be greater than or equal to start date']);
    expect(await set({ startDateIsFixed: false })).toMatchObject({ errors: [], epic: { startDate: null } });
  });
});

describe('the page flags of an epic', () => {
  const flags = `query ($fullPath: ID!, $iid: ID) { group(fullPath: $fullPath) { userPermissions { createEpic } epic(iid: $iid) {
    lockVersion createdAt imported allowSubEpics reference(full: true)
    userPermissions { adminEpic adminEpicRelation updateEpic createEpic destroyEpic } } } }`;

  test('EN-EP-01, EN-EP-03, EN-EP-07 and PM-EP-16: planners may update, administer and create, owners may destroy, guests only link', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic({ author: 'rita' });
    const may = async (who: 'gwen' | 'paul' | 'ada' | 'rita') => {
      const variables = { fullPath: epic.namespacePath, iid: String(epic.iid) };
      const { data } = await ask<{
        group: { userPermissions: { createEpic: boolean }; epic: { userPermissions: Record<string, boolean> } };
      }>(who, flags, variables);
      expect(data.group.epic).toMatchObject({
        lockVersion: epic.lockVersion,
        imported: false,
        allowSubEpics: true,
        reference: `${epic.namespacePath}&${epic.iid}`,
        createdAt: expect.any(String) as string,
      });
      const { userPermissions } = data.group.epic;
      // The same as the roadmap's query of the group.
      expect(userPermissions['createEpic']).toBe(data.group.userPermissions.createEpic);
      return Object.keys(userPermissions).filter((flag) => userPermissions[flag]);
    };
    const planning = ['adminEpic', 'adminEpicRelation', 'updateEpic', 'createEpic'];
    expect(await may('gwen')).toEqual(['adminEpicRelation']);
    expect(await may('paul')).toEqual(planning);
    expect(await may('ada')).toEqual([...planning, 'destroyEpic']);
  });
});
