import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu, MenuChoice, MenuItem } from './Menu.tsx';

function setUp() {
  const chosen = vi.fn<(choice: string) => void>();
  render(
    <>
      <Menu label="Sort by" trigger={(trigger) => <button {...trigger}>Start date</button>}>
        <MenuChoice checked={false} onSelect={() => chosen('title')}>
          Title
        </MenuChoice>
        <MenuChoice checked onSelect={() => chosen('start')}>
          Start date
        </MenuChoice>
        <MenuItem href="/groups/new" onSelect={() => chosen('new')}>
          New group
        </MenuItem>
      </Menu>
      <button>After</button>
    </>,
  );
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Start date' }) };
}

test('a press opens the menu with the focus on what is chosen; a choice closes it and gives the focus back', async () => {
  const { chosen, user, button } = setUp();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('menu', { name: 'Sort by' })).toBeVisible();
  expect(screen.getByRole('menuitemradio', { name: 'Start date' })).toHaveFocus();
  await user.click(screen.getByRole('menuitemradio', { name: 'Title' }));
  expect(chosen).toHaveBeenCalledExactlyOnceWith('title');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
});

test('arrows walk and wrap, letters jump, Enter chooses', async () => {
  const { chosen, user, button } = setUp();
  button.focus();
  await user.keyboard('{ArrowDown}');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'New group' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitemradio', { name: 'Title' })).toHaveFocus();
  await user.keyboard('n');
  expect(screen.getByRole('menuitem', { name: 'New group' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('new');
});

test('Escape, and a press outside, close without choosing', async () => {
  const { chosen, user, button } = setUp();
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'After' }));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(chosen).not.toHaveBeenCalled();
});

test('Tab leaves the menu closed', async () => {
  const { user, button } = setUp();
  await user.click(button);
  await user.tab();
  expect(screen.queryByRole('menu')).toBeNull();
});
