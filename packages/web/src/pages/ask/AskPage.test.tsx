import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { events, fakeServer, renderAt } from '../../testing/page.tsx';
import { AskPage } from './AskPage.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
const ASK = 'POST /-/llm/tanuki_bot/ask';
const sources = [{ title: 'Launch', url: 'http://milepost.test/groups/plan/-/epics/1' }];
beforeEach(() => setSession({ viewer, csrfToken: 'secret', hasAssistant: true }));
afterEach(() => vi.unstubAllGlobals());

/** A response whose events the test sends one by one. */
function streamed() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) });
  return {
    response: new Response(body),
    send: (event: object) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
    breakOff: () => controller.error(new TypeError('network')),
  };
}

test('OG-AI-10, OG-AI-13: an answer is marked and has its sources', async () => {
  const asked = fakeServer({ [ASK]: () => events({ sources }, { content: 'Soon', content_html: '<p>Soon</p>' }) });
  const { user } = await renderAt('/-/ask', <AskPage />);
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus();
  await user.keyboard('When?{Enter}');
  expect(await screen.findByText('Soon')).toBeVisible();
  expect(screen.getByText('Generated')).toBeVisible();
  expect(await screen.findByText('The answer is complete.')).toHaveRole('status');
  expect(screen.getByRole('link', { name: 'Launch' })).toHaveAttribute('href', sources[0]?.url);
  expect(asked.map(({ body }) => body)).toEqual([{ q: 'When?', stream: true }]);
});

test('an answer is shown while it is written; Stop and a failure keep what is there, and Retry asks again', async () => {
  let stream = streamed();
  const asked = fakeServer({ [ASK]: () => stream.response });
  const { user } = await renderAt('/-/ask', <AskPage />);
  await user.keyboard('When?{Enter}');
  expect(await screen.findByText('Waiting for the model…')).toHaveRole('status');
  stream.send({ sources });
  stream.send({ content: 'In', content_html: '<p>In</p>' });
  expect(await screen.findByText('In')).toBeVisible();
  stream.send({ content: ' May', content_html: '<p>In May</p>' });
  expect(await screen.findByText('In May')).toBeVisible();
  // Sources follow when nothing moves any more.
  expect(screen.queryByRole('link', { name: 'Launch' })).toBeNull();
  screen.getByRole('button', { name: 'Stop' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Stopped')).toHaveRole('status');
  expect(screen.getByText('In May')).toBeVisible();
  const retry = screen.getByRole('button', { name: 'Retry' });
  expect(retry).toHaveFocus();

  stream = streamed();
  await user.keyboard('{Enter}');
  stream.send({ content: 'In', content_html: '<p>In</p>' });
  expect(await screen.findByText('In')).toBeVisible();
  stream.breakOff();
  expect(await screen.findByText('The connection to the server was lost.')).toBeVisible();
  expect(screen.getByText('In')).toBeVisible();

  stream = streamed();
  await user.click(retry);
  stream.send({ error: { message: 'The model server did not answer in time.' } });
  expect(await screen.findByText('The model server did not answer in time.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('In')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('When?');
  expect(asked).toHaveLength(3);
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
  expect(screen.getByText('1 passage found.')).toHaveRole('status');
  expect(screen.queryByText('Generated')).toBeNull();
});
