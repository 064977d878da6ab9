import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { ExplorerPage } from './ExplorerPage.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a query runs once while its key is held down, and not with variables that are not an object', async () => {
  let answer: (value: object) => void = () => undefined;
  const asked = fakeServer({
    'POST /api/graphql': () => new Promise((resolve) => (answer = resolve)),
  });
  const { user } = await renderAt('/-/graphql-explorer', <ExplorerPage />);
  const query = screen.getByRole('textbox', { name: 'Query' });
  await user.clear(query);
  await user.type(query, 'change');
  const sent = () => asked.filter(({ body }) => (body as { query: string }).query === 'change');
  const variables = screen.getByRole('textbox', { name: 'Variables (JSON)' });
  fireEvent.change(variables, { target: { value: '[1]' } });
  fireEvent.keyDown(query, { key: 'Enter', ctrlKey: true });
  expect(variables).toHaveAccessibleDescription('The variables are not valid JSON');
  expect(sent()).toHaveLength(0);
  fireEvent.change(variables, { target: { value: '{"id": 1}' } });
  fireEvent.keyDown(query, { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.keyDown(query, { key: 'Enter', ctrlKey: true, repeat: true });
  fireEvent.keyDown(query, { key: 'Enter', ctrlKey: true });
  answer({ data: { changed: true } });
  expect(await screen.findByText(/"changed": true/)).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([{ query: 'change', variables: { id: 1 } }]);
});
