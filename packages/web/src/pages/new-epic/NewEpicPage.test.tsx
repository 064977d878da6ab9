import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { NewEpicPage } from './NewEpicPage.tsx';

const vera = { id: 1, username: 'vera', name: 'Vera Lindqvist', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer: vera }));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (search = '') =>
  renderAt(
    `/groups/kubernetes/-/epics/new${search}`,
    <NewEpicPage address={{ page: 'newEpic', fullPath: 'kubernetes' }} />,
  );

test('the address gives the title and the description', async () => {
  fakeServer({});
  await open('?epic[title]=Walls&epic[description]=%2Fassign%20%40vera');
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Walls');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('/assign @vera');
});

const epicsPath = '/groups/kubernetes/-/epics';

test('EP-NT-02, EP-NT-03 and EN-OT-12: a new epic is sent with its input, and its page opens', async () => {
  const asked = fakeServer({ [`POST ${epicsPath}`]: () => ({ web_url: `http://localhost${epicsPath}/7` }) });
  const { user, address } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.type(screen.getByLabelText('Due date'), '2026-12-17');
  const colors = within(screen.getByRole('radiogroup', { name: 'Color' })).getAllByRole('radio');
  expect(colors.map((radio) => [radio.parentElement?.textContent, (radio as HTMLInputElement).value])).toEqual([
    ['Blue', '#1068bf'],
    ['Green', '#217645'],
    ['Red', '#c91c00'],
    ['Orange', '#9e5400'],
    ['Purple', '#694cc0'],
  ]);
  expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  await user.click(screen.getByText('Purple'));
  await user.click(screen.getByRole('button', { name: 'Edit Risk' }));
  await user.click(await screen.findByRole('option', { name: 'High' }));
  await user.click(screen.getByRole('checkbox', { name: /^Confidential/ }));
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  await waitFor(() => expect(address()).toBe(`${epicsPath}/7`));
  expect(asked.find(({ method, url }) => method === 'POST' && url === epicsPath)?.body).toEqual({
    title: 'Resize in place',
    description: '',
    color: '#694cc0',
    confidential: true,
    risk: 'high',
    due_date_is_fixed: true,
    due_date_fixed: '2026-12-17',
  });
});

test('the parent in the URL is sent as well', async () => {
  const asked = fakeServer({
    'GET /api/v4/groups/kubernetes/epics/5': () => ({
      id: 55,
      title: 'Resizing',
      web_url: `http://localhost${epicsPath}/5`,
      references: { full: 'kubernetes&5' },
    }),
    [`POST ${epicsPath}`]: () => ({ web_url: `http://localhost${epicsPath}/7` }),
  });
  const { user } = await open('?parent_epic=kubernetes%265');
  expect(await screen.findByRole('link', { name: 'Resizing' })).toHaveAttribute('href', `${epicsPath}/5`);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  await waitFor(() => expect(asked.findLast(({ url }) => url === epicsPath)?.body).toMatchObject({ parent_id: 55 }));
});

test('submitting before the parent in the URL has loaded waits for it', async () => {
  let answer: (epic: object) => void = () => undefined;
  const asked = fakeServer({
    'GET /api/v4/groups/kubernetes/epics/5': () => new Promise((resolve) => (answer = resolve)),
    [`POST ${epicsPath}`]: () => ({ web_url: `http://localhost${epicsPath}/7` }),
  });
  const { user } = await open('?parent_epic=kubernetes%265');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  answer({
    id: 55,
    title: 'Resizing',
    web_url: `http://localhost${epicsPath}/5`,
    references: { full: 'kubernetes&5' },
  });
  await vi.waitFor(() => expect(asked.findLast(({ url }) => url === epicsPath)?.body).toMatchObject({ parent_id: 55 }));
});

