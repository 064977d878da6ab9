import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { events, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { askQuestion, createChatCompletion, createCompletion, createEmbeddings } from './api.ts';
import { ItemAssistant } from './ItemAssistant.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer, csrfToken: 'secret', hasAssistant: true }));
afterEach(() => vi.unstubAllGlobals());

const AI = '/api/v4/ai';
const features = ['summary', 'status_update', 'children', 'labels', 'duplicates'];
const item = <ItemAssistant id="gid://gitlab/WorkItem/7" fullPath="plan" iid="3" mayComment />;

test('AI-AS-01: one function for each call sends the named fields and the rest unchanged', async () => {
  const asked = fakeServer({
    [`POST ${AI}/experimentation/openai/completions`]: () => ({}),
    [`POST ${AI}/experimentation/openai/embeddings`]: () => ({}),
    [`POST ${AI}/experimentation/openai/chat/completions`]: () => ({}),
    'POST /-/llm/tanuki_bot/ask': () => events({ sources: [] }),
  });
  await createCompletion({ model: 'm', prompt: 'Once', max_tokens: 5, stop: ['x'] });
  await createEmbeddings({ model: 'v', input: ['a'], dimensions: 3 });
  await createChatCompletion({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], temperature: 0 });
  await askQuestion('How?', new AbortController().signal, () => undefined);
  expect(asked.map(({ body }) => body)).toEqual([
    { model: 'm', prompt: 'Once', max_tokens: 5, stop: ['x'] },
    { model: 'v', input: ['a'], dimensions: 3 },
    { model: 'm', messages: [{ role: 'user', content: 'Hi' }], temperature: 0 },
    { q: 'How?', stream: true },
  ]);
});

describe('the assistant of an item', () => {
  test('OG-AI-01: there is no button without a model, nor where the group offers nothing', async () => {
    const asked = fakeServer({ [`GET ${AI}/work_items/7`]: () => ({ features: [] }) });
    setSession({ viewer, hasAssistant: false });
    await renderAt('/', item);
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked).toEqual([]);
    setSession({ viewer, hasAssistant: true });
    await renderAt('/', item);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('OG-AI-14: a summary is a marked preview that is inserted into the draft of the comment only on demand', async () => {
    const asked = fakeServer({
      [`GET ${AI}/work_items/7`]: () => ({ features }),
      [`POST ${AI}/summaries`]: () => ({ content: 'A **sum**', content_html: '<p>A <b>sum</b></p>', internal: true }),
    });
    localStorage.clear();
    const { user } = await renderAt('/', item);
    await user.click(await screen.findByRole('button', { name: 'Assistant' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Summarize' }));
    const dialog = await screen.findByRole('dialog', { name: 'Summarize' });
    expect(await within(dialog).findByText('Generated')).toBeVisible();
    expect(within(dialog).getByText('sum')).toBeVisible();
    expect(dialog).toHaveTextContent('internal notes');
    expect(localStorage.length).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Insert' }));
    expect(localStorage.getItem('milepost.draft.gid://gitlab/WorkItem/7')).toBe('A **sum**');
    expect(asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  test('OG-AI-14: a summary and a draft can be copied; nothing is sent before', async () => {
    const draft = {
      content: 'On **track**',
      content_html: '<p>On <b>track</b></p>',
      internal: false,
      health: 'on_track',
    };
    const asked = fakeServer({
      [`GET ${AI}/work_items/7`]: () => ({ features }),
      [`POST ${AI}/summaries`]: () => ({ content: 'A **sum**', content_html: '<p>A <b>sum</b></p>', internal: false }),
      [`POST ${AI}/status_update_drafts`]: () => draft,
    });
    const { user } = await renderAt('/', item);
    for (const [name, text] of [
      ['Summarize', 'A **sum**'],
      ['Draft status update', 'On **track**'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Assistant' }));
      await user.click(await screen.findByRole('menuitem', { name }));
      const dialog = await screen.findByRole('dialog', { name });
      expect(await within(dialog).findByText('Generated')).toBeVisible();
      expect(within(dialog).getByRole('button', { name: 'Insert' })).toBeEnabled();
      await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
      expect(await navigator.clipboard.readText()).toBe(text);
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(asked.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual([
      `${AI}/summaries`,
      `${AI}/status_update_drafts`,
    ]);
  });

  test('OG-AI-05, OG-AI-16: waiting can be stopped, and a failure tried again', async () => {
    let answer: () => unknown = () => new Promise(() => undefined);
    fakeServer({ [`GET ${AI}/work_items/7`]: () => ({ features }), [`POST ${AI}/suggestions`]: () => answer() });
    const signals: (AbortSignal | null | undefined)[] = [];
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      signals.push(init?.signal);
      return send(url, init);
    });
    const { user } = await renderAt('/', item);
    await user.click(await screen.findByRole('button', { name: 'Assistant' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Suggest labels' }));
    const stop = await screen.findByRole('button', { name: 'Stop' });
    expect(signals.at(-1)?.aborted).toBe(false);
    await user.click(stop);
    // The server then cancels the request to the model.
    expect(signals.at(-1)?.aborted).toBe(true);
    answer = () => new Status(502, { message: 'The model gave no usable answer. Try again.' });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The model gave no usable answer. Try again.')).toBeVisible();
    answer = () => ({ suggestions: [], read_at: '2026-01-01T00:00:00.000Z' });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The model has no suggestions.')).toBeVisible();
  });

  test('OG-AI-15: chosen suggestions are applied at once, with one undo; a changed item asks to look again', async () => {
    let applied: () => unknown = () => new Status(409, { message: 'The item changed meanwhile.' });
    const asked = fakeServer({
      [`GET ${AI}/work_items/7`]: () => ({ features }),
      [`POST ${AI}/suggestions`]: () => ({
        read_at: '2026-01-01T00:00:00.000Z',
        suggestions: [
          { value: 'plan&9', title: 'Same thing', url: 'http://milepost.test/groups/plan/-/epics/9' },
          { value: 'plan&8', title: 'Other', url: 'http://milepost.test/groups/plan/-/epics/8' },
        ],
      }),
      [`POST ${AI}/suggestions/apply`]: () => applied(),
      'POST /api/v4/change_sets/5/undo': () => new Status(204),
    });
    const { user } = await renderAt('/', item);
    await user.click(await screen.findByRole('button', { name: 'Assistant' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Find duplicates' }));
    const dialog = await screen.findByRole('dialog', { name: 'Find duplicates' });
    expect(await within(dialog).findByRole('link', { name: 'plan&9' })).toHaveAttribute(
      'href',
      'http://milepost.test/groups/plan/-/epics/9',
    );
    const apply = within(dialog).getByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: /Same thing/ }));
    await user.click(apply);
    await user.click(await within(dialog).findByRole('button', { name: 'Look again' }));
    applied = () => ({ change_set: 5 });
    await user.click(await within(dialog).findByRole('checkbox', { name: /Same thing/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(asked.findLast(({ url }) => url.endsWith('/apply'))?.body).toEqual({
      work_item_id: 7,
      kind: 'duplicates',
      values: ['plan&9'],
      read_at: '2026-01-01T00:00:00.000Z',
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
  });
});
