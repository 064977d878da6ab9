import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, fakeServer, renderAt } from '../../testing/page.tsx';
import { CustomFieldsPage } from './CustomFieldsPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const types = { epic: 'gid://gitlab/WorkItems::Type/8', issue: 'gid://gitlab/WorkItems::Type/1' };
const priority = {
  id: 'f1',
  name: 'Priority',
  fieldType: 'SINGLE_SELECT',
  active: true,
  selectOptions: [
    { id: 'o1', value: 'Low' },
    { id: 'o2', value: 'High' },
  ],
  workItemTypes: [{ id: types.epic, name: 'Epic' }],
};
const old = {
  ...priority,
  id: 'f2',
  name: 'Old',
  fieldType: 'TEXT',
  active: false,
  selectOptions: [],
  workItemTypes: [],
};

function defined(nodes: object[], adminCustomField = true): Answer {
  return () => ({
    group: {
      id: 'g',
      fullName: 'Kubernetes',
      userPermissions: { adminCustomField },
      rootNamespace: { id: 'g', fullName: 'Kubernetes', fullPath: 'kubernetes' },
      customFields: { nodes },
    },
  });
}

async function open(answers: Record<string, Answer>, fullPath = 'kubernetes', search = '') {
  Element.prototype.scrollIntoView = () => undefined;
  const asked = fakeServer(answers);
  const page = await renderAt(
    `/groups/${fullPath}/-/settings/custom_fields${search}`,
    <CustomFieldsPage address={{ page: 'customFields', fullPath }} />,
  );
  await screen.findByRole('heading', { name: 'Custom fields' });
  const sent = (name: string) =>
    asked
      .filter(({ operation }) => operation === name)
      .map(({ body }) => (body as { variables: Record<string, unknown> }).variables);
  return { ...page, asked, sent };
}

test('the fields of a group, with their types and options; archived ones are separate', async () => {
  const { user, address } = await open({ groupCustomFields: defined([old, priority]) });
  const list = within(screen.getByRole('list', { name: 'Custom fields' }));
  expect(list.getByText('Priority')).toBeVisible();
  expect(list.getByText('Single select · Epics · Low, High')).toBeVisible();
  expect(list.queryByText('Old')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Archived 1' }));
  expect(await screen.findByText('Text · not used yet')).toBeVisible();
  expect(address()).toBe('/groups/kubernetes/-/settings/custom_fields?status=archived');
});

test('an empty group explains what fields are for', async () => {
  await open({ groupCustomFields: defined([]) });
  expect(screen.getByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'New field' })).toBeVisible();
});

test('users who may not define fields only see them; a subgroup links to the top-level group', async () => {
  await open({ groupCustomFields: defined([priority], false) }, 'kubernetes/sig-node');
  expect(screen.getByText('Priority')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Custom fields of Kubernetes' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/settings/custom_fields',
  );
});

test('a field is defined: options are typed, reordered and removed', async () => {
  const { user, sent } = await open({
    groupCustomFields: defined([]),
    createCustomField: () => ({ customFieldCreate: { errors: [] } }),
  });
  await user.click(screen.getByRole('button', { name: 'New field' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.keyboard('Risk');
  await user.click(screen.getByLabelText('Option 1'));
  await user.keyboard('Low{Enter}High{Enter}Never{Enter}');
  expect(screen.getByLabelText('Option 4')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Move option 2 up' }));
  expect(screen.getByLabelText('Option 1')).toHaveValue('High');
  await user.click(screen.getByRole('button', { name: 'Remove option 3' }));
  await user.click(screen.getByRole('checkbox', { name: 'Issues' }));
  await user.click(screen.getByRole('button', { name: 'Create field' }));
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  expect(sent('createCustomField')).toEqual([
    {
      input: {
        groupPath: 'kubernetes',
        name: 'Risk',
        fieldType: 'SINGLE_SELECT',
        workItemTypeIds: [types.epic],
        selectOptions: [{ value: 'High' }, { value: 'Low' }],
      },
    },
  ]);
});

test('input errors are shown at their field, and a server error above the buttons', async () => {
  const { user, sent } = await open({
    groupCustomFields: defined([]),
    createCustomField: () => ({ customFieldCreate: { errors: ['Name has already been taken'] } }),
  });
  await user.click(screen.getByRole('button', { name: 'New field' }));
  await user.click(screen.getByRole('button', { name: 'Create field' }));
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts()).toEqual(["Can't be blank", "Can't be blank"]);
  await user.selectOptions(screen.getByLabelText('Type'), 'Number');
  await user.type(screen.getByLabelText('Name'), 'Cost');
  expect(screen.queryByLabelText('Option 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create field' }));
  await waitFor(() => expect(alerts()).toEqual(['Name has already been taken']));
  expect(screen.getByLabelText('Name')).toHaveValue('Cost');
  expect(sent('createCustomField')[0]).not.toHaveProperty('input.selectOptions');
});

test('a field is edited: its type is fixed, and removing options shows a warning', async () => {
  const { user, sent } = await open({
    groupCustomFields: defined([priority]),
    updateCustomField: () => ({ customFieldUpdate: { errors: [] } }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit Priority' }));
  expect(screen.getByLabelText('Type')).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Remove option 1' }));
  expect(screen.getByText('The removed option is also removed from all items.')).toBeVisible();
  await user.type(screen.getByLabelText('Option 1'), '!');
  await user.click(screen.getByRole('button', { name: 'Add option' }));
  await user.keyboard('Now');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent('updateCustomField')).toEqual([
      {
        input: {
          id: 'f1',
          name: 'Priority',
          workItemTypeIds: [types.epic],
          selectOptions: [{ id: 'o2', value: 'High!' }, { value: 'Now' }],
        },
      },
    ]),
  );
});

test('archiving can be undone, and reaching a limit is reported', async () => {
  const { user, sent } = await open({
    groupCustomFields: defined([priority]),
    archiveCustomField: () => ({ customFieldArchive: { errors: [] } }),
    unarchiveCustomField: () => ({ customFieldUnarchive: { errors: ['There are fifty already'] } }),
  });
  await user.click(screen.getByRole('button', { name: 'Archive Priority' }));
  expect(await screen.findByText('Priority archived. Its values are preserved.')).toBeVisible();
  expect(sent('archiveCustomField')).toEqual([{ id: 'f1' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('There are fifty already')).toBeVisible();
});
