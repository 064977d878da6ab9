import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { chosen, drag, paste } from '../../testing/transfer.ts';
import type { EditorText } from './editor-files.ts';
import { MarkdownEditor } from './MarkdownEditor.tsx';

const image = new File(['x'], 'plan.png', { type: 'image/png' });

function Subject({
  initial,
  onFiles,
}: {
  initial: string;
  onFiles?: (files: readonly File[], text: EditorText) => void;
}) {
  const [value, setValue] = useState(initial);
  return (
    <IntlProvider locale="en" onError={() => {}}>
      <MarkdownEditor
        name="text"
        label="Text"
        value={value}
        onChange={setValue}
        preview={(text) => text}
        {...(onFiles && { onFiles })}
      />
    </IntlProvider>
  );
}

function show(initial: string, withFiles = true): { area: HTMLTextAreaElement; onFiles: ReturnType<typeof vi.fn> } {
  const onFiles = vi.fn<(files: readonly File[], text: EditorText) => void>();
  render(<Subject initial={initial} {...(withFiles && { onFiles })} />);
  return { area: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }), onFiles };
}

test('takes files that are pasted, dropped and chosen', () => {
  const { area, onFiles } = show('');
  expect(fireEvent(area, paste([image]))).toBe(false);
  expect(fireEvent(area, drag('dragover', [image]))).toBe(false);
  expect(fireEvent(area, drag('drop', [image]))).toBe(false);
  expect(screen.getByRole('button', { name: 'Attach a file' })).toBeVisible();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  fireEvent.change(chooser as HTMLInputElement, { target: { files: chosen([image]) } });
  expect(onFiles.mock.calls.map(([files]) => files)).toEqual([[image], [image], [image]]);
});

test('leaves text that brings a image of itself to the browser, and everything where it takes no files', () => {
  const { area, onFiles } = show('');
  const table = paste([image], { 'text/plain': 'a\tb', 'text/html': '<table><td>a<td>b</table>' });
  expect(fireEvent(area, table)).toBe(true);
  expect(fireEvent(area, drag('drop', [], { 'text/plain': 'a' }))).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

test('takes no files unless asked to', () => {
  const { area } = show('', false);
  expect(fireEvent(area, drag('drop', [image]))).toBe(true);
  expect(screen.queryByRole('button', { name: 'Attach a file' })).toBeNull();
});

test('adds to the text at the caret, and replaces without moving it', () => {
  const { area, onFiles } = show('before after');
  area.setSelectionRange(7, 7);
  fireEvent(area, paste([image]));
  const text = onFiles.mock.calls[0]?.[1] as EditorText;
  text.insert('[one]');
  expect(area.value).toBe('before [one]\nafter');
  expect([area.selectionStart, area.selectionEnd]).toEqual([12, 12]);
  text.replace('[one]', '![plan](/x)');
  expect(area.value).toBe('before ![plan](/x)\nafter');
  expect([area.selectionStart, area.selectionEnd]).toEqual([18, 18]);
  area.setSelectionRange(area.value.length, area.value.length);
  text.replace('![plan](/x)', 'it');
  expect([area.selectionStart, area.selectionEnd]).toEqual([area.value.length, area.value.length]);
  area.setSelectionRange(0, 3);
  text.replace('it', '![plan](/x)');
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, 3]);
  text.replace('[two]', 'nothing');
  expect(area.value).toBe('before ![plan](/x)\nafter');
});

test('a text that is sent from its preview leaves the editor ready to write the next one', async () => {
  function Form() {
    const [value, setValue] = useState('A comment');
    return (
      <IntlProvider locale="en" onError={() => {}}>
        <MarkdownEditor
          name="text"
          label="Text"
          value={value}
          onChange={setValue}
          preview={(text) => `Seen: ${text}`}
        />
        <button type="button" onClick={() => setValue('')}>
          Comment
        </button>
      </IntlProvider>
    );
  }
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.getByText('Seen: A comment')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeVisible();
});
