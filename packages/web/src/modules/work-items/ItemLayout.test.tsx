import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/page.tsx';
import { ItemHead, Widget } from './ItemLayout.tsx';

test('on a phone, buttons that are wider than a menu are below the title', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
  await renderAt(
    '/',
    <ItemHead
      title="Send receipts"
      badges={null}
      createdAt={null}
      author={null}
      hasWideActions
      actions={<button>Edit</button>}
    />,
  );
  const title = screen.getByRole('heading', { name: 'Send receipts' }).getBoundingClientRect();
  expect(title.bottom).toBeLessThanOrEqual(screen.getByRole('button', { name: 'Edit' }).getBoundingClientRect().top);
});

test('a long word in a field of the sidebar wraps', async () => {
  await renderAt(
    '/',
    <div style={{ width: 240 }}>
      <Widget name="Milestone">
        <a href="/">{'unbreakable'.repeat(20)}</a>
      </Widget>
    </div>,
  );
  expect(screen.getByRole('link').closest('section')?.scrollWidth).toBe(240);
});
