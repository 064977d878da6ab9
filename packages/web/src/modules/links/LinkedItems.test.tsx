import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answer, type Asked, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { LinkedItems } from './LinkedItems.tsx';

afterEach(() => vi.unstubAllGlobals());

const linked = (iid: number, linkType: string, given: object = {}) => ({
  linkId: `gid://gitlab/WorkItems::RelatedWorkItemLink/${iid}`,
  linkType,
  lagDays: iid,
  workItemState: 'OPEN',
  workItem: {
    id: `gid://gitlab/WorkItem/${iid}`,
    iid: String(iid),
    confidential: false,
    namespace: { id: 'n', fullPath: 'castle/walls' },
    workItemType: { id: 't', name: 'Issue', iconName: 'issue-type-issue' },
    title: `Item ${iid}`,
    state: 'OPEN',
    createdAt: '2026-01-01T00:00:00Z',
    closedAt: null,
    webUrl: `https://plan.test/castle/walls/-/issues/${iid}`,
    webPath: `/castle/walls/-/issues/${iid}`,
    reference: `castle/walls#${iid}`,
    widgets: [
      { type: 'MILESTONE', milestone: { id: 'm', title: 'Spring' } },
      { type: 'START_AND_DUE_DATE', dueDate: '2026-11-06' },
    ],
    ...given,
  },
});
const answerOf = (links: readonly object[], mayLink = true) => ({
  namespace: {
    id: 'n',
    workItem: {
      id: 'w',
      userPermissions: { adminWorkItemLink: mayLink },
      widgets: [{ type: 'LINKED_ITEMS', linkedItems: { nodes: links } }],
    },
  },
});
const found = (iid: number, title: string) => ({
  id: `gid://gitlab/WorkItem/${iid}`,
  title,
  state: 'OPEN',
  confidential: false,
  reference: `castle/walls#${iid}`,
  workItemType: { id: 't', name: 'Issue' },
});
const endpoint = '/castle/walls/-/issues/7/links';

function serve(answers: Readonly<Record<string, Answer>> = {}, links: readonly object[] = []) {
  return fakeServer({
    linkedItemsOfItem: () => answerOf(links),
    referenceSuggestions: () => ({
      group: { id: 'g', workItems: { nodes: [found(12, 'Moat'), found(13, 'Moat two')] } },
    }),
    [`POST ${endpoint}`]: () => ({ issuables: [] }),
    ...answers,
  });
}
const item = {
  id: 'gid://gitlab/Issue/70',
  fullPath: 'castle/walls',
  iid: '7',
  type: 'issue',
  webPath: '/castle/walls/-/issues/7',
  isConfidential: false,
} as const;

async function openForm(given: Partial<typeof item> | { isConfidential: boolean } = {}) {
  const { user } = await renderAt('/', <LinkedItems item={{ ...item, ...given }} />);
  await user.click(await screen.findByRole('button', { name: 'Link items' }));
  const form = within(await screen.findByRole('form', { name: 'Link items' }));
  const input = form.getByRole('combobox', { name: 'the following items' });
  return { user, form, input, add: form.getByRole('button', { name: 'Add' }) };
}
const pendingOf = (form: ReturnType<typeof within>) =>
  within(form.getByRole('list', { name: 'References to add' }))
    .getAllByRole('listitem')
    .map((each) => each.textContent);
const posted = (asked: readonly Asked[]) =>
  asked
    .filter(({ method }) => method === 'POST')
    .filter(({ url }) => url === endpoint)
    .map(({ body }) => body);

