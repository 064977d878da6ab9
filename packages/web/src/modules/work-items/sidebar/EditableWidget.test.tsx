import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NetworkError } from '../../../platform/api/errors.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { fakeServer, renderAt } from '../../../testing/page.tsx';
import { EditableWidget } from './EditableWidget.tsx';
import { peopleOf } from './options.tsx';

test.each([null, undefined, false])('beside what went wrong stands what the value is: %s is none', async (value) => {
  const { user } = await renderAt(
    '/',
    <EditableWidget
      name="Assignees"
      mayEdit
      empty="None"
      failed="Could not save. Try again."
      value={value}
      editor={({ save }) => <Button onClick={() => save(() => Promise.reject(new NetworkError()))}>Save</Button>}
    />,
  );
  expect(screen.getByText('None')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit Assignees' }));
  expect(screen.getByText('None')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not save. Try again.');
  expect(screen.getByText('None')).toBeVisible();
});

test('people whose name starts with the typed text come first, and one name is not shown twice', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const person = (id: number, name: string, username = name) => ({ id, name, username, avatar_url: null });
  fakeServer({
    'GET /api/v4/groups/g/members/all': () => [person(1, 'aramase'), person(2, 'Ema', 'MAX'), person(3, 'mauricio')],
  });
  const found = await new QueryClient().fetchQuery(peopleOf({ kind: 'group', fullPath: 'g' })('ma'));
  expect(found.map(({ title, detail }) => [title, detail])).toEqual([
    ['Ema', '@MAX'],
    ['mauricio', undefined],
    ['aramase', undefined],
  ]);
});

test('a double click on the pencil leaves the editor open', async () => {
  const { user } = await renderAt(
    '/',
    <EditableWidget name="Weight" mayEdit empty="None" failed="" value={null} editor={() => <input />} isInline />,
  );
  const pencil = screen.getByRole('button', { name: 'Edit Weight' });
  await user.dblClick(pencil);
  expect(screen.getByRole('textbox')).toBeVisible();
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  await user.click(pencil);
  expect(screen.queryByRole('textbox')).toBeNull();
});
