import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, onTestFinished, test, vi } from 'vitest';
import { restoreLostFocus } from '../restore-focus.ts';
import { Tree, type TreeMove } from './Tree.tsx';
import type { TreeRow } from './TreeRowView.tsx';

const follow = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());

function Items({ onMove }: { onMove?: (row: TreeRow, move: TreeMove) => void }) {
  const [isOpen, setOpen] = useState(false);
  const row = (name: string, position: number, level = 1): TreeRow => ({
    key: name,
    name,
    level,
    height: 40,
    position,
    total: 3,
  });
  const rows = [
    { ...row('Alpha', 1), isExpanded: isOpen },
    ...(isOpen ? [row('Alpha child', 1, 2)] : []),
    row('Beta', 2),
    row('Gamma', 3),
  ];
  return (
    <IntlProvider locale="en">
      <Tree label="Child items" rows={rows} onToggle={() => setOpen(!isOpen)} onMove={onMove}>
        {({ name }) => (
          <a href={`/${name}`} tabIndex={-1} onClick={follow}>
            {name}
          </a>
        )}
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

test('with Alt the arrows move a row, not the focus', async () => {
  const moved = vi.fn<(row: TreeRow, move: TreeMove) => void>();
  render(<Items onMove={moved} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{ArrowRight}{/Alt}');
  expect(moved.mock.calls.map(([row, move]) => [row.name, move])).toEqual([
    ['Beta', 'up'],
    ['Beta', 'in'],
  ]);
  expect(item('Beta')).toHaveFocus();
});

test('rows that appear while scrolling are rendered fully once the list is still; those that stay are not rendered again', async () => {
  const rows = Array.from({ length: 200 }, (_, index): TreeRow => {
    return { key: `${index}`, name: `Row ${index}`, level: 1, height: 40, position: index + 1, total: 200 };
  });
  const drawn = vi.fn<(name: string) => void>();
  const draw = ({ name }: TreeRow, isMoving: boolean) => {
    drawn(name);
    return isMoving ? null : <button type="button">Remove {name}</button>;
  };
  render(
    <IntlProvider locale="en">
      <Tree label="Child items" rows={rows} onToggle={() => undefined}>
        {draw}
      </Tree>
    </IntlProvider>,
  );
  expect(screen.getByRole('button', { name: 'Remove Row 5' })).toBeInTheDocument();
  // Those beyond the screen come once it is painted.
  expect(await screen.findByRole('button', { name: 'Remove Row 28' })).toBeInTheDocument();
  drawn.mockClear();
  vi.spyOn(screen.getByRole('tree'), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -400, 800, 8000));
  fireEvent.scroll(document);
  expect(item('Row 30')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove Row 30' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Row 8' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Remove Row 30' })).toBeInTheDocument();
  expect(drawn.mock.calls.flat()).not.toContain('Row 8');
});

test('of five thousand rows only those on screen are in the document, and the one with the focus', async () => {
  const rows = Array.from({ length: 5000 }, (_, index): TreeRow => {
    return { key: `${index}`, name: `Row ${index}`, level: 1, height: 40, position: index + 1, total: 5000 };
  });
  render(
    <IntlProvider locale="en">
      <Tree label="Child items" rows={rows} onToggle={() => undefined}>
        {({ name }) => name}
      </Tree>
    </IntlProvider>,
  );
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  expect(screen.getByRole('tree')).toHaveStyle({ height: '200000px' });
  await userEvent.tab();
  await userEvent.keyboard('{End}');
  expect(item('Row 4999')).toHaveFocus();
  expect(item('Row 4999')).toHaveStyle({ top: '199960px' });
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
});

test('a moved row that is missing for a moment has the focus again, although another row had it meanwhile', async () => {
  onTestFinished(restoreLostFocus());
  let bringBack: () => void = () => undefined;
  function Moving() {
    const [names, setNames] = useState(['Alpha', 'Beta', 'Gamma']);
    const move = (): void => {
      setNames(['Alpha', 'Gamma']);
      bringBack = () => setNames(['Beta', 'Alpha', 'Gamma']);
    };
    const rows = names.map((name, at) => ({ key: name, name, level: 1, height: 40, position: at + 1, total: 3 }));
    return (
      <IntlProvider locale="en">
        <Tree label="Child items" rows={rows} onToggle={() => undefined} onMove={move}>
          {({ name }) => name}
        </Tree>
      </IntlProvider>
    );
  }
  render(<Moving />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(item('Gamma')).toHaveFocus());
  act(bringBack);
  await waitFor(() => expect(item('Beta')).toHaveFocus());
});
