import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { drag } from '../../testing/transfer.ts';
import { IssuePage } from './IssuePage.tsx';

const webPath = '/alpha/web/-/issues/3';
const issue = {
  id: 'gid://gitlab/Issue/3',
  iid: '3',
  title: 'Walls',
  state: 'opened',
  type: 'ISSUE',
  description: 'Text',
  descriptionHtml: '<p>Text</p>',
  lockVersion: 1,
  webPath,
  createdAt: '2026-01-01T00:00:00Z',
  reference: 'alpha/web#3',
  author: { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo', avatarUrl: null },
  assignees: { nodes: [] },
  taskCompletionStatus: { count: 0, completedCount: 0 },
  labels: { nodes: [] },
  linkedWorkItems: { nodes: [] },
  awardEmoji: { nodes: [] },
  userPermissions: { updateIssue: true, adminIssue: true, createNote: true },
};

const texts = {
  title: 'Walls',
  title_text: 'Walls',
  description: '<p>Text</p>',
  description_text: 'Text',
  lock_version: 1,
  issue_type: 'issue',
};

/** Every URL that the page requested by other means than fetch. */
let opened: string[] = [];
const served = session().endpoints;

beforeEach(() => {
  opened = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor(address: string) {
        super();
        opened.push(address);
      }
      close(): void {}
    },
  );
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation((_method: string, url: string | URL) => {
    opened.push(String(url));
  });
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => undefined);
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Drafts must not carry over to the next test.
  localStorage.clear();
  setSession({ endpoints: served });
});

function signIn(options: Partial<ReturnType<typeof session>> = {}): void {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false }, ...options });
}

async function open(given: Partial<typeof issue> = {}) {
  const asked = fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...given } } }),
    'GET /api/v4/projects/alpha%2Fweb/issues/3/metric_images': () => [],
    [`GET ${webPath}.json`]: () => texts,
    issueActivity: () => ({
      project: {
        id: 'p',
        issue: { id: 'i', discussions: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
      },
    }),
  });
  const { user } = await renderAt(webPath, <IssuePage address={{ page: 'issue', fullPath: 'alpha/web', iid: '3' }} />);
  await screen.findByRole('heading', { level: 1, name: 'Walls' });
  return { asked, user };
}

const file = (name: string, size = 1, type = 'text/plain'): File => new File([new Uint8Array(size)], name, { type });
const drop = (on: HTMLElement, ...files: File[]): boolean => fireEvent(on, drag('drop', files));

test('IS-NT-07: every request of the issue page goes below the path of the issue or to a path that the server provided', async () => {
  const moved = Object.entries(served).map(([name, path]) => [name, `/handed-over${path}`] as const);
  signIn({ endpoints: Object.fromEntries(moved) });
  const { asked, user } = await open();
  const comment = await screen.findByRole('textbox', { name: 'Add a comment' });
  // Upload, suggestions, abuse report, the form with its templates, and a preview.
  drop(comment, file('plan.txt'));
  await user.type(comment, ' #w');
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/autocomplete_sources/'))).toBe(true));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Issue actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Report abuse' }));
  const report = (await screen.findByRole('dialog', { name: 'Report abuse to administrator' })).querySelector('form');
  expect(report).toHaveAttribute('action', '/handed-over/-/abuse_reports');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: /^Edit\s*E$/ }));
  await screen.findByRole('button', { name: /^Save changes/ });
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/description_templates'))).toBe(true));
  for (const preview of screen.getAllByRole('button', { name: 'Preview' })) await user.click(preview);
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/preview_markdown'))).toBe(true));

  expect(opened).toEqual(
    expect.arrayContaining(['/handed-over/alpha/web/uploads', expect.stringMatching(/^\/handed-over\/-\/live\?/)]),
  );
  const addresses = [...asked.map(({ url }) => url), ...opened];
  const known = addresses.filter((url) => !url.startsWith('/handed-over/') && !url.startsWith(webPath));
  expect(known).toEqual([]);
});

test('UP-FL-01 and UP-FL-03: a comment accepts no file over the configured size, and no more files than configured', async () => {
  signIn({ uploadMaxFiles: 2, uploadLimit: 1000 });
  await open();
  const comment = await screen.findByRole('textbox', { name: 'Add a comment' });
  drop(comment, file('huge.txt', 1001), file('one.txt'), file('two.txt'), file('three.txt'));
  expect(await screen.findByText('File is too big')).toBeVisible();
  expect(screen.getByText('You can not upload any more files.')).toBeVisible();
  expect(opened.filter((url) => url.endsWith('/uploads'))).toHaveLength(2);
  expect((comment as HTMLTextAreaElement).value).toBe('![Uploading one.txt…]()\n![Uploading two.txt…]()');
});

test('UP-FL-02: the metrics of an incident accept images only', async () => {
  signIn();
  await open({ type: 'INCIDENT' });
  const chooser = await screen.findByLabelText<HTMLInputElement>('Add image', { selector: 'input' });
  fireEvent.change(chooser, { target: { files: [file('plan.txt')] } });
  await waitFor(() => expect(screen.getByText("You can't upload files of this type.")).toBeVisible());
  expect(opened.filter((url) => url.endsWith('/metric_images'))).toEqual([]);
});

test('UP-FL-06 and UP-FL-07: an uploading image has a thumbnail of 120 by 120, one over 10 MB has none', async () => {
  const canvas = new OffscreenCanvas(400, 200);
  canvas.getContext('2d')?.fillRect(0, 0, 400, 200);
  const image = await canvas.convertToBlob({ type: 'image/png' });
  const large = new Blob([image, new Uint8Array(10 * 1024 * 1024)]);
  signIn();
  await open();
  const comment = await screen.findByRole('textbox', { name: 'Add a comment' });
  drop(
    comment,
    new File([large], 'large.png', { type: 'image/png' }),
    new File([image], 'small.png', { type: 'image/png' }),
  );
  const rows = await screen.findAllByRole('listitem');
  const row = (name: string) => rows.find(({ textContent }) => textContent.includes(name));
  await waitFor(() => expect(row('small.png')?.querySelector('img')).toBeVisible());
  const { width, height } = row('small.png')?.querySelector('img') ?? {};
  expect([width, height]).toEqual([120, 120]);
  expect(row('large.png')?.querySelector('img')).toBeNull();
});
