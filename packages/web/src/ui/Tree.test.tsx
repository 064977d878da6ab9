import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { Tree, TreeRow } from './Tree.tsx';

const follow = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());

function Items() {
  const [isOpen, setOpen] = useState(false);
  const row = (name: string, position: number, level = 1) => (
    <TreeRow key={name} level={level} name={name} position={position} total={3}>
      <a href={`/${name}`} tabIndex={-1} onClick={follow}>
        {name}
      </a>
    </TreeRow>
  );
  return (
    <IntlProvider locale="en">
      <Tree label="Child items">
        <TreeRow level={1} name="Alpha" isExpanded={isOpen} position={1} total={3} onToggle={() => setOpen(!isOpen)}>
          <a href="/Alpha" tabIndex={-1} onClick={follow}>
            Alpha
          </a>
        </TreeRow>
        {isOpen && row('Alpha child', 1, 2)}
        {row('Beta', 2)}
        {row('Gamma', 3)}
      </Tree>
    </IntlProvider>
  );
}

const item = (name: string): HTMLElement => screen.getByRole('treeitem', { name });

test('the tree is one tab stop; ↑ ↓ Home and End walk', async () => {
  render(<Items />);
  await userEvent.tab();
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(item('Gamma')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Gamma')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowUp}');
  expect(item('Beta')).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(item('Beta')).toHaveFocus();
});

test('→ opens and then enters, ← leaves and then closes', async () => {
  render(<Items />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(item('Alpha')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowRight}');
  expect(item('Alpha child')).toHaveFocus();
  expect(item('Alpha child')).toHaveAttribute('aria-level', '2');
  await userEvent.keyboard('{ArrowLeft}');
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(item('Alpha')).toHaveAttribute('aria-expanded', 'false');
});

test('typing jumps to the row that begins so, and Enter follows its link', async () => {
  render(<Items />);
  await userEvent.tab();
  await userEvent.keyboard('ga');
  expect(item('Gamma')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(follow).toHaveBeenCalledOnce();
});
