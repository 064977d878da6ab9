import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { AskPage } from './AskPage.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer, csrfToken: 'secret', hasAssistant: true }));
afterEach(() => vi.unstubAllGlobals());

test('OG-AI-10, OG-AI-13: an answer is marked and has its sources', async () => {
  const asked = fakeServer({
    'POST /-/llm/tanuki_bot/ask': () => ({
      content: 'Soon',
      content_html: '<p>Soon</p>',
      sources: [{ title: 'Launch', url: 'http://milepost.test/groups/plan/-/epics/1' }],
    }),
  });
  const { user } = await renderAt('/-/ask', <AskPage />);
  await user.type(screen.getByRole('textbox', { name: 'Question' }), 'When?');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('Soon')).toBeVisible();
  expect(screen.getByText('Generated')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Launch' })).toHaveAttribute(
    'href',
    'http://milepost.test/groups/plan/-/epics/1',
  );
  expect(asked.map(({ body }) => body)).toEqual([{ q: 'When?' }]);
});

test('OG-AI-01: without a model the passages are shown', async () => {
  setSession({ viewer, hasAssistant: false });
  fakeServer({
    'POST /api/v4/ai/passages': () => ({
      passages: [{ title: 'Roadmap: Zoom', url: 'http://milepost.test/-/guide/roadmap#zoom', text: 'Press plus.' }],
    }),
  });
  const { user } = await renderAt('/-/ask', <AskPage />);
  await user.type(screen.getByRole('textbox', { name: 'Question' }), 'How do I zoom?');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('Press plus.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Roadmap: Zoom' })).toBeVisible();
  expect(screen.queryByText('Generated')).toBeNull();
});
