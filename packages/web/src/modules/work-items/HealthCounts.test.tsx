import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { HealthCounts } from './HealthCounts.tsx';
import { HealthBadge } from './StateBadge.tsx';

const show = (health: object) =>
  render(
    <IntlProvider locale="en">
      <HealthCounts health={health} />
    </IntlProvider>,
  );

test('after a number it reads on track, need attention and at risk, and no share goes beyond the bar', () => {
  const { container } = show({ issuesOnTrack: 5, issuesNeedingAttention: 3, issuesAtRisk: 2 });
  const parts = [...container.querySelectorAll<HTMLElement>('[data-tooltip]')];
  expect(parts.map((part) => part.dataset['tooltip'])).toEqual(['5 on track', '3 need attention', '2 at risk']);
  expect(parts.map((part) => part.style.flexBasis)).toEqual(['50%', '30%', '20%']);
});

test('a count is shown in full up to 99,999', () => {
  show({ issuesAtRisk: 100_000 });
  expect(screen.getByText(/At risk/)).toHaveTextContent('At risk 99,999+');
});

test('EN-OT-06: the text of a health is base or small; the small one has no icon', () => {
  const icons = (textSize: 'base' | 'sm') => {
    const { container, unmount } = render(
      <IntlProvider locale="en">
        <HealthBadge health="atRisk" textSize={textSize} />
      </IntlProvider>,
    );
    const found = [container.textContent, container.querySelectorAll('svg').length];
    unmount();
    return found;
  };
  expect([icons('base'), icons('sm')]).toEqual([
    ['At risk', 1],
    ['At risk', 0],
  ]);
});
