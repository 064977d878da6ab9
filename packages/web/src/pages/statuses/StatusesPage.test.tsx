import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, fakeServer, renderAt } from '../../testing/page.tsx';
import { StatusesPage } from './StatusesPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const typeIds = { epic: 'gid://gitlab/WorkItems::Type/8', issue: 'gid://gitlab/WorkItems::Type/1' };
const status = (id: string, name: string, category: string) => ({
  id,
  name,
  category,
  color: '#737278',
  iconName: 'status-waiting',
  description: null,
});
const [toDo, doing, done, lost] = [
  status('s1', 'To do', 'TO_DO'),
  status('s2', 'Doing', 'IN_PROGRESS'),
  status('s3', 'Done', 'DONE'),
  status('s4', 'Lost', 'CANCELED'),
];
const idea = status('s5', 'Idea', 'TRIAGE');
const lifecycle = {
  id: 'l1',
  name: 'Default',
  lockVersion: 4,
  statuses: [toDo, doing, done, lost],
  defaultOpenStatus: { id: 's1' },
  defaultClosedStatus: { id: 's3' },
  defaultDuplicateStatus: { id: 's4' },
  workItemTypes: [
    { id: typeIds.epic, name: 'Epic' },
    { id: typeIds.issue, name: 'Issue' },
  ],
  itemCounts: [
    { status: { id: 's2' }, workItemType: { id: typeIds.issue }, count: 3 },
    { status: { id: 's2' }, workItemType: { id: typeIds.epic }, count: 1 },
  ],
};
const bets = {
  ...lifecycle,
  id: 'l2',
  name: 'Bets',
  statuses: [idea, done, lost],
  defaultOpenStatus: { id: 's5' },
  workItemTypes: [],
  itemCounts: [],
};

const group =
  (adminWorkItemLifecycle: boolean): Answer =>
  () => ({
    group: {
      id: 'g',
      fullName: 'Kubernetes',
      userPermissions: { adminWorkItemLifecycle },
      rootNamespace: { id: 'g', fullName: 'Kubernetes', fullPath: 'kubernetes' },
      lifecycles: {
        nodes: adminWorkItemLifecycle ? [lifecycle, bets] : [{ ...lifecycle, itemCounts: null }],
      },
    },
  });

async function open(answers: Record<string, Answer>, fullPath = 'kubernetes') {
  Element.prototype.scrollIntoView = () => undefined;
  const asked = fakeServer(answers);
  const page = await renderAt(
    `/groups/${fullPath}/-/settings/statuses`,
    <StatusesPage address={{ page: 'statuses', fullPath }} />,
  );
  await screen.findByRole('heading', { name: 'Statuses' });
  const sent = (name: string) =>
    asked
      .filter(({ operation }) => operation === name)
      .map(({ body }) => (body as { variables: Record<string, unknown> }).variables);
  return { ...page, sent };
}

test('a lifecycle shows its statuses in order, its defaults and its types; others than maintainers change nothing', async () => {
  await open({ groupLifecycles: group(false) }, 'kubernetes/sig-node');
  const rows = within(screen.getByRole('list', { name: 'Default' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'To doTo do · Default for open items',
    'DoingIn progress',
    'DoneDone · Default for closed items',
    'LostCanceled · Default for duplicates',
  ]);
  expect(screen.getByText('Used by: Epics, Issues')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Statuses of Kubernetes' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/settings/statuses',
  );
});

test('TM-ST-08: a removed status needs a replacement of the same state, and the form says for how many items', async () => {
  const { user, sent } = await open({
    groupLifecycles: group(true),
    updateLifecycle: () => ({ lifecycleUpdate: { errors: ['Someone edited this at the same time you did.'] } }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit Default' }));
  expect(screen.getAllByRole('button', { name: 'A default status cannot be removed.' })).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Remove Doing' }));
  const replacement = screen.getByLabelText('New status of 4 items in Doing');
  expect(
    within(replacement)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a status', 'To do']);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('Choose a status', { selector: '[role=alert]' })).toBeVisible();
  await user.selectOptions(replacement, 'To do');
  await user.click(screen.getByRole('button', { name: 'Add status' }));
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Name'), 'Testing');
  await user.selectOptions(screen.getByLabelText('Category'), 'In progress');
  await user.click(screen.getByRole('radio', { name: 'Flask' }));
  await user.type(screen.getByLabelText('Color'), '0');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByText('Must be written as #RRGGBB')).toBeVisible();
  await user.keyboard('{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Move Testing up' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  // TM-ST-20: the reason is shown, and the form keeps what was typed.
  expect(await screen.findByText(/Someone edited this at the same time you did/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Move Testing up' })).toBeVisible();
  const kept = (each: typeof toDo) => ({ ...each, description: '' });
  expect(sent('updateLifecycle')).toEqual([
    {
      input: {
        namespacePath: 'kubernetes',
        id: 'l1',
        lockVersion: 4,
        name: 'Default',
        statuses: [
          kept(toDo),
          kept(done),
          { name: 'Testing', category: 'IN_PROGRESS', color: '#1f75cb', iconName: 'status-testing', description: '' },
          kept(lost),
        ],
        defaultOpenStatusIndex: 0,
        defaultClosedStatusIndex: 1,
        defaultDuplicateStatusIndex: 3,
        statusMappings: [{ oldStatusId: 's2', newStatusId: 's1' }],
      },
    },
  ]);
});

test('TM-ST-08: another lifecycle of a type asks for the statuses that have none of the same name there', async () => {
  const { user, sent } = await open({
    groupLifecycles: group(true),
    attachLifecycle: () => ({ lifecycleAttachWorkItemType: { errors: [] } }),
    deleteLifecycle: () => ({ lifecycleDelete: { errors: [] } }),
  });
  await user.selectOptions(screen.getByLabelText('Lifecycle of Issues'), 'Bets');
  const dialog = within(screen.getByRole('dialog', { name: 'Change the lifecycle of Issues to Bets' }));
  await user.selectOptions(dialog.getByLabelText('New status of 3 items in Doing'), 'Idea');
  await user.click(dialog.getByRole('button', { name: 'Change lifecycle' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('attachLifecycle')).toEqual([
    {
      namespacePath: 'kubernetes',
      lifecycleId: 'l2',
      workItemTypeId: typeIds.issue,
      statusMappings: [{ oldStatusId: 's2', newStatusId: 's5' }],
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Delete Default' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete Bets' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent('deleteLifecycle')).toEqual([{ namespacePath: 'kubernetes', id: 'l2' }]));
});
