import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { useShownPathname } from '../../platform/navigation/use-address.ts';
import type { ImportView } from '../../modules/imports/api.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { ImportsPage } from './ImportsPage.tsx';

const admin = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true };

beforeEach(() => setSession({ viewer: admin, csrfToken: 'secret' }));
afterEach(() => vi.unstubAllGlobals());

const view = (given: Partial<ImportView>): ImportView => ({
  id: 1,
  state: 'finished',
  fileName: 'kubernetes.tar.gz',
  size: 1_200_000,
  into: null,
  phase: null,
  done: 0,
  total: 0,
  report: null,
  error: null,
  createdAt: '2026-11-21T10:00:00Z',
  startedAt: null,
  finishedAt: null,
  ...given,
});

/** An upload controlled by the test. */
class FakeUpload {
  static last: FakeUpload;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  statusText = '';
  headers: Record<string, string> = {};
  body: FormData | null = null;
  isStopped = false;
  #events = new EventTarget();
  constructor() {
    FakeUpload.last = this;
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  addEventListener(type: string, listener: () => void): void {
    this.#events.addEventListener(type, listener);
  }
  send(body: FormData): void {
    this.body = body;
  }
  abort(): void {
    this.isStopped = true;
    this.#events.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }));
  }
  end(status: number, answer: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(answer);
    this.#events.dispatchEvent(new Event('load'));
  }
}

test('an archive is uploaded with its progress shown, and the import is then tracked', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  let imports: ImportView[] = [];
  fakeServer({ 'GET /-/imports': () => imports });
  const { user } = await renderAt('/-/imports', <ImportsPage />);
  expect(await screen.findByText('No imports yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(screen.getByLabelText('Export archive')).toHaveAccessibleDescription('Choose a .tar.gz file.');
  await user.upload(
    screen.getByLabelText('Export archive'),
    new File(['x'], 'kubernetes.tar.gz', { type: 'application/gzip' }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Destination' }), 'work/kubernetes');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  act(() => FakeUpload.last.progress(40, 100));
  expect(screen.getByRole('progressbar', { name: 'Uploading kubernetes.tar.gz' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  );
  expect(FakeUpload.last.headers).toMatchObject({ 'x-csrf-token': 'secret' });
  expect([...(FakeUpload.last.body as FormData).keys()]).toEqual(['into', 'file']);
  imports = [view({ state: 'running', phase: 'epics and issues', done: 3, total: 6 })];
  act(() => FakeUpload.last.end(201, imports[0]));
  expect(await screen.findByRole('progressbar', { name: 'Epics and issues, 3 of 6' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
});

test('an archive above the limit is refused before it is sent', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  fakeServer({ 'GET /-/imports': () => [] });
  const { user } = await renderAt('/-/imports', <ImportsPage />);
  const field = await screen.findByLabelText('Export archive');
  expect(field).toHaveAccessibleDescription('A .tar.gz file of at most 2 GB.');
  await user.upload(field, new File(['x'], 'large.tar.gz', { type: 'application/gzip' }));
  const size = vi.spyOn(Blob.prototype, 'size', 'get').mockReturnValue(2 * 1024 ** 3 + 1);
  onTestFinished(() => size.mockRestore());
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(field).toHaveAccessibleDescription(/The file is larger than 2 GB\./);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a rejected archive shows an error, and can be retried', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  fakeServer({ 'GET /-/imports': () => [] });
  const { user } = await renderAt('/-/imports', <ImportsPage />);
  await user.upload(
    await screen.findByLabelText('Export archive'),
    new File(['x'], 'a.tar.gz', { type: 'application/gzip' }),
  );
  await user.click(screen.getByRole('button', { name: 'Import' }));
  act(() => FakeUpload.last.end(400, { message: 'tree/groups/1.json: not JSON' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('tree/groups/1.json: not JSON');
  expect(screen.getByRole('button', { name: 'Import' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('the report lists what was imported, in a fixed order, and what failed', async () => {
  const count = (added: number, present = 0, leftOut = 0) => ({ added, present, leftOut });
  const report = {
    kind: 'group' as const,
    fullPath: 'kubernetes',
    counts: { epics: count(1887, 0, 1), groups: count(33), links: count(0), users: count(718, 2) },
    problems: [{ location: 'tree/groups/4/epics.ndjson:17', problem: 'its parent is not in the archive' }],
    problemCount: 1,
    passedOver: [{ relation: 'boards', records: 4 }],
    seconds: 11.2,
  };
  fakeServer({ 'GET /-/imports': () => [view({ report })] });
  await renderAt('/-/imports', <ImportsPage />);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Groups', 'People', 'Epics']);
  expect(table.getByRole('row', { name: 'Epics 1,887 0 1' })).toBeVisible();
  expect(screen.getByText('its parent is not in the archive')).toBeVisible();
  expect(screen.getByText(/boards \(4\)/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open kubernetes' })).toHaveAttribute('href', '/groups/kubernetes');
});

test('a failed import shows the reason, and that nothing was imported, with sizes in units', async () => {
  const failed = (id: number, error: string) => view({ id, state: 'failed', error, size: id === 1 ? 5 : 1 });
  fakeServer({
    'GET /-/imports': () => [
      failed(1, 'The file is not a gzip archive'),
      failed(2, 'epics.ndjson:17: a symbolic link.'),
    ],
  });
  await renderAt('/-/imports', <ImportsPage />);
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map((alert) => alert.textContent.trim())).toEqual([
    'The file is not a gzip archive. Nothing was imported.',
    'epics.ndjson:17: a symbolic link. Nothing was imported.',
  ]);
  expect(screen.getByText(/· 5 bytes$/)).toBeVisible();
  expect(screen.getByText(/· 1 byte$/)).toBeVisible();
});

test('the page is for administrators', async () => {
  setSession({ viewer: { ...admin, isAdmin: false } });
  const asked = fakeServer({});
  await renderAt('/-/imports', <ImportsPage />);
  expect(screen.getByRole('heading', { name: "You don't have access" })).toBeVisible();
  expect(screen.getByText('Only administrators of this server can open this page.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('leaving asks for confirmation, and then the upload is canceled', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  fakeServer({ 'GET /-/imports': () => [] });
  const { user, router } = await renderAt('/-/imports', <Page />);
  await user.upload(
    await screen.findByLabelText('Export archive'),
    new File(['x'], 'a.tar.gz', { type: 'application/gzip' }),
  );
  await user.click(screen.getByRole('button', { name: 'Import' }));
  router.navigate('/elsewhere');
  expect(await screen.findByRole('heading', { name: 'Leave and stop the upload?' })).toBeVisible();
  expect(FakeUpload.last.isStopped).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await vi.waitFor(() => expect(FakeUpload.last.isStopped).toBe(true));
});

/** Another URL shows another page. */
function Page() {
  return useShownPathname() === '/-/imports' ? <ImportsPage /> : null;
}
