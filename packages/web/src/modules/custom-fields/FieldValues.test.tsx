import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, fakeServer, renderAt } from '../../testing/page.tsx';
import { FieldValues } from './FieldValues.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const option = (id: string) => ({ id, value: `Option ${id}` });
const field = (name: string, fieldType: string, options: string[] = []) => ({
  id: name,
  name,
  fieldType,
  active: true,
  selectOptions: options.map(option),
  workItemTypes: [],
});
const place = { kind: 'epic', fullPath: 'kubernetes', iid: '5' } as const;

function item(customFieldValues: object[], setWorkItemMetadata = true): Answer {
  return () => ({
    namespace: {
      id: '1',
      workItem: {
        id: 'gid://gitlab/WorkItem/5',
        userPermissions: { setWorkItemMetadata },
        features: { customFields: { customFieldValues } },
      },
    },
  });
}

const all = [
  { customField: field('Priority', 'SINGLE_SELECT', ['a', 'b']), selectedOptions: [option('a')] },
  { customField: field('Teams', 'MULTI_SELECT', ['x', 'y', 'z']), selectedOptions: [option('x'), option('y')] },
  { customField: field('Cost', 'NUMBER'), number: 1234.5 },
  { customField: field('Owner', 'TEXT'), text: null },
];

const part = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);

async function open(answers: Record<string, Answer>) {
  const asked = fakeServer(answers);
  const page = await renderAt('/', <FieldValues itemAddress={place} />);
  const sent = () => asked.filter(({ operation }) => operation === 'setWorkItemCustomField').map(({ body }) => body);
  return { ...page, asked, sent };
}

test('each field shows what the item has in it', async () => {
  await open({ workItemCustomFields: item(all, false) });
  expect(await screen.findByText('Option a')).toBeVisible();
  expect(part('Teams').getByText('Option y')).toBeVisible();
  expect(part('Cost').getByText('1,234.5')).toBeVisible();
  expect(part('Owner').getByText('None')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is there where the group has defined no fields', async () => {
  const { asked } = await open({ workItemCustomFields: item([]) });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test.each([
  [
    'Priority',
    async (user: User) => user.selectOptions(screen.getByLabelText('Priority'), 'Option b'),
    { selectedOptionIds: ['b'] },
  ],
  [
    'Priority',
    async (user: User) => user.selectOptions(screen.getByLabelText('Priority'), 'None'),
    { selectedOptionIds: [] },
  ],
  [
    'Teams',
    async (user: User) => {
      await user.click(screen.getByRole('checkbox', { name: 'Option x' }));
      await user.click(screen.getByRole('checkbox', { name: 'Option z' }));
    },
    { selectedOptionIds: ['y', 'z'] },
  ],
  ['Cost', async (user: User) => retype(user, 'Cost', '2,5'), { numberValue: 2.5 }],
  ['Cost', async (user: User) => retype(user, 'Cost', ''), { numberValue: null }],
  ['Owner', async (user: User) => retype(user, 'Owner', 'Platform'), { textValue: 'Platform' }],
])('%s is changed', async (name, change, value) => {
  const { user, sent } = await open({
    workItemCustomFields: item(all),
    setWorkItemCustomField: () => ({ workItemUpdate: { errors: [] } }),
  });
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  await change(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { variables: { id: 'gid://gitlab/WorkItem/5', value: { customFieldId: name, ...value } } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: `Edit ${name}` })).toHaveFocus());
});

test('Escape gives up, and what is no number is not sent', async () => {
  const { user, sent } = await open({ workItemCustomFields: item(all) });
  await user.click(await screen.findByRole('button', { name: 'Edit Cost' }));
  expect(screen.getByLabelText('Cost')).toHaveFocus();
  await retype(user, 'Cost', 'much{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Must be a number');
  await user.keyboard('{Escape}');
  expect(part('Cost').getByText('1,234.5')).toBeVisible();
  expect(sent()).toEqual([]);
});

test('a refusal shows an error, and the input is kept', async () => {
  const { user } = await open({
    workItemCustomFields: item(all),
    setWorkItemCustomField: () => ({ workItemUpdate: { errors: ['Priority has no such option'] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Priority' }));
  await user.selectOptions(screen.getByLabelText('Priority'), 'Option b');
  await user.keyboard('{Tab}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Priority has no such option');
  expect(screen.getByLabelText('Priority')).toHaveValue('b');
});

test('where they cannot be loaded it says so and tries again', async () => {
  let isBroken = true;
  const { user } = await open({
    workItemCustomFields: (request) => {
      if (isBroken) throw new Error('broken');
      return item(all)(request);
    },
  });
  expect(await screen.findByText('Could not load the custom fields.')).toBeVisible();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Option a')).toBeVisible();
});

type User = Awaited<ReturnType<typeof renderAt>>['user'];

async function retype(user: User, name: string, text: string): Promise<void> {
  const input = screen.getByLabelText(name);
  await user.clear(input);
  if (text !== '') await user.type(input, text);
}
