import { formatGlobalId } from '@milepost/core/ids';
import { expect } from 'vitest';
import { addSpentTime } from '../modules/time-tracking/commands.ts';
import { test } from '../testing/http.ts';

test('small published fields of items, sums, labels and notes', async ({ as, ask, build }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const epic = await build.epic({ group });
  const issue = await build.issue({ project, parent: epic, weight: 3 });
  await addSpentTime(as('ada'), { itemId: issue.id, duration: '1h 30m' });
  await build.label({ namespace: group, title: 'backend' });
  const ofIssue = await build.note({ on: issue });
  const ofEpic = await build.note({ on: epic });
  const note = (name: string, id: number) =>
    `${name}: note(id: "gid://gitlab/Note/${id}") { noteableType noteableId project { id } }`;
  const { data } = await ask(
    'ada',
    `{
      group(fullPath: "${group.fullPath}") {
        epic(iid: "${epic.iid}") {
          descendantWeightSum { openedIssuesTotal closedIssuesTotal }
          userPermissions { readEpicIid }
        }
        labels { nodes { lockOnMerge } }
      }
      issue(id: "${formatGlobalId('Issue', issue.id)}") { emailsEnabled emailsDisabled }
      workItem(id: "${formatGlobalId('WorkItem', issue.id)}") {
        features { timeTracking { humanReadableAttributes { timeEstimate totalTimeSpent } } }
      }
      ${note('ofIssue', ofIssue.id)}
      ${note('ofEpic', ofEpic.id)}
    }`,
  );
  expect(data).toEqual({
    group: {
      epic: {
        descendantWeightSum: { openedIssuesTotal: '3', closedIssuesTotal: '0' },
        userPermissions: { readEpicIid: true },
      },
      labels: { nodes: [{ lockOnMerge: false }] },
    },
    issue: { emailsEnabled: true, emailsDisabled: false },
    workItem: {
      features: { timeTracking: { humanReadableAttributes: { timeEstimate: null, totalTimeSpent: '1h 30m' } } },
    },
    ofIssue: { noteableType: 'Issue', noteableId: issue.id, project: { id: formatGlobalId('Project', project.id) } },
    ofEpic: { noteableType: 'Epic', noteableId: epic.id, project: null },
  });
});

test('`workItemCreate` takes `createSource`, which published pages send', async ({ ask, build }) => {
  const project = await build.project();
  const input = {
    namespacePath: project.fullPath,
    workItemTypeId: 'gid://gitlab/WorkItems::Type/1',
    title: 'Later',
    createSource: 'work_item_list',
  };
  const document = `mutation ($input: WorkItemCreateInput!) { workItemCreate(input: $input) { workItem { title } errors } }`;
  expect((await ask('ada', document, { input })).data).toEqual({
    workItemCreate: { workItem: { title: 'Later' }, errors: [] },
  });
});
