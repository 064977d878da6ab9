import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { drag } from '../../testing/transfer.ts';
import { MarkdownEditor } from '../../ui/editor/MarkdownEditor.tsx';
import { UploadError, type SendFile, type UploadProblem } from './send-file.ts';
import { UploadList } from './UploadList.tsx';
import { useAttachments } from './use-attachments.tsx';

interface Sending {
  request: SendFile;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}
const sendings: Sending[] = [];
vi.mock('./send-file.ts', async (original) => ({
  ...(await original<object>()),
  sendFile: (request: SendFile) =>
    new Promise((resolve, reject) => {
      sendings.push({ request, resolve, reject });
      request.signal.addEventListener('abort', () => reject(new UploadError({ kind: 'canceled' })));
    }),
}));

function Subject() {
  const [value, setValue] = useState('');
  const { editor, isUploading } = useAttachments({ project: 'g/p' });
  return (
    <>
      <MarkdownEditor name="t" label="Text" value={value} onChange={setValue} preview={(text) => text} {...editor} />
      <button type="button" disabled={isUploading}>
        Save
      </button>
    </>
  );
}

const wrapped = (children: React.ReactNode) => (
  <IntlProvider locale="en" onError={() => {}}>
    {children}
  </IntlProvider>
);
const file = (name: string): File => new File(['x'], name, { type: 'text/plain' });
const area = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Text' });
const drop = (...names: string[]): boolean => fireEvent(area(), drag('drop', names.map(file)));
const settle = (work: () => void) =>
  act(async () => {
    work();
    await Promise.resolve();
  });

test('a placeholder is in the text until the response replaces it', async () => {
  sendings.length = 0;
  render(wrapped(<Subject />));
  drop('plan.txt', 'plan.txt');
  expect(area().value).toBe('![Uploading plan.txt…]()\n![Uploading plan.txt (2)…]()');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(sendings[0]?.request.url).toBe('/g/p/uploads');
  expect(screen.getAllByRole('progressbar', { name: 'Uploading plan.txt' })).toHaveLength(2);
  await settle(() => sendings[1]?.resolve({ link: { markdown: '[plan.txt](/uploads/2/plan.txt)' } }));
  expect(area().value).toBe('![Uploading plan.txt…]()\n[plan.txt](/uploads/2/plan.txt)');
  expect(screen.getByText('plan.txt attached.')).toBeInTheDocument();
  await settle(() => sendings[0]?.reject(new UploadError({ kind: 'status', statusCode: 500 })));
  expect(area().value).toBe('\n[plan.txt](/uploads/2/plan.txt)');
  expect(screen.getByText('Server responded with 500 code.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('canceling takes the placeholder away and says so', async () => {
  sendings.length = 0;
  render(wrapped(<Subject />));
  drop('plan.txt');
  await settle(() => screen.getByRole('button', { name: 'Cancel plan.txt' }).click());
  expect(area().value).toBe('');
  expect(screen.getByText('Upload canceled.')).toBeVisible();
  await settle(() => screen.getByRole('button', { name: 'Dismiss plan.txt' }).click());
  expect(screen.queryByText('Upload canceled.')).toBeNull();
});

test.each<[UploadProblem, string]>([
  [{ kind: 'tooBig' }, 'File is too big'],
  [{ kind: 'wrongType' }, "You can't upload files of this type."],
  [{ kind: 'tooMany' }, 'You can not upload any more files.'],
  [{ kind: 'canceled' }, 'Upload canceled.'],
  [{ kind: 'status', statusCode: 413 }, 'Server responded with 413 code.'],
  [{ kind: 'notJson' }, 'Invalid JSON response from server.'],
])('%o is said to the letter', (problem, message) => {
  const item = { id: 1, file: file('a.txt'), state: 'failed', share: 0, problem, thumbnail: null } as const;
  const queue = { cancel: vi.fn<() => void>(), dismiss: vi.fn<() => void>() };
  render(wrapped(<UploadList queue={queue} items={[item]} />));
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(`a.txt: ${message}`);
});

test('a thumbnail is 120 by 120', () => {
  const item = {
    id: 1,
    file: file('a.png'),
    state: 'running',
    share: 10,
    problem: null,
    thumbnail: 'data:image/png;base64,AAAA',
  } as const;
  const queue = { cancel: vi.fn<() => void>(), dismiss: vi.fn<() => void>() };
  const { container } = render(wrapped(<UploadList queue={queue} items={[item]} />));
  const image = container.querySelector('img');
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['120', '120']);
});
