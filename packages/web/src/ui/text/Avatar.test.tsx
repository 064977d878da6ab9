import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IntlProvider } from 'react-intl';
import { AvatarStack, hueOf, initialsOf, PersonAvatar } from './Avatar.tsx';

const people = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Person ${index + 1}` }));
const moreLabel = (count: number): string => `${count} more assignees`;

test.each([
  ['Ada Okafor', 'AO'],
  ['sig-node', 'SN'],
  ['Kubernetes', 'K'],
  ['María José de la Cruz', 'MC'],
  ['  ', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('the same name always has the same color', () => {
  expect(hueOf('Ada Okafor')).toBe(hueOf('Ada Okafor'));
  expect(hueOf('Ada Okafor')).toBeLessThan(360);
});

test('three people show at 24 pixels, the rest are counted', () => {
  render(<AvatarStack people={people(5)} moreLabel={moreLabel} />);
  expect(screen.getAllByRole('img', { name: /^Person/ })).toHaveLength(3);
  expect(screen.getAllByRole('img').map((each) => each.style.getPropertyValue('--size'))).toEqual([
    '24',
    '24',
    '24',
    '24',
  ]);
  const counter = screen.getByRole('img', { name: '2 more assignees' });
  expect(counter).toHaveTextContent('+2');
  expect(counter).toHaveAttribute('data-tooltip', '2 more assignees');
});

test('three are not counted, and the counter stops at 99+', () => {
  const { rerender } = render(<AvatarStack people={people(3)} moreLabel={moreLabel} />);
  expect(screen.queryByText(/\+/)).toBeNull();
  rerender(<AvatarStack people={people(3)} total={102} moreLabel={moreLabel} />);
  expect(screen.getByRole('img', { name: '99 more assignees' })).toHaveTextContent('+99');
  rerender(<AvatarStack people={people(3)} total={103} moreLabel={moreLabel} />);
  expect(screen.getByRole('img', { name: '100 more assignees' })).toHaveTextContent('99+');
});

test('OG-TK-11: the avatar of a service account has an icon and says so, with a name beside it or without', () => {
  const robot = { name: 'Deployer', type: 'SERVICE_ACCOUNT' };
  render(
    <IntlProvider locale="en">
      <AvatarStack people={[robot, { name: 'Ada', type: 'HUMAN' }]} moreLabel={moreLabel} />
      <PersonAvatar person={{ ...robot, avatarUrl: '/robot.png' }} />
      <PersonAvatar person={{ name: 'Deployer', service_account: true }} badged />
    </IntlProvider>,
  );
  const alone = screen.getByRole('img', { name: 'Deployer (service account)' });
  expect(alone).toHaveAttribute('data-tooltip', 'Deployer (service account)');
  expect(alone).toHaveTextContent('');
  expect(alone).toHaveAttribute('data-shape', 'program');
  expect(screen.getByRole('img', { name: 'Ada' })).toHaveTextContent('A');
  // Where the name stands beside it, the name is not repeated; where a badge does, nothing is.
  expect(screen.getAllByRole('img', { name: 'Service account' })).toHaveLength(1);
});
