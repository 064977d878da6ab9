import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { NamespaceBadges } from './VisibilityBadge.tsx';

test('TM-GS-16: an archived group is marked “Archived”, a deleted one “Deleted”', async () => {
  await renderAt('/', <NamespaceBadges of={{ visibility: 'public', archived: true }} />);
  expect(screen.getByText('Archived')).toBeVisible();
  await renderAt(
    '/',
    <NamespaceBadges of={{ visibility: 'public', archived: true, marked_for_deletion_on: '2026-11-23' }} />,
  );
  expect(screen.getByText('Deleted')).toBeVisible();
});
