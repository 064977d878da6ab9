import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { userEvent as browserKeys } from 'vitest/browser';
import type { SuggestText } from './editor-suggest.ts';
import { MarkdownEditor } from './MarkdownEditor.tsx';

const people = ['ada', 'adam', 'bea'];

function show(find?: SuggestText['find']) {
  const asked = vi.fn<SuggestText['find']>(
    find ??
      ((sign, typed) =>
        Promise.resolve(
          people
            .filter((name) => name.startsWith(typed))
            .map((name) => ({ key: name, insert: sign + name, title: name })),
        )),
  );
  const onKey = vi.fn<() => void>();
  const suggest: SuggestText = { signs: '@/', find: asked };
  function Subject() {
    const [value, setValue] = useState('');
    return (
      <IntlProvider locale="en" onError={() => {}}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div onKeyDown={onKey}>
          <MarkdownEditor
            name="text"
            label="Text"
            value={value}
            onChange={setValue}
            preview={() => null}
            suggest={suggest}
          />
        </div>
      </IntlProvider>
    );
  }
  render(<Subject />);
  return { user: userEvent.setup(), asked, onKey, area: screen.getByRole('textbox', { name: 'Text' }) };
}

test('the list opens behind a sign, is walked by arrows, and Enter writes what is active', async () => {
  const { user, area } = show();
  await user.type(area, 'Hi @a');
  const list = await screen.findByRole('listbox', { name: 'Suggestions', hidden: true });
  expect(screen.getByText(/2 suggestions/)).toBeInTheDocument();
  expect(area).toHaveAttribute('aria-controls', list.id);
  const [first, second] = screen.getAllByRole('option', { hidden: true });
  expect(first).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}');
  expect(area).toHaveAttribute('aria-activedescendant', second?.id);
  await user.keyboard('{Enter}');
  expect(area).toHaveValue('Hi @adam ');
  expect(area).toHaveFocus();
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument();
});

test('Escape puts it away and nothing else, until another sign is typed', async () => {
  const { user, area, onKey } = show();
  await user.type(area, '@a');
  await screen.findByRole('listbox', { hidden: true });
  onKey.mockClear();
  await user.keyboard('{Escape}');
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument();
  await user.type(area, 'd');
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument();
  await user.type(area, ' @b');
  expect(await screen.findByRole('option', { name: 'bea', hidden: true })).toBeInTheDocument();
});

test('a press chooses; Ctrl+Enter stays the form’s', async () => {
  const { user, area, onKey } = show();
  await user.type(area, '@ad');
  await screen.findByRole('listbox', { hidden: true });
  onKey.mockClear();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onKey).toHaveBeenCalled();
  await user.click(screen.getByRole('option', { name: 'ada', hidden: true }));
  expect(area).toHaveValue('@ada ');
});

test('what was suggested for an earlier text cannot be chosen: Enter takes the first of the answer', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { user, area } = show(async (sign, typed) => {
    if (typed === 'ad') await answered;
    const found = typed === 'ad' ? ['adam'] : ['bea', 'ada'];
    return found.map((name) => ({ key: name, insert: sign + name, title: name }));
  });
  await user.type(area, '@a');
  const earlier = await screen.findByRole('option', { name: 'bea', hidden: true });
  await user.type(area, 'd');
  expect(earlier).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(earlier);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(area).toHaveValue('@ad');
  answer();
  await waitFor(() => expect(area).toHaveValue('@adam '));
});

test('Enter before an answer without suggestions is the line break it would have been', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { user, area } = show(async (sign, typed) => {
    if (typed === 'ax') await answered;
    return typed === 'ax' ? [] : [{ key: 'ada', insert: `${sign}ada`, title: 'ada' }];
  });
  await user.type(area, '@a');
  await screen.findByRole('option', { name: 'ada', hidden: true });
  await user.type(area, 'x{Enter}');
  expect(area).toHaveValue('@ax');
  answer();
  await waitFor(() => expect(area).toHaveValue('@ax\n'));
});

test('one question for what is typed in one go, and a failure shows nothing', async () => {
  const { area, asked } = show(() => Promise.reject(new Error('away')));
  // Letter by letter, and without the pauses of a user, which a busy machine makes longer than those that are waited for.
  for (const text of ['@', '@a', '@ad', '@ada', '@adam']) fireEvent.change(area, { target: { value: text } });
  await waitFor(() => expect(asked.mock.calls.map(([, typed]) => typed)).toEqual(['adam']));
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument();
});

test('Enter goes on with a list; Ctrl+] and Ctrl+[ indent, Tab leads out', async () => {
  const { area } = show();
  area.focus();
  // Keys of the browser itself: what it writes for the editor goes past the others.
  await browserKeys.keyboard('- one{Enter}two');
  expect(area).toHaveValue('- one\n- two');
  await browserKeys.keyboard('{Control>}{]}{/Control}');
  expect(area).toHaveValue('- one\n  - two');
  await browserKeys.keyboard('{Control>}[[{/Control}');
  expect(area).toHaveValue('- one\n- two');
  await browserKeys.keyboard('{Enter}{Enter}');
  expect(area).toHaveValue('- one\n- two\n');
  await browserKeys.tab();
  expect(area).not.toHaveFocus();
});