const field = (number: number, name: string, fieldType: string, types = ['Epic']) => ({
  id: `gid://gitlab/Issuables::CustomField/${number}`,
  name,
  fieldType,
  active: true,
  selectOptions: fieldType.endsWith('SELECT')
    ? [{ id: 'gid://gitlab/Issuables::CustomFieldSelectOption/31', value: 'High' }]
    : [],
  workItemTypes: types.map((type) => ({ id: type, name: type })),
});
const fieldsOfGroup = () => ({
  group: {
    id: 'g',
    fullName: 'Kubernetes',
    userPermissions: { adminCustomField: false },
    rootNamespace: null,
    customFields: {
      nodes: [
        field(1, 'Risk', 'SINGLE_SELECT'),
        field(2, 'Cost', 'NUMBER'),
        field(3, 'Sponsor', 'TEXT'),
        field(4, 'Of issues', 'TEXT', ['Issue']),
      ],
    },
  },
});

test("the values of the group's custom fields are sent as well", async () => {
  const asked = fakeServer({
    groupCustomFields: fieldsOfGroup,
    [`POST ${epicsPath}`]: () => ({ web_url: `http://localhost${epicsPath}/7` }),
  });
  const { user, address } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.selectOptions(await screen.findByLabelText('Risk'), 'High');
  expect(screen.queryByLabelText('Of issues')).toBeNull();
  await user.type(screen.getByLabelText('Cost'), 'much');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  expect(screen.getByText('Must be a number')).toBeVisible();
  expect(asked.some(({ method, url }) => method === 'POST' && url === epicsPath)).toBe(false);
  await user.clear(screen.getByLabelText('Cost'));
  await user.type(screen.getByLabelText('Cost'), '2.5');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  await waitFor(() => expect(address()).toBe(`${epicsPath}/7`));
  expect(asked.find(({ method, url }) => method === 'POST' && url === epicsPath)?.body).toMatchObject({
    custom_fields: [
      { id: 1, value: [31] },
      { id: 2, value: 2.5 },
    ],
  });
});

test('a title is required, and dates must be in order', async () => {
  const asked = fakeServer({});
  const { user } = await open();
  await user.type(screen.getByLabelText('Start date'), '2026-12-17');
  await user.type(screen.getByLabelText('Due date'), '2026-12-01');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription("Can't be blank");
  expect(screen.getByLabelText('Due date')).toHaveAccessibleDescription('The due date is before the start date.');
  expect(asked.filter(({ method, url }) => method === 'POST' && url === epicsPath)).toEqual([]);
});

test('ER-EP-21: a refusal is shown, and the input is kept', async () => {
  fakeServer({ [`POST ${epicsPath}`]: () => new Status(403, { message: '403 Forbidden' }) });
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error creating epic');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Resize in place');
});

test('the draft of a new epic is restored on the next visit, and discarded when leaving without it', async () => {
  fakeServer({});
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Half a');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'thought');
  expect(await screen.findByText('Draft saved')).toBeVisible();
  cleanup();

  const { user: later } = await open();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('thought');
  expect(screen.getByText(/^Your draft was restored/)).toBeVisible();
  await later.type(screen.getByRole('textbox', { name: 'Title' }), ' plan');
  const kept = () => localStorage.getItem('milepost.draft./groups/kubernetes/-/epics/new');
  await waitFor(() => expect(kept()).toContain('Half a plan'));
  await later.click(screen.getByRole('link', { name: 'Cancel' }));
  await later.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(kept()).toBeNull();
});

test('a visitor is asked to sign in before writing, and returns', async () => {
  setSession({ viewer: null });
  fakeServer({});
  await open('?parent_epic=kubernetes%265');
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in to create an epic' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  const { searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in' }).href);
  expect(searchParams.get('redirect')).not.toBeNull();
});

test('users who may not create epics in the group see that instead of the form', async () => {
  fakeServer({ groupPermissions: () => ({ group: { id: 'g', userPermissions: { createEpic: false } } }) });
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'You cannot create epics here' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  const members = screen.getByRole('link', { name: 'Go to members' });
  expect(members).toHaveAttribute('href', '/groups/kubernetes/-/group_members');
});
