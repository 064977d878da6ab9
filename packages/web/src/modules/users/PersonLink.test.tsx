import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { Person } from './Person.tsx';
import { PersonLink } from './PersonLink.tsx';

test('a person leads to their page, and a deleted user is named without a link', async () => {
  await renderAt(
    '/',
    <>
      <PersonLink person={{ name: 'Ada', username: 'ada' }} />
      <PersonLink person={{ name: 'Deleted user', username: 'ghost' }} />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
  expect(screen.getByText('Deleted user')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Deleted user' })).toBeNull();
});

test('OG-TK-11: a service account is marked where its name stands', async () => {
  const robot = { name: 'Deployer', username: 'deployer' };
  await renderAt(
    '/',
    <>
      <PersonLink person={{ ...robot, type: 'SERVICE_ACCOUNT' }} />
      <PersonLink person={{ ...robot, service_account: true }} />
      <Person person={{ ...robot, type: 'SERVICE_ACCOUNT' }} />
      <PersonLink person={{ name: 'Ada', username: 'ada', type: 'HUMAN' }} />
    </>,
  );
  expect(screen.getAllByText('Service account')).toHaveLength(3);
});