describe('the form', () => {
  test('LK-FM-01, LK-FM-03, LK-FM-04 and LK-FM-05: an input, three types of which “relates to” is chosen, and Add', async () => {
    serve();
    const { form, input, add } = await openForm();
    expect(input).toHaveFocus();
    const types = within(form.getByRole('group', { name: 'This issue' })).getAllByRole('radio');
    expect(types.map((each) => each.closest('label')?.textContent)).toEqual(['relates to', 'blocks', 'is blocked by']);
    expect(types.map((each) => (each as HTMLInputElement).checked)).toEqual([true, false, false]);
    expect(add).toBeVisible();
  });

  test('LK-FM-02, LK-FM-06 and LK-FM-07: Add needs something typed or pending', async () => {
    serve();
    const { user, form, input, add } = await openForm();
    expect(add).toBeDisabled();
    await user.type(input, ' ');
    expect(add).toBeDisabled();
    await user.clear(input);
    await user.type(input, '#3');
    expect(add).toBeEnabled();
    await user.type(input, ' ');
    expect(pendingOf(form)).toEqual(['#3']);
    expect(input).toHaveValue('');
    expect(add).toBeEnabled();
    await user.click(form.getByRole('button', { name: 'Remove #3' }));
    expect(add).toBeDisabled();
  });

  test('LK-FM-02: a pasted list becomes tokens, none of them twice', async () => {
    serve();
    const { user, form, input } = await openForm();
    await user.click(input);
    await user.paste('#1 castle/moat#2\nhttps://plan.test/castle/walls/-/issues/3, #1');
    expect(pendingOf(form)).toEqual(['#1', 'castle/moat#2', 'https://plan.test/castle/walls/-/issues/3']);
    await user.keyboard('{Backspace}');
    expect(pendingOf(form)).toEqual(['#1', 'castle/moat#2']);
  });

  test('LK-FM-11 and LK-FM-12: five references are shown, the rest is folded into a counter', async () => {
    serve();
    const { user, form, input } = await openForm();
    await user.click(input);
    await user.paste('#1 #2 #3 #4 #5 #6 #7');
    expect(pendingOf(form)).toEqual(['#1', '#2', '#3', '#4', '#5', '+2 more']);
    await user.click(form.getByRole('button', { name: '+2 more' }));
    expect(pendingOf(form)).toEqual(['#1', '#2', '#3', '#4', '#5', '#6', '#7']);
  });

  test('LK-FM-08 and LK-FM-13: references and type are posted to the links endpoint, and Add is disabled meanwhile', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const asked = serve({ [`POST ${endpoint}`]: () => new Promise((resolve) => (answer = resolve)) });
    const { user, form, input, add } = await openForm();
    await user.click(form.getByRole('radio', { name: 'is blocked by' }));
    await user.type(input, '#3 castle/moat#4');
    await user.click(add);
    expect(add).toBeDisabled();
    expect(posted(asked)).toEqual([{ issuable_references: ['#3', 'castle/moat#4'], link_type: 'is_blocked_by' }]);
    answer({ issuables: [] });
    await waitFor(() => expect(input).toHaveValue(''));
    expect(form.queryByRole('list')).toBeNull();
  });

  test('refused references show an error and stay in the form', async () => {
    serve({ [`POST ${endpoint}`]: () => new Status(404, { message: 'No matching item found: #99' }) });
    const { user, form, input, add } = await openForm();
    await user.type(input, '#3 #99');
    await user.click(add);
    expect(await form.findByRole('alert')).toHaveTextContent('No matching item found: #99');
    expect(pendingOf(form)).toEqual(['#3']);
    expect(input).toHaveValue('#99');
    expect(add).toBeEnabled();
  });

  test.each([
    ['LK-FM-09: a confidential item is offered confidential ones only', true, true],
    ['LK-FM-10: any other is offered all', false, null],
  ])('%s', async (_name, isConfidential, confidential) => {
    const asked = serve();
    const { user, form, input } = await openForm({ isConfidential });
    await user.type(input, 'moat');
    const options = await form.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Moat#12', 'Moat two#13']);
    const questions = asked.filter(({ operation }) => operation === 'referenceSuggestions');
    for (const { body } of questions) {
      expect(body).toMatchObject({ variables: { fullPath: 'castle', search: 'moat', confidential } });
    }
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(pendingOf(form)).toEqual(['#13']);
  });
});

