import { expect } from 'vitest';
import { optionOf } from '../../testing/build/custom-fields.ts';
import { test } from '../../testing/http.ts';

interface Shown {
  iid: number;
  custom_fields: { id: number; name: string; field_type: string; value: unknown }[];
}

test('custom fields of issues and epics are shown over REST, and set by id or by name', async ({ build, call }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const risk = await build.customField({ group, name: 'Risk' });
  const teams = await build.customField({ group, name: 'Teams', fieldType: 'MULTI_SELECT', options: ['A', 'B', 'C'] });
  const cost = await build.customField({ group, name: 'Cost', fieldType: 'NUMBER' });
  const owner = await build.customField({ group, name: 'Owner', fieldType: 'TEXT', workItemTypes: ['epic'] });
  const made = await call<Shown>('ada', 'POST', `/projects/${project.id}/issues`, {
    title: 'With fields',
    custom_fields: [
      { name: 'risk', value: 'High' },
      { id: teams.id, value: ['A', optionOf(teams, 'C')] },
      { id: cost.id, value: '2.5' },
    ],
  });
  expect(made.status).toBe(201);
  expect(made.body.custom_fields).toEqual([
    { id: cost.id, name: 'Cost', field_type: 'number', value: 2.5 },
    { id: risk.id, name: 'Risk', field_type: 'single_select', value: { id: optionOf(risk, 'High'), value: 'High' } },
    {
      id: teams.id,
      name: 'Teams',
      field_type: 'multi_select',
      value: [
        { id: optionOf(teams, 'A'), value: 'A' },
        { id: optionOf(teams, 'C'), value: 'C' },
      ],
    },
  ]);

  // An answer can be sent back as input, and null clears.
  const changed = await call<Shown>('ada', 'PUT', `/projects/${project.id}/issues/${made.body.iid}`, {
    custom_fields: [
      { id: risk.id, value: null },
      { id: teams.id, value: made.body.custom_fields[2]?.value },
    ],
  });
  expect(changed.body.custom_fields.map(({ name, value }) => [name, value])).toMatchObject([
    ['Cost', 2.5],
    ['Risk', null],
    ['Teams', [{ value: 'A' }, { value: 'C' }]],
  ]);

  const epic = await call<Shown>('ada', 'POST', `/groups/${group.id}/epics`, {
    title: 'Epic',
    custom_fields: [{ name: 'Owner', value: 'Platform' }],
  });
  expect(epic.body.custom_fields).toContainEqual({
    id: owner.id,
    name: 'Owner',
    field_type: 'text',
    value: 'Platform',
  });
});

test('what a field does not take is refused with its name', async ({ build, call }) => {
  const group = await build.group();
  const project = await build.project({ group });
  await build.customField({ group, name: 'Risk' });
  await build.customField({ group, name: 'Cost', fieldType: 'NUMBER' });
  await build.customField({ group, name: 'Owner', fieldType: 'TEXT', workItemTypes: ['epic'] });
  for (const [given, problem] of [
    [{ name: 'Nothing', value: 1 }, 'has no field'],
    [{ name: 'Risk', value: 'Unknown' }, 'Risk has no such option'],
    [{ name: 'Cost', value: 'much' }, 'Cost must be a number'],
    [{ name: 'Owner', value: 'x' }, 'is not one of this issue'],
  ] as const) {
    const { status, body } = await call('ada', 'POST', `/projects/${project.id}/issues`, {
      title: 'x',
      custom_fields: [given],
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(problem);
  }
});
