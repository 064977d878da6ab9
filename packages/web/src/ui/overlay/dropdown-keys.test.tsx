import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { Button } from '../button/Button.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { Picker, type PickerOption, type SearchState } from './Picker.tsx';

const options = ['Alpha', 'Beta', 'Gamma'].map((title) => ({ value: title, title }));

test('LM-IS-05: a list to pick from walks by ↓ ↑ Home and End, and Enter and Space pick', async () => {
  const picked = vi.fn<(option: PickerOption) => void>();
  render(
    <IntlProvider locale="en">
      <Picker
        label="Letters"
        anchor={null}
        options={options}
        chosen={[]}
        search=""
        onSearch={() => undefined}
        isLoading={false}
        searchState="settled"
        onPick={picked}
        onClose={() => undefined}
      />
    </IntlProvider>,
  );
  const active = (): string | null => {
    const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
    return id === null ? null : (document.getElementById(id)?.textContent ?? null);
  };
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Beta');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Alpha');
  await userEvent.keyboard('{End}');
  expect(active()).toBe('Gamma');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Home}');
  expect(active()).toBe('Alpha');
  await userEvent.keyboard(' ');
  expect(picked.mock.calls.map(([{ value }]) => value)).toEqual(['Gamma', 'Alpha']);
});

test('results of an earlier search cannot be picked; Enter waits for those of the newer one', async () => {
  const picked = vi.fn<(option: PickerOption) => void>();
  const picker = (searchState: SearchState, titles: readonly string[], search: string) => (
    <IntlProvider locale="en">
      <Picker
        label="Letters"
        anchor={null}
        options={titles.map((title) => ({ value: title, title }))}
        chosen={[]}
        search={search}
        onSearch={() => undefined}
        isLoading={searchState !== 'settled'}
        searchState={searchState}
        onPick={picked}
        onClose={() => undefined}
      />
    </IntlProvider>
  );
  const view = render(picker('outdated', ['Alpha', 'Beta'], ''));
  const beta = screen.getByRole('option', { name: 'Beta' });
  expect(beta).toHaveAttribute('aria-disabled', 'true');
  // A pointer does not ask whether something is disabled.
  fireEvent.click(beta);
  await userEvent.keyboard('{ArrowDown} ');
  expect(screen.getByRole('combobox')).not.toHaveAttribute('aria-activedescendant');
  expect(picked).not.toHaveBeenCalled();
  view.rerender(picker('settled', ['Gamma', 'Delta'], ''));
  await waitFor(() => expect(picked.mock.calls.map(([{ value }]) => value)).toEqual(['Gamma']));
  await userEvent.click(screen.getByRole('option', { name: 'Delta' }));
  expect(picked.mock.lastCall?.[0].value).toBe('Delta');
});

test('LM-IS-05: a menu does the same', async () => {
  const chosen = vi.fn<(name: string) => void>();
  render(
    <IntlProvider locale="en">
      <Menu label="Letters" trigger={(props) => <Button {...props}>Open</Button>}>
        {options.map(({ title }) => (
          <MenuItem key={title} onSelect={() => chosen(title)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </IntlProvider>,
  );
  const item = (name: string): HTMLElement => screen.getByRole('menuitem', { name });
  screen.getByRole('button', { name: 'Open' }).focus();
  await userEvent.keyboard(' ');
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(item('Gamma')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  expect(item('Beta')).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenLastCalledWith('Beta');
});

test('entries that a style hides on this screen are not on the way of the keys', async () => {
  render(
    <IntlProvider locale="en">
      <Menu label="Letters" trigger={(props) => <Button {...props}>Open</Button>}>
        <div style={{ display: 'none' }}>
          <MenuItem onSelect={() => undefined}>Aleph</MenuItem>
        </div>
        <MenuItem onSelect={() => undefined}>Alpha</MenuItem>
        <div style={{ display: 'none' }}>
          <MenuItem onSelect={() => undefined}>Bet</MenuItem>
        </div>
        <MenuItem onSelect={() => undefined}>Beta</MenuItem>
      </Menu>
    </IntlProvider>,
  );
  const item = (name: string): HTMLElement => screen.getByRole('menuitem', { name });
  screen.getByRole('button', { name: 'Open' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Beta')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Alpha')).toHaveFocus();
  await userEvent.keyboard('b');
  expect(item('Beta')).toHaveFocus();
});
