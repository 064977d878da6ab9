import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { HelpKey } from './HelpKey.tsx';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';

const edit = vi.fn<() => void>();
const zoom = vi.fn<() => void>();

function Page() {
  useShortcuts([
    { keys: 'e', title: 'Edit', perform: edit },
    { keys: '+', also: '=', title: 'Zoom in', perform: zoom },
    { keys: 'j', title: 'Next row' },
  ]);
  return <HelpKey />;
}

test('the help lists every key of the page, also of those that a part takes by itself', async () => {
  const { user } = await renderAt('/', <Page />);
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  for (const title of ['Edit', 'Zoom in', 'Next row', 'Search, jump or run a command', 'Show keyboard shortcuts']) {
    expect(help.getByText(title)).toBeVisible();
  }
});

test('a key is consumed only if its shortcut is handled here, not if it is only listed in the help', async () => {
  const { user } = await renderAt('/', <Page />);
  await user.keyboard('e+=');
  expect(edit).toHaveBeenCalledOnce();
  expect(zoom).toHaveBeenCalledTimes(2);
  // False would mean that a handler prevented the default.
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'e' })).toBe(false);
});