describe('what is suggested', () => {
  test('the item itself is not', async () => {
    serve({
      referenceSuggestions: () => ({
        group: { id: 'g', workItems: { nodes: [found(7, 'Moat itself'), found(12, 'Moat')] } },
      }),
    });
    const { user, form, input } = await openForm();
    await user.type(input, 'moat');
    const options = await form.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Moat#12']);
  });

  test('a search without results says so, a failed one too, and a complete reference needs none', async () => {
    let isFailing = false;
    serve({
      referenceSuggestions: () => (isFailing ? new Status(500) : { group: { id: 'g', workItems: { nodes: [] } } }),
    });
    const { user, form, input } = await openForm();
    await user.type(input, 'drawbridge');
    const note = await form.findByText('No matching items');
    expect(note).toHaveRole('status');
    expect(note).toBeVisible();
    await user.clear(input);
    await user.type(input, '#3');
    expect(note).toHaveTextContent('');
    isFailing = true;
    await user.clear(input);
    await user.type(input, 'moat');
    expect(await form.findByText('Could not search for items. Enter a reference instead.')).toBeVisible();
  });

  test('what an earlier text found cannot be added while the answer to a newer one is due', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    serve({
      referenceSuggestions: async ({ body }) => {
        const { search } = (body as { variables: { search: string } }).variables;
        if (search === 'moat two') await answered;
        const nodes = search === 'moat two' ? [found(13, 'Moat two')] : [found(12, 'Moat'), found(13, 'Moat two')];
        return { group: { id: 'g', workItems: { nodes } } };
      },
    });
    const { user, form, input } = await openForm();
    await user.type(input, 'moat');
    const earlier = (await form.findAllByRole('option'))[0] as HTMLElement;
    await user.type(input, ' two');
    expect(earlier).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(earlier);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(form.queryByRole('list', { name: 'References to add' })).toBeNull();
    answer();
    await waitFor(() => expect(form.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(pendingOf(form)).toEqual(['#13']);
  });
});

describe('the list', () => {
  test('EN-OT-09: shows links by type, each with title, reference and the facts around it', async () => {
    const asked = serve({}, [
      linked(1, 'relates_to', { state: 'CLOSED' }),
      linked(2, 'is_blocked_by', { confidential: true }),
      linked(3, 'blocks', { reference: 'castle/moat#3' }),
    ]);
    await renderAt('/', <LinkedItems item={item} />);
    const section = within(await screen.findByRole('region', { name: 'Linked items' }));
    expect(section.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'Is blocked by',
      'Blocks',
      'Relates to',
    ]);
    const rows = section.getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Item 2#2 Spring Nov 6, 2026');
    expect(within(rows[0] as HTMLElement).getByRole('img', { name: 'Confidential' })).toBeVisible();
    expect(rows[1]).toHaveTextContent('moat#3');
    expect(rows[2]).toHaveAttribute('data-closed', 'true');
    const asking = asked.find(({ operation }) => operation === 'linkedItemsOfItem');
    const query = JSON.stringify(asking?.body);
    const fields =
      'linkId linkType workItemState id iid confidential fullPath name iconName title state createdAt closedAt webUrl reference widgets';
    for (const field of fields.split(' ')) expect(query).toMatch(new RegExp(`\\b${field}\\b`));
  });

  test('a link is removed, and made again by Undo', async () => {
    const asked = serve({ [`DELETE ${endpoint}/2`]: () => ({ issuables: [] }) }, [linked(2, 'blocks')]);
    const { user } = await renderAt('/', <LinkedItems item={item} />);
    await user.click(await screen.findByRole('button', { name: 'Remove the link to Item 2' }));
    await screen.findByText('Link removed');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(posted(asked)).toEqual([{ issuable_references: ['castle/walls#2'], link_type: 'blocks' }]),
    );
  });

  test('the lag of links that block is changed in place; a refused value stays in its field', async () => {
    let errors: string[] = [];
    const asked = serve({ changeLinkLag: () => ({ workItemLinkUpdate: { errors } }) }, [
      linked(2, 'blocks'),
      linked(3, 'relates_to'),
    ]);
    const { user } = await renderAt('/', <LinkedItems item={item} />);
    await user.click(await screen.findByRole('button', { name: 'Lag in days of the link with “Item 2”: +2 d' }));
    expect(screen.queryByText('+3 d')).toBeNull();
    const field = screen.getByRole('spinbutton', { name: 'Lag in days of the link with “Item 2”' });
    const type = async (text: string) => {
      await user.clear(field);
      await user.type(field, `${text}{Enter}`);
    };
    await type('366');
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter whole days from 0 to 365.');
    errors = ['No'];
    await type('9');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No'));
    errors = [];
    await type('14');
    await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
    const sent = asked.filter(({ operation }) => operation === 'changeLinkLag').map(({ body }) => body);
    expect(sent.at(-1)).toMatchObject({
      variables: { input: { id: item.id, linkedItemId: 'gid://gitlab/WorkItem/2', lagDays: 14 } },
    });
  });

  test('what cannot be fetched says so, and is asked for again on demand', async () => {
    let isAway = true;
    fakeServer({
      linkedItemsOfItem: () => (isAway ? new Status(400, { message: 'no' }) : answerOf([linked(8, 'relates_to')])),
    });
    const { user } = await renderAt('/', <LinkedItems item={item} />);
    expect(await screen.findByText('Could not load the linked items.')).toBeVisible();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Item 8')).toBeVisible();
  });

  test('who may not link is offered nothing to change, and nothing at all where there are no links', async () => {
    const asked = serve({ linkedItemsOfItem: () => answerOf([linked(2, 'blocks')], false) });
    await renderAt('/', <LinkedItems item={item} />);
    expect(await screen.findByText('Item 2')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked.length).toBeGreaterThan(0);
  });
});
