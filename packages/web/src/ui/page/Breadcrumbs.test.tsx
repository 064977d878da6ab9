import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Breadcrumbs } from './Breadcrumbs.tsx';

const widthOf = (name: string): number => screen.getByText(name).getBoundingClientRect().width;

test('a very long last part leaves room for the others; a short one is shown whole beside long others', async () => {
  await page.viewport(1024, 700);
  const link = (name: string) => ({ key: name, link: <a href="/">{name}</a> });
  const { rerender } = render(
    <div style={{ width: 700 }}>
      <Breadcrumbs label="Breadcrumb" above={[link('Tidewater'), link('Platform')]} current={'Long '.repeat(80)} />
    </div>,
  );
  expect(widthOf('Tidewater')).toBeGreaterThan(20);
  expect(widthOf('Platform')).toBeGreaterThan(20);
  expect(screen.getByRole('navigation').getBoundingClientRect().width).toBeLessThanOrEqual(700);
  rerender(
    <div style={{ width: 700 }}>
      <Breadcrumbs label="Breadcrumb" above={[link('Long '.repeat(80).trim())]} current="Members" />
    </div>,
  );
  const last = screen.getByText('Members');
  expect(last.scrollWidth).toBe(last.clientWidth);
});
