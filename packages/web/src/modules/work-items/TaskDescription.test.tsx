import { useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, type Asked, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import type { ItemText } from './item-text.ts';
import { TaskDescription } from './TaskDescription.tsx';
import { usePolling } from './use-polling.ts';
import { useTaskBoxes } from './use-task-boxes.ts';

afterEach(() => vi.unstubAllGlobals());

const webPath = '/castle/walls/-/issues/7';
/** As the server draws it, as far as the page reads it. */
const drawn = (markdown: string): string =>
  `<ul class="task-list">${markdown
    .split('\n')
    .map((line, index) => {
      const label = line.slice(6);
      const checked = line.startsWith('- [x]') ? ' checked' : '';
      return `<li class="task-item"><input type="checkbox" class="task-box" data-line="${index + 1}" aria-label="${label}" disabled${checked}> ${label}</li>`;
    })
    .join('')}</ul>`;

const start = '- [ ] one\n- [ ] two\n- [x] three';

/** Of an answer whose text was saved; the description comes with it. */
const texts = {
  title_text: 'Walls',
  state: 'opened',
  lock_version: 4,
  task_completion_status: { count: 3, completed_count: 2 },
  updated_by_name: null,
  web_url: webPath,
};

function serve(answers: Readonly<Record<string, Answer>> = {}) {
  const state = { text: start, version: 3 };
  const shown = (): ItemText => ({
    description: drawn(state.text),
    description_text: state.text,
    title_text: 'Walls',
    state: 'opened',
    lock_version: state.version,
    task_completion_status: { count: 3, completed_count: 1 },
    updated_by_name: null,
    web_url: webPath,
  });
  const save = (text: string): ItemText => {
    state.text = text;
    state.version += 1;
    return shown();
  };
  const asked = fakeServer({
    [`GET ${webPath}.json`]: shown,
    [`PUT ${webPath}.json`]: ({ body }) => save((body as { description: string }).description),
    [`POST ${webPath}/task_conversions`]: () => ({
      item: save('- [ ] one\n- [x] three'),
      task: { id: 90, iid: 9, type: 'task', title: 'two', web_url: '/castle/walls/-/issues/9' },
    }),
    [`POST ${webPath}/task_conversions/90/revert`]: ({ body }) => save((body as { description: string }).description),
    ...answers,
  });
  return { asked, state };
}

function Harness({ mayTick = true, mayConvert = true }: { mayTick?: boolean; mayConvert?: boolean }) {
  const [shown, setShown] = useState({ html: drawn(start), lockVersion: 3 });
  const client = useQueryClient();
  const boxes = useTaskBoxes({
    webPath,
    typeName: 'issue',
    lockVersion: shown.lockVersion,
    onSaved: (saved) => setShown({ html: saved.description, lockVersion: saved.lock_version }),
    onFailed: () => void client.invalidateQueries({ queryKey: ['page'] }),
  });
  const item = { lockVersion: shown.lockVersion, title: 'Walls', state: 'opened' };
  usePolling({ webPath, queryKey: ['page'], shown: item, isPaused: boxes.isSaving });
  return <TaskDescription html={shown.html} mayTick={mayTick} mayConvert={mayConvert} boxes={boxes} />;
}

const sent = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => ({ method, url, body }));
const labels = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
async function choose(user: Awaited<ReturnType<typeof renderAt>>['user'], task: string, entry: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for “${task}”` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

test('WI-TC-01, WI-TC-02, WI-TC-03 and WI-TC-04: an item is converted with the lock version of its text; Undo takes the task away and brings the text back', async () => {
  const { asked, state } = serve();
  const { user } = await renderAt('/', <Harness />);
  await choose(user, 'two', 'Convert to child item');
  expect(await screen.findByText('Converted to task')).toBeVisible();
  expect(labels()).toEqual(['one', 'three']);
  expect(sent(asked)).toEqual([
    { method: 'POST', url: `${webPath}/task_conversions`, body: { line: 2, lock_version: 3 } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Task reverted')).toBeVisible();
  expect(sent(asked).at(-1)).toEqual({
    method: 'POST',
    url: `${webPath}/task_conversions/90/revert`,
    body: { description: start, lock_version: 4 },
  });
  expect(labels()).toEqual(['one', 'two', 'three']);
  expect(state.text).toBe(start);
});

test('WI-TC-13: a conversion that conflicts with another change shows the text of ER-EP-24', async () => {
  serve({ [`POST ${webPath}/task_conversions`]: () => new Status(409, { message: 'stale' }) });
  const { user } = await renderAt('/', <Harness />);
  await choose(user, 'two', 'Convert to child item');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
  );
  expect(labels()).toEqual(['one', 'two', 'three']);
});

test('ER-EP-25 and ER-EP-26: a task that could not be created or deleted has its own message, and the text is unchanged', async () => {
  const away = () => new Status(500, { message: 'away' });
  serve({ [`POST ${webPath}/task_conversions`]: away });
  const { user } = await renderAt('/', <Harness />);
  await choose(user, 'two', 'Convert to child item');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Something went wrong when creating a task. Please try again.',
  );
  expect(labels()).toEqual(['one', 'two', 'three']);
  cleanup();
  serve({ [`POST ${webPath}/task_conversions/90/revert`]: away });
  const again = await renderAt('/', <Harness />);
  await choose(again.user, 'two', 'Convert to child item');
  await again.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Something went wrong when deleting a task. Please try again.',
  );
  expect(labels()).toEqual(['one', 'three']);
});

test('WI-TC-11: no conversion is offered where the type has no children; who may not change the text has no tools', async () => {
  serve();
  const { user } = await renderAt('/', <Harness mayConvert={false} />);
  await user.click(await screen.findByRole('button', { name: 'Actions for “two”' }));
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(labels()).toEqual(['one', 'three']));
});

test('who may only read has no tools', async () => {
  serve();
  await renderAt('/', <Harness mayTick={false} />);
  expect(await screen.findByRole('checkbox', { name: 'one' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^(Actions|Move)/ })).toBeNull();
});

test('arrow keys on its handle move an item, which keeps the focus and says where it is', async () => {
  const { state } = serve();
  const { user } = await renderAt('/', <Harness />);
  (await screen.findByRole('button', { name: 'Move “one”' })).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(labels()).toEqual(['two', 'one', 'three']));
  expect(state.text).toBe('- [ ] two\n- [ ] one\n- [x] three');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move “one”' })).toHaveFocus());
  expect(screen.getByText('“one” is now 2 of 3')).toBeInTheDocument();
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(state.text).toBe(start));
});

test('IS-PL-03: polling rests while a task list is being saved, and goes on afterwards', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { asked } = serve({ [`PUT ${webPath}.json`]: () => new Promise((resolve) => (answer = resolve)) });
  const { user } = await renderAt('/', <Harness />);
  const polls = () => asked.filter(({ method }) => method === 'GET').length;
  await user.click(await screen.findByRole('checkbox', { name: 'one' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const before = polls();
  // Twice as long as between two looks.
  await new Promise((resolve) => setTimeout(resolve, 4_200));
  expect(polls()).toBe(before);
  answer({
    ...texts,
    description: drawn('- [x] one\n- [ ] two\n- [x] three'),
    description_text: '- [x] one\n- [ ] two\n- [x] three',
  });
  await waitFor(() => expect(polls()).toBeGreaterThan(before));
});

test('a checkbox whose save fails returns to the server’s value; one saved in the meantime stays ticked', async () => {
  let fail = (): void => undefined;
  let puts = 0;
  const { asked, state } = serve({
    [`PUT ${webPath}.json`]: async ({ body }) => {
      puts += 1;
      if (puts === 1) {
        await new Promise<void>((resolve) => (fail = resolve));
        return new Status(500, { message: 'away' });
      }
      const { description } = body as { description: string };
      state.text = description;
      return { ...texts, description: drawn(description), description_text: description };
    },
  });
  const { user } = await renderAt('/', <Harness />);
  await user.click(await screen.findByRole('checkbox', { name: 'one' }));
  await user.click(screen.getByRole('checkbox', { name: 'two' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  expect(screen.getByRole('checkbox', { name: 'one' })).toBeChecked();
  fail();
  await waitFor(() => expect(state.text).toBe('- [ ] one\n- [x] two\n- [x] three'));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'one' })).not.toBeChecked());
  expect(screen.getByRole('checkbox', { name: 'two' })).toBeChecked();
});

test('in a long text only the items near the screen have their tools, others once one comes there', async () => {
  const section = (line: number): string =>
    `<p>${'What the pier keeper said. '.repeat(40)}</p>${drawn('- [ ] one').replace('data-line="1"', `data-line="${line}"`)}`;
  const html = Array.from({ length: 300 }, (_, index) => section(index + 1)).join('');
  const boxes = { tick: vi.fn(), edit: vi.fn(), convert: vi.fn(), isSaving: false, failure: null };
  await renderAt('/', <TaskDescription html={html} mayTick boxes={boxes} />);
  const handles = () => document.querySelectorAll('[data-handle]').length;
  await waitFor(() => expect(handles()).toBeGreaterThan(0));
  expect(handles()).toBeLessThan(150);
  const last = [...document.querySelectorAll('.prose li')].at(-1);
  expect(last?.querySelector('[data-handle]')).toBeNull();
  last?.scrollIntoView();
  await waitFor(() => expect(last?.querySelector('[data-handle]')).not.toBeNull());
});
