import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

interface Payload {
  errors: string[];
  workItem: { title: string } | null;
}

test('EN-OT-04: a weight of an epic, a color of an issue, and two paths are refused instead of ignored', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const create = async (type: number, input: object) => {
    const mutation = `mutation ($input: WorkItemCreateInput!) { workItemCreate(input: $input) { errors workItem { title } } }`;
    const workItemTypeId = `gid://gitlab/WorkItems::Type/${type}`;
    const { data, errors } = await ask<{ workItemCreate: Payload | null }>('paul', mutation, {
      input: { title: 'New', workItemTypeId, ...input },
    });
    return data.workItemCreate?.errors ?? errors?.map(({ message }) => message);
  };
  const [epic, issue] = [8, 1];
  const { fullPath: namespacePath } = group;
  const { fullPath: projectPath } = project;
  expect(await create(epic, { namespacePath, weightWidget: { weight: 2 } })).toEqual([
    'Weight of an epic is the sum of its children',
  ]);
  expect(await create(epic, { namespacePath, weightWidget: { weight: null } })).toEqual([]);
  expect(await create(issue, { projectPath, colorWidget: { color: '#1068bf' } })).toEqual(['Color is for epics only']);
  expect(await create(epic, { namespacePath, colorWidget: { color: '#1068bf' } })).toEqual([]);
  const onlyOne = ['Exactly one of namespacePath and projectPath is required'];
  expect(await create(issue, { namespacePath: projectPath, projectPath })).toEqual(onlyOne);
  expect(await create(issue, {})).toEqual(onlyOne);
});
