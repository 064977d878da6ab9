// The notes of epics in lanes, in a real browser.
import { expect, test } from '@playwright/test';
import { day, headers, makeLabeledEpics, openLanes, rowOf } from './setup/lanes.ts';
import { makeGroup, makeIssue, makeProject, phone, someone, wide } from './setup/people.ts';

test('RX-GB-06, RX-GB-08: the milestone comes from the issues where there is no own one, several values stand in the lane of the first; notes say so', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const project = await makeProject(maren, group);
  const made = await makeLabeledEpics(maren, group, [
    ['Harbor', ''],
    ['Quay', ''],
    ['Boat', ''],
  ]);
  const path = `/groups/${encodeURIComponent(group)}`;
  const milestones = new Map<string, number>();
  for (const [title, due] of [
    ['Soon', 5],
    ['Late', 30],
    ['Last', 60],
  ] as const) {
    const { id } = await maren.call<{ id: number }>('POST', `${path}/milestones`, { title, due_date: day(due) });
    milestones.set(title, id);
  }
  const ids = new Map<string, { id: number; workItemId: number }>();
  for (const [title, iid] of made) {
    const { id, work_item_id: workItemId } = await maren.call<{ id: number; work_item_id: number }>(
      'GET',
      `${path}/epics/${iid}`,
    );
    ids.set(title, { id, workItemId });
  }
  const set = async (title: string, widgets: object): Promise<void> => {
    const { workItemUpdate } = await maren.ask<{ workItemUpdate: { errors: string[] } }>(
      'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
      { input: { id: `gid://gitlab/WorkItem/${ids.get(title)?.workItemId}`, ...widgets } },
    );
    expect(workItemUpdate.errors).toEqual([]);
  };
  const addIssue = (epic: string, milestone: string, more: object = {}) =>
    makeIssue(maren, project, {
      title: `For ${epic}`,
      epic_id: ids.get(epic)?.id,
      milestone_id: milestones.get(milestone),
      ...more,
    });
  // Its own one wins over a later one of an issue; of the issues the latest counts that the viewer may see.
  await set('Harbor', { milestoneWidget: { milestoneId: `gid://gitlab/Milestone/${milestones.get('Soon')}` } });
  await addIssue('Harbor', 'Last');
  await addIssue('Quay', 'Soon');
  await addIssue('Quay', 'Late');
  await addIssue('Quay', 'Last', { confidential: true });
  const visitor = await someone(browser, null, wide);
  for (const [who, lane] of [
    [maren, 'Last'],
    [visitor, 'Late'],
  ] as const) {
    const { page } = who;
    await openLanes(page, group, 'group_by=MILESTONE');
    await expect(headers(page)).toHaveCount(3);
    const [soon, latest, none] = [headers(page).nth(0), headers(page).nth(1), headers(page).nth(2)];
    await expect(soon).toContainText('Soon');
    await expect(latest).toContainText(lane);
    await expect(none).toContainText('None');
    const quay = rowOf(page, 'Quay').getByRole('rowheader');
    await expect(quay).toContainText('from its issues');
    await expect(rowOf(page, 'Harbor').getByRole('rowheader')).not.toContainText('from its issues');
    await expect(rowOf(page, 'Boat').getByRole('rowheader')).not.toContainText('from its issues');
    const edges = await Promise.all(
      [soon, rowOf(page, 'Harbor'), latest, rowOf(page, 'Quay'), none, rowOf(page, 'Boat')].map(
        async (row) => (await row.boundingBox())?.y ?? 0,
      ),
    );
    expect([lane, edges]).toEqual([lane, edges.toSorted((one, other) => one - other)]);
  }

  // Several assignees, and several options: one row, in the lane of the first, the others by name.
  const { users } = await maren.ask<{ users: { nodes: { id: string; username: string; name: string }[] } }>(
    '{ users(usernames: ["ines", "maren"]) { nodes { id username name } } }',
  );
  const ofName = (username: string) => users.nodes.find((user) => user.username === username);
  await set('Harbor', { assigneesWidget: { assigneeIds: [ofName('maren')?.id] } });
  await set('Harbor', { assigneesWidget: { assigneeIds: [ofName('ines')?.id, ofName('maren')?.id] } });
  const { customFieldCreate } = await maren.ask<{
    customFieldCreate: { customField: { id: string; selectOptions: { id: string }[] } };
  }>(
    'mutation ($input: CustomFieldCreateInput!) { customFieldCreate(input: $input) { customField { id selectOptions { id } } } }',
    {
      input: {
        groupPath: group,
        name: 'Areas',
        fieldType: 'MULTI_SELECT',
        selectOptions: [{ value: 'Deck' }, { value: 'Hull' }, { value: 'Keel' }],
        workItemTypeIds: ['gid://gitlab/WorkItems::Type/8'],
      },
    },
  );
  const { id: customFieldId, selectOptions } = customFieldCreate.customField;
  const options = selectOptions.map(({ id }) => id);
  await set('Quay', { customFieldsWidget: [{ customFieldId, selectedOptionIds: [options[1]] }] });
  await set('Quay', { customFieldsWidget: [{ customFieldId, selectedOptionIds: options }] });
  const { page } = maren;
  await openLanes(page, group, 'group_by=ASSIGNEE');
  await expect(headers(page).first()).toContainText(ofName('maren')?.name ?? '?');
  await expect(headers(page)).toHaveCount(2);
  await expect(rowOf(page, 'Harbor')).toHaveCount(1);
  const others = rowOf(page, 'Harbor').getByRole('img', { name: `Also ${ofName('ines')?.name}` });
  await expect(others).toHaveText('+1');
  // Signals come later than names, and move what is beside them.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await others.hover();
    await expect(page.getByRole('tooltip')).toHaveText(`Also ${ofName('ines')?.name}`, { timeout: 2_000 });
  }).toPass();
  await expect(rowOf(page, 'Quay').getByRole('img', { name: /^Also/ })).toHaveCount(0);
  const fieldLanes = `group_by=FIELD:${customFieldId.split('/').at(-1)}`;
  await openLanes(page, group, fieldLanes);
  await expect(headers(page).first()).toContainText('Hull');
  await expect(headers(page)).toHaveCount(2);
  await expect(rowOf(page, 'Quay')).toHaveCount(1);
  await expect(rowOf(page, 'Quay').getByRole('img', { name: 'Also Deck and Keel' })).toHaveText('+2');
  // In compact rows and on a phone, too.
  await openLanes(page, group, `${fieldLanes}&density=COMPACT`);
  await expect(rowOf(page, 'Quay').getByRole('img', { name: 'Also Deck and Keel' })).toBeInViewport();
  await page.setViewportSize(phone.viewport);
  await openLanes(page, group, fieldLanes);
  await expect(rowOf(page, 'Quay').getByRole('img', { name: 'Also Deck and Keel' })).toBeInViewport();
});
