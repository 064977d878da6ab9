import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NetworkError } from '../../../platform/api/errors.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { renderAt } from '../../../testing/page.tsx';
import { EditableWidget } from './EditableWidget.tsx';

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
