import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../../testing/page.tsx';
import { NewIssueTitle } from './NewIssueTitle.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('Enter before the project is known creates the issue once it is', async () => {
  let answer: (projects: object) => void = () => {};
  const projects = new Promise<object>((resolve) => (answer = resolve));
  fakeServer({ newIssueProjects: () => projects });
  const create = vi.fn(async () => {});
  const { user } = await renderAt(
    '/groups/g/-/boards',
    <NewIssueTitle
      home={{ kind: 'group', fullPath: 'g' }}
      label="Title"
      reload={['boards']}
      create={create}
      onClose={() => {}}
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Title' });
  await user.type(field, 'Fuel the rocket{Enter}');
  expect(create).not.toHaveBeenCalled();
  const code = { id: 'p', fullPath: 'g/code', nameWithNamespace: 'G / Code', userPermissions: { createIssue: true } };
  answer({ group: { id: 'g', fullName: 'G', projects: { nodes: [code] } } });
  await waitFor(() => expect(create).toHaveBeenCalledExactlyOnceWith('g/code', 'Fuel the rocket'));
  await waitFor(() => expect(field).toHaveValue(''));
});
