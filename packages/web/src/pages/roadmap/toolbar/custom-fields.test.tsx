import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, openRoadmap } from '../../../testing/roadmap-page.tsx';

const option = (id: number, value: string) => ({ id: `gid://gitlab/Issuables::CustomFieldSelectOption/${id}`, value });
const field = (id: number, name: string, fieldType: string, selectOptions: object[] = []) => ({
  id: `gid://gitlab/Issuables::CustomField/${id}`,
  name,
  fieldType,
  selectOptions,
});
const fields = [
  field(9, 'Cost', 'NUMBER'),
  field(7, 'Priority', 'SINGLE_SELECT', [option(3, 'Low'), option(4, 'High')]),
  field(8, 'Teams', 'MULTI_SELECT', [option(5, 'Node'), option(6, 'Network')]),
];
const defined = (nodes: object[]): Answers => ({
  namespaceCustomFieldNames: () => ({ namespace: { id: '1', customFields: { count: nodes.length, nodes } } }),
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const input = () => screen.getByRole('combobox', { name: 'Search epics' });
const options = () => screen.queryAllByRole('option').map((each) => each.textContent);
const tokens = () => [...document.querySelectorAll('[data-body]')].map((token) => token.getAttribute('aria-label'));

async function openBar(answers: Answers, search = '') {
  const page = openRoadmap(answers, search);
  await screen.findByRole('rowgroup');
  return { ...page, type: (keys: string) => page.user.type(input(), keys) };
}

test('RM-FB-09: the select fields that the group has defined are offered as filters', async () => {
  const page = await openBar(defined(fields));
  expect(page.askedFor('namespaceCustomFieldNames')).toEqual([]);
  await page.type('{ArrowDown}');
  await waitFor(() =>
    expect(options()).toEqual([
      'Label~',
      'Milestone%',
      'Epic&',
      'Group',
      'Confidential',
      'Risk',
      'Status',
      'Health status',
      'Signal',
      'Progress',
      'Color',
      'Priority',
      'Teams',
    ]),
  );
  expect(page.askedFor('namespaceCustomFieldNames')).toMatchObject([
    {
      name: 'namespaceCustomFieldNames',
      variables: { fullPath: 'kubernetes', active: true, workItemTypeIds: ['gid://gitlab/WorkItems::Type/8'] },
    },
  ]);
});

test.each([
  ['the group has defined none', defined([])],
  ['it has no select fields', defined([field(9, 'Cost', 'NUMBER')])],
  [
    'they cannot be loaded',
    {
      namespaceCustomFieldNames: () => {
        throw new Error('broken');
      },
    },
  ],
])('RM-FB-09: no custom field is offered where %s', async (_why, answers: Answers) => {
  const page = await openBar(answers);
  await page.type('{ArrowDown}');
  await waitFor(() => expect(page.askedFor('namespaceCustomFieldNames').length).toBeGreaterThan(0));
  await waitFor(() =>
    expect(options()).toEqual([
      'Label~',
      'Milestone%',
      'Epic&',
      'Group',
      'Confidential',
      'Risk',
      'Status',
      'Health status',
      'Signal',
      'Progress',
      'Color',
    ]),
  );
});

test('RM-FB-10, RM-QS-25: a custom field only offers "is"; it is kept in the URL and sent to the server', async () => {
  const page = await openBar(defined(fields));
  await page.type('{ArrowDown}');
  await page.user.click(await screen.findByRole('option', { name: 'Priority' }));
  expect(await screen.findByRole('listbox', { name: 'Priority is' })).toBeTruthy();
  await waitFor(() => expect(options()).toEqual(['Low', 'High']));
  await page.type('hi');
  await waitFor(() => expect(options()).toEqual(['High']));
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(tokens()).toEqual(['Priority is High']));
  expect(page.search().getAll('custom-field[7]')).toEqual(['4']);
  await waitFor(() =>
    expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['customField']).toEqual([
      {
        customFieldId: 'gid://gitlab/Issuables::CustomField/7',
        selectedOptionIds: ['gid://gitlab/Issuables::CustomFieldSelectOption/4'],
      },
    ]),
  );
});

test('a URL may name fields and options by name', async () => {
  const page = await openBar(defined(fields), '?custom-field[Priority]=High');
  await waitFor(() => expect(tokens()).toEqual(['Priority is High']));
  expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['customField']).toEqual([
    { customFieldName: 'Priority', selectedOptionValues: ['High'] },
  ]);
});

test('RM-QS-25: a field in the URL shows its name and value as soon as the page opens', async () => {
  const page = await openBar(defined(fields), '?custom-field[8][]=5&custom-field[8][]=6&custom-field[70]=1');
  await waitFor(() => expect(tokens()).toEqual(['Teams is Node', 'Teams is Network', 'custom-field[70] is 1']));
  expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['customField']).toEqual([
    {
      customFieldId: 'gid://gitlab/Issuables::CustomField/8',
      selectedOptionIds: [
        'gid://gitlab/Issuables::CustomFieldSelectOption/5',
        'gid://gitlab/Issuables::CustomFieldSelectOption/6',
      ],
    },
    {
      customFieldId: 'gid://gitlab/Issuables::CustomField/70',
      selectedOptionIds: ['gid://gitlab/Issuables::CustomFieldSelectOption/1'],
    },
  ]);
});
