import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const update = /* GraphQL */ `
  mutation ($input: WorkItemUpdateInput!) {
    workItemUpdate(input: $input) {
      errors
      workItem {
        id
      }
    }
  }
`;
interface Updated {
  workItemUpdate: { errors: string[]; workItem: { id: string } | null };
}

const gid = (type: string, id: number) => `gid://gitlab/${type}/${id}`;
const status = (id: number) => gid('WorkItems::Statuses::SystemDefined::Status', id);

describe('values that were read', () => {
  test('must be current in every single-value field, otherwise nothing changes and the error says who set what', async ({
    ask,
    build,
    db,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const one = await build.milestone({ namespace: group, title: 'Spring' });
    const dates = { startDate: '2026-01-05', dueDate: '2026-02-05' };
    const epic = await build.epic({ group, ...dates });
    const issue = await build.issue({ project, weight: 3 });
    const [ada, dana, mina] = (['ada', 'dana', 'mina'] as const).map((name) => gid('User', build.idOf(name)));
    const iteration = await build.iteration({
      cadence: await build.cadence({ group }),
      title: 'Sprint',
      startDate: '2026-02-01',
      dueDate: '2026-02-14',
    });
    // Field, its widget, what was read, what Paul sets meanwhile, and what the error says of it.
    const widget = (name: string, field: string) => (value: unknown) => ({ [name]: { [field]: value } });
    const rows: readonly [object, string, (value: unknown) => object, unknown, unknown, string][] = [
      [
        issue,
        'milestoneId',
        widget('milestoneWidget', 'milestoneId'),
        null,
        gid('Milestone', one.id),
        'changed the milestone to Spring',
      ],
      [
        issue,
        'iterationId',
        widget('iterationWidget', 'iterationId'),
        null,
        gid('Iteration', iteration.id),
        'changed the iteration to Sprint',
      ],
      [issue, 'statusId', widget('statusWidget', 'status'), status(1), status(2), 'changed the status to In progress'],
      [issue, 'weight', widget('weightWidget', 'weight'), 3, null, 'removed the weight'],
      [
        issue,
        'healthStatus',
        widget('healthStatusWidget', 'healthStatus'),
        null,
        'atRisk',
        'changed the health status to at risk',
      ],
      [
        issue,
        'dueDate',
        widget('startAndDueDateWidget', 'dueDate'),
        null,
        '2026-03-01',
        'changed the due date to 2026-03-01',
      ],
      [
        epic,
        'startDate',
        (value) => ({ startAndDueDateWidget: { startDate: value, isFixed: true } }),
        '2026-01-05',
        '2026-01-09',
        'changed the start date to 2026-01-09',
      ],
      [epic, 'risk', (value) => ({ risk: value }), 'NONE', 'HIGH', 'changed the risk to high'],
      // The default color, which is not stored.
      [epic, 'color', widget('colorWidget', 'color'), '#1068bf', '#217645', 'changed the color to green'],
      [epic, 'assigneeIds', widget('assigneesWidget', 'assigneeIds'), [], [ada], 'changed the assignees to Ada Owner'],
      [
        issue,
        'assigneeIds',
        widget('assigneesWidget', 'assigneeIds'),
        [],
        // In any order.
        [mina, dana],
        'changed the assignees to Dana Developer, Mina Maintainer',
      ],
    ];
    const send = async (who: 'paul' | 'mina', item: object, input: object) =>
      (await ask<Updated>(who, update, { input: { id: gid('WorkItem', (item as { id: number }).id), ...input } })).data
        .workItemUpdate.errors;
    for (const [item, field, change, read, set, message] of rows) {
      const first = await send('paul', item, { ...change(set), valuesRead: { [field]: read } });
      const late = await send('mina', item, { ...change(read), valuesRead: { [field]: read } });
      // The present value may be changed.
      const current = await send('mina', item, { title: `${field} late`, valuesRead: { [field]: set } });
      expect({ field, first, late, current }).toEqual({
        field,
        first: [],
        late: [expect.stringMatching(new RegExp(`^Paul Planner ${message}.* meanwhile\\.$`))],
        current: [],
      });
    }
    const row = await db.selectFrom('workItems').selectAll().where('id', '=', issue.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ milestoneId: one.id, weight: null, healthStatus: 'at_risk', dueDate: '2026-03-01' });
  });

  test('are also compared by the mutation of epics', async ({ ask, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const change = (who: 'paul' | 'mina', risk: string) =>
      ask<{ updateEpic: { errors: string[] } }>(
        who,
        'mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }',
        { input: { groupPath: group.fullPath, iid: epic.iid, risk, valuesRead: { risk: 'NONE' } } },
      );
    expect((await change('paul', 'HIGH')).data.updateEpic.errors).toEqual([]);
    expect((await change('mina', 'LOW')).data.updateEpic.errors).toEqual([
      'Paul Planner changed the risk to high meanwhile.',
    ]);
  });
});
