import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { drag, paste } from '../../testing/transfer.ts';
import type { EditorText } from './editor-files.ts';
import type { SuggestText } from './editor-suggest.ts';
import { MarkdownEditor } from './MarkdownEditor.tsx';

const line = 'The ferry leaves at seven, and who is late waits for the next.\n';
const megabyte = line.repeat(Math.ceil(1_000_000 / line.length));
const image = new File(['x'], 'plan.png', { type: 'image/png' });
const suggest: SuggestText = {
  signs: '@',
  find: (sign, typed) => Promise.resolve([{ key: 'ada', insert: `${sign}ada`, title: `ada for ${typed}` }]),
};

/** The text as the page has it. */
let written = '';
const onFiles = vi.fn<(files: readonly File[], text: EditorText) => void>();

function Subject({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    written = value;
  }, [value]);
  return (
    <IntlProvider locale="en" onError={() => {}}>
      <MarkdownEditor
        name="text"
        label="Text"
        error={value.endsWith('!') ? 'Too loud' : undefined}
        value={value}
        onChange={setValue}
        preview={(text) => <p>{text.length} characters</p>}
        onFiles={onFiles}
        suggest={suggest}
      />
      <button type="button" onClick={() => setValue('Another text')}>
        Replace
      </button>
    </IntlProvider>
  );
}

async function show(initial = megabyte): Promise<{ user: ReturnType<typeof userEvent.setup>; area: HTMLElement }> {
  render(<Subject initial={initial} />);
  const area = await screen.findByRole('textbox', { name: 'Text' });
  return { user: userEvent.setup(), area };
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

test('a megabyte is edited in a windowed text box', async () => {
  const { user, area } = await show();
  expect(area).not.toBeInstanceOf(HTMLTextAreaElement);
  expect(area).toHaveAttribute('aria-multiline', 'true');
  expect(area).toHaveAttribute('spellcheck', 'true');
  expect(area.textContent.length).toBeLessThan(100_000);
  expect(written === megabyte).toBe(true);
  await user.click(screen.getByText('Text', { selector: 'label' }));
  expect(area).toHaveFocus();
});

test('a short text stays in the browser’s own text area', async () => {
  const { area } = await show('Short');
  expect(area).toBeInstanceOf(HTMLTextAreaElement);
});

test('buttons, keys and undo work in it as in a text area', async () => {
  const { user, area } = await show();
  area.focus();
  await user.click(button('Table'));
  expect(written.startsWith('| Header | Header |')).toBe(true);
  fireEvent.keyDown(area, { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true });
  expect(written === megabyte).toBe(true);
  fireEvent.keyDown(area, { key: ']', ctrlKey: true });
  expect(written.startsWith('  The ferry')).toBe(true);
  fireEvent.keyDown(area, { key: '[', ctrlKey: true });
  expect(written === megabyte).toBe(true);
  fireEvent.keyDown(area, { key: 'b', ctrlKey: true });
  expect(written.startsWith('****The ferry')).toBe(true);
});

test('Ctrl+Enter is left to the form, and keys that the editor handles do not propagate', async () => {
  const { area } = await show();
  const onKey = vi.fn<(event: Event) => void>();
  document.body.addEventListener('keydown', onKey);
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13, ctrlKey: true });
  expect(onKey).toHaveBeenCalledTimes(1);
  expect(written === megabyte).toBe(true);
  fireEvent.keyDown(area, { key: 'b', ctrlKey: true });
  expect(onKey).toHaveBeenCalledTimes(1);
  document.body.removeEventListener('keydown', onKey);
});

test('placeholders of files are inserted at the caret and replaced by the results', async () => {
  const { area } = await show();
  onFiles.mockClear();
  expect(fireEvent(area, paste([image]))).toBe(false);
  expect(fireEvent(area, drag('drop', [image]))).toBe(false);
  expect(onFiles).toHaveBeenCalledTimes(2);
  const text = onFiles.mock.calls[0]?.[1] as EditorText;
  act(() => text.insert('[one]'));
  expect(written.startsWith('[one]\nThe ferry')).toBe(true);
  expect(area).not.toHaveFocus();
  act(() => text.replace('[one]', '![plan](/x)'));
  expect(written.startsWith('![plan](/x)\nThe ferry')).toBe(true);
});

test('suggestions open behind a sign and are written by Enter', async () => {
  const { area } = await show();
  area.focus();
  onFiles.mockClear();
  fireEvent(area, paste([image]));
  const text = onFiles.mock.calls[0]?.[1] as EditorText;
  act(() => text.insert('@a '));
  fireEvent.keyDown(area, { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 });
  fireEvent.keyDown(area, { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 });
  const list = await screen.findByRole('listbox', { hidden: true });
  expect(area).toHaveAttribute('aria-autocomplete', 'list');
  expect(area).toHaveAttribute('aria-controls', list.id);
  expect(area).toHaveAttribute('aria-activedescendant', within(list).getByRole('option', { hidden: true }).id);
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13 });
  expect(written.startsWith('@ada ')).toBe(true);
  expect(screen.queryByRole('listbox', { hidden: true })).not.toBeInTheDocument();
});

test('the preview replaces the field and returns it; another text of the page is shown', async () => {
  const { user, area } = await show();
  await user.click(button('Preview'));
  expect(screen.getByText(`${megabyte.length} characters`)).toBeVisible();
  expect(area).not.toBeVisible();
  await user.click(button('Continue editing'));
  expect(area).toBeVisible();
  await user.click(button('Replace'));
  expect(area).toHaveTextContent('Another text');
  await user.click(button('Bold'));
  expect(written).toContain('****');
});

test('what is wrong with it is said with it', async () => {
  const { area } = await show(`${megabyte}!`);
  expect(area).toHaveAttribute('aria-invalid', 'true');
  expect(area).toHaveAccessibleDescription('Too loud');
});

test('a paste that makes a text long moves it over, and is undone like any other', async () => {
  const { area } = await show('before after');
  (area as HTMLTextAreaElement).setSelectionRange(7, 7);
  area.focus();
  expect(fireEvent(area, paste([], { 'text/plain': megabyte }))).toBe(false);
  await waitFor(() => expect(written === `before ${megabyte}after`).toBe(true));
  const long = screen.getByRole('textbox', { name: 'Text' });
  expect(long).not.toBe(area);
  expect(long).toHaveFocus();
  fireEvent.keyDown(long, { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true });
  expect(written).toBe('before after');
});
