import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { session, setSession } from '../../platform/session/session.ts';
import { SettingsPage } from './SettingsPage.tsx';

const kinds = ['group', 'project'] as const;
type Kind = (typeof kinds)[number];

const pageOf = { group: '/groups/work/web/-/edit', project: '/work/web/edit' } as const;
const dataOf = { group: 'GET /groups/work/web/-/settings.json', project: 'GET /work/web/-/settings.json' } as const;

const settingsOf = (kind: Kind, changes: object = {}) => ({
  id: 7,
  kind,
  name: 'Web',
  path: 'web',
  full_path: 'work/web',
  description: 'Sites',
  visibility: 'public',
  avatar_url: null,
  lock_version: 3,
  archived: false,
  transferring: false,
  transfer: null,
  visibility_progress: null,
  removal_progress: null,
  path_before_deletion: null,
  removed_on: null,
  parent: { id: 1, full_path: 'work', visibility: 'public' },
  contents: { epics: 5, issues: 40, groups: 2, projects: 3 },
  visibilities_below: [{ visibility: 'private', groups: 0, projects: 12, paths: ['work/web/secret'] }],
  features: [
    { name: 'boards', setting: 'boards_enabled', is_on: true, off_in: null },
    { name: 'iterations', setting: 'iterations_enabled', is_on: false, off_in: 'work' },
  ],
  counts: {
    members: 4,
    labels: 0,
    milestones: 0,
    templates: 0,
    customFields: 0,
    webhooks: 2,
    publicLinks: 1,
    accessTokens: 3,
    cadences: 2,
  },
  permissions: {
    update: true,
    archive: true,
    transfer: true,
    destroy: true,
    read_audit_events: true,
    read_seats: true,
    manage_service_accounts: true,
  },
  ...changes,
});

function open(kind: Kind, answers: Parameters<typeof fakeServer>[0] = {}, changes: object = {}) {
  const asked = fakeServer({ [dataOf[kind]]: () => settingsOf(kind, changes), ...answers });
  const address = { page: `${kind}Settings`, fullPath: 'work/web' } as const;
  return renderAt(pageOf[kind], <SettingsPage address={address} />).then((page) => ({ ...page, asked }));
}

let before: ReturnType<typeof session>;
beforeEach(() => {
  before = session();
  setSession({ ...before, viewer: { id: 1, username: 'ada', name: 'Ada', isAdmin: false } as never });
});
afterEach(() => {
  setSession(before);
  vi.unstubAllGlobals();
});

const nameField = () => screen.findByRole('textbox', { name: 'Name' });
const saveButton = () => screen.getByRole('button', { name: 'Save changes' });

describe.each(kinds)('TM-PS-01: the settings of a %s', (kind) => {
  test('TM-GS-02: list the sections with counts', async () => {
    await open(kind);
    const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
    expect(sections.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page');
    expect(sections.getByRole('link', { name: 'Members and access 4' })).toBeVisible();
    // Switched off above.
    expect(sections.queryByRole('link', { name: 'Iterations' })).toBeNull();
    const work = {
      group: ['Labels', 'Milestones', 'Statuses', 'Custom fields', 'Templates', 'Protected environments'],
      project: ['Labels', 'Milestones', 'Templates', 'Protected environments'],
    };
    expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Members and access4',
      ...(kind === 'group' ? ['Public links1'] : []),
      ...work[kind],
      'Webhooks2',
      ...(kind === 'project' ? ['Remote', 'Inbound webhooks'] : []),
      'Access tokens3',
      ...(kind === 'group'
        ? ['Service accounts', 'LDAP and role mappings', 'Usage and seats', 'Billing', 'Assistant']
        : []),
      'Audit log',
      'Deleted',
    ]);
    const titles = sections.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(titles).toEqual([kind === 'group' ? 'Group' : 'Project', 'Work', 'Connections', 'Control']);
    expect(sections.getByRole('link', { name: 'Webhooks 2' })).toBeVisible();
    expect(sections.getByRole('link', { name: 'Access tokens 3' })).toHaveAttribute(
      'href',
      `${kind === 'group' ? '/groups' : ''}/work/web/-/settings/access_tokens`,
    );
  });

  test('TM-IC-05: a project says whether label changes are added to timelines of incidents', async () => {
    const sent: unknown[] = [];
    const { user } = await open(kind, {
      [`PUT /api/v4/${kind}s/7`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return {};
      },
    });
    await nameField();
    const toggle = screen.queryByRole('switch', { name: 'Label changes in the timeline' });
    if (toggle) await user.click(toggle);
    const expected = kind === 'project' ? [{ incident_label_timeline_enabled: true }] : [];
    await waitFor(() => expect(sent).toEqual(expected));
  });

  test('TM-GS-11: a feature is switched in place, and one that is off above has no switch', async () => {
    const sent: unknown[] = [];
    const { user } = await open(kind, {
      [`PUT /api/v4/${kind}s/7`]: (input: unknown) => {
        sent.push(input);
        return sent.length === 1 ? new Status(500) : {};
      },
    });
    const boards = await screen.findByRole('switch', { name: 'Boards' });
    expect(boards).toBeChecked();
    expect(screen.queryByRole('switch', { name: 'Iterations' })).toBeNull();
    expect(screen.getByText('Switched off in work')).toBeVisible();
    await user.click(boards);
    expect(await screen.findByText(/^Could not save your changes\./)).toBeVisible();
    expect(boards).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Settings saved.')).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  test('TM-PR-01: the avatar is cropped to a square and saved', async () => {
    let sent: unknown;
    const { user } = await open(kind, {
      [`PUT /-/avatars/${kind}/7`]: ({ body }: { body: unknown }) => {
        sent = body;
        return { avatar_url: `/-/avatars/${kind}/7/0123456789abcdef` };
      },
    });
    const canvas = document.createElement('canvas');
    canvas.width = 30;
    canvas.height = 20;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    await user.upload(
      await screen.findByLabelText('Avatar image'),
      new File([blob as Blob], 'a.png', { type: 'image/png' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Save avatar' }));
    await waitFor(() => expect(sent).toBeInstanceOf(FormData));
    const image = await createImageBitmap((sent as FormData).get('avatar') as Blob);
    expect([image.width, image.height]).toEqual([20, 20]);
  });

  test('TM-GS-07: a new path says before saving which old links stop; it is saved with the version that was seen, and the page follows it', async () => {
    const { user, asked, address } = await open(kind, {
      'GET /api/v4/namespaces/site/exists': () => ({ exists: false, suggests: [], redirects_to: 'work/older' }),
      [`PUT /api/v4/${kind}s/7`]: () =>
        kind === 'group' ? { full_path: 'work/site' } : { path_with_namespace: 'work/site' },
    });
    await nameField();
    const path = screen.getByRole('textbox', { name: kind === 'group' ? 'Group URL' : 'Project URL' });
    expect(path).toHaveAccessibleDescription('Old URLs redirect to the new one.');
    await user.clear(path);
    await user.type(path, 'site');
    await waitFor(() => expect(path).toHaveAccessibleDescription(/^Old links to work\/older will stop working/));
    await user.click(saveButton());
    await waitFor(() => expect(address()).toBe(pageOf[kind].replace('web', 'site')));
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ path: 'site', lock_version: 3 });
  });

  test('TM-ER-01, TM-ER-02: a refusal is shown below its field, which gets the focus; the input is kept', async () => {
    const { user } = await open(kind, {
      [`PUT /api/v4/${kind}s/7`]: () => new Status(400, { message: { name: ['is odd'] } }),
    });
    const name = await nameField();
    await user.type(name, '!');
    await user.click(saveButton());
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('Is odd');
    expect(name).toHaveValue('Web!');
  });

  test('TM-ER-01: another failure reports that nothing was saved, and offers a retry', async () => {
    const { user } = await open(kind, { [`PUT /api/v4/${kind}s/7`]: () => new Status(503) });
    await user.type(await nameField(), '!');
    await user.click(saveButton());
    expect(await screen.findByText('Could not save your changes.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  test('what someone else saved meanwhile is not overwritten unasked', async () => {
    let version = 3;
    const { user, asked } = await open(kind, {
      [dataOf[kind]]: () => settingsOf(kind, { lock_version: version }),
      [`PUT /api/v4/${kind}s/7`]: ({ body }) =>
        (body as { lock_version: number }).lock_version === version
          ? { full_path: 'work/web', path_with_namespace: 'work/web' }
          : new Status(409, { message: 'Someone edited this' }),
    });
    await user.type(await nameField(), '!');
    version = 4;
    await user.click(saveButton());
    expect(await screen.findByText(/^Someone else saved these settings meanwhile/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() =>
      expect(asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Web!', lock_version: 4 }),
    );
  });

  test('TM-GS-17: is deleted only with the full path typed', async () => {
    const { user, asked } = await open(kind, { [`DELETE /api/v4/${kind}s/7`]: () => new Status(202, {}) });
    const text = kind === 'group' ? /^Deletes 5 epics, 40 issues, 5 subgroups and projects\./ : /^Deletes 40 issues\./;
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = within(screen.getByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: kind === 'group' ? 'Delete group' : 'Delete project' });
    await user.type(dialog.getByRole('textbox'), 'work/we');
    await user.click(confirm);
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.type(dialog.getByRole('textbox'), 'b');
    await user.click(confirm);
    await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  test('is moved to a group of the list', async () => {
    const target = { id: 9, name: 'Lab', full_path: 'lab' };
    const { user, asked, address } = await open(kind, {
      [`GET /api/v4/${kind}s/7/transfer_locations`]: () => [target, { id: 8, name: 'Site', full_path: 'work/site' }],
      [`GET /api/v4/${kind}s/7/transfer_statuses`]: () => [],
      'POST /api/v4/groups/7/transfer': () => ({ full_path: 'lab/web' }),
      'PUT /api/v4/projects/7/transfer': () => ({ path_with_namespace: 'lab/web' }),
    });
    await nameField();
    await user.click(screen.getByRole('button', { name: 'Transfer…' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('searchbox', { name: 'Search groups' })).toHaveFocus();
    await user.click(await dialog.findByRole('radio', { name: 'work/site' }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('radio', { name: 'lab' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Issues lose the epics and iterations of work');
    await user.type(dialog.getByRole('textbox', { name: 'Type work/web to confirm' }), 'work/web');
    await user.click(dialog.getByRole('button', { name: kind === 'group' ? 'Transfer group' : 'Transfer project' }));
    await waitFor(() => expect(address()).toBe(pageOf[kind].replace('work', 'lab')));
    const sent = asked.find(({ url }) => url.endsWith('/transfer'));
    expect(sent?.body).toEqual(kind === 'group' ? { group_id: 9 } : { namespace: 9 });
  });

  test('a move by a job shows its progress, then why it failed', async () => {
    const transfer = { status: 'pending', progress: 42, failure: null };
    const none = {
      update: false,
      archive: false,
      transfer: false,
      destroy: false,
      read_audit_events: false,
      read_seats: false,
      manage_service_accounts: false,
    };
    let state: object = { transferring: true, transfer, permissions: none };
    await open(kind, { [dataOf[kind]]: () => settingsOf(kind, state) });
    expect(
      await screen.findByText(`This ${kind} is being transferred. It is read-only until the transfer is complete.`),
    ).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Transfer progress' })).toHaveAttribute('aria-valuenow', '42');
    expect(screen.queryByText(/^Owners change/)).toBeNull();
    state = { transfer: { status: 'failed', progress: 0, failure: 'Path has already been taken' } };
    expect(
      await screen.findByText('The transfer failed. Path has already been taken', {}, { timeout: 5000 }),
    ).toBeVisible();
    expect(await nameField()).toBeVisible();
  });

  test('a change of visibility by a job shows its progress', async () => {
    await open(kind, { [dataOf[kind]]: () => settingsOf(kind, { visibility_progress: 42 }) });
    const bar = await screen.findByRole('progressbar', { name: 'Progress of the change of visibility' });
    expect(bar).toHaveAttribute('aria-valuenow', '42');
    cleanup();
    await open(kind, { [dataOf[kind]]: () => settingsOf(kind, { removal_progress: 7 }) });
    expect(
      await screen.findByText(`This ${kind} is being removed for good. It cannot be restored any more.`),
    ).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of the removal' })).toHaveAttribute('aria-valuenow', '7');
  });

  test('TM-PS-04: a move to another top-level group shows what statuses become, and needs a choice for each without a counterpart', async () => {
    const status = (id: number, name: string) => ({ id, name, color: '#112233', icon_name: 'status-waiting' });
    const { user, asked } = await open(kind, {
      [`GET /api/v4/${kind}s/7/transfer_locations`]: () => [{ id: 9, name: 'Lab', full_path: 'lab' }],
      [`GET /api/v4/${kind}s/7/transfer_statuses`]: () => [
        {
          status: status(1001, 'Doing'),
          types: ['issue'],
          count: 1,
          target_id: 2001,
          choices: [status(2001, 'Doing')],
        },
        {
          status: status(1002, 'Shipped'),
          types: ['issue'],
          count: 2,
          target_id: null,
          choices: [status(2002, 'Released'), status(2003, 'Dropped')],
        },
      ],
      'POST /api/v4/groups/7/transfer': () => ({ full_path: 'lab/web' }),
      'PUT /api/v4/projects/7/transfer': () => ({ path_with_namespace: 'lab/web' }),
    });
    await nameField();
    await user.click(screen.getByRole('button', { name: 'Transfer…' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(await dialog.findByRole('radio', { name: 'lab' }));
    expect(await dialog.findByRole('combobox', { name: 'Doing (1 item)' })).toHaveDisplayValue('Doing');
    const shipped = dialog.getByRole('combobox', { name: 'Shipped (2 items)' });
    expect(shipped).toHaveDisplayValue('Choose a status');
    await user.type(dialog.getByRole('textbox', { name: 'Type work/web to confirm' }), 'work/web');
    const confirm = dialog.getByRole('button', { name: kind === 'group' ? 'Transfer group' : 'Transfer project' });
    await user.click(confirm);
    expect(asked.some(({ url }) => url.endsWith('/transfer'))).toBe(false);
    await user.selectOptions(shipped, 'Released');
    await user.click(confirm);
    await waitFor(() =>
      expect(asked.find(({ url }) => url.endsWith('/transfer'))?.body).toMatchObject({
        status_mappings: [
          { old_status_id: 1001, new_status_id: 2001 },
          { old_status_id: 1002, new_status_id: 2002 },
        ],
      }),
    );
  });

  test('TM-GS-17: deleting asks for the path, and its notice leads to where it is restored', async () => {
    const { user, asked, address } = await open(kind, { [`DELETE /api/v4/${kind}s/7`]: () => new Status(202) });
    await nameField();
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Type work/web to confirm' }), 'work/web');
    await user.click(dialog.getByRole('button', { name: kind === 'group' ? 'Delete group' : 'Delete project' }));
    await waitFor(() => expect(address()).toBe('/groups/work'));
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Show deleted' }));
    await waitFor(() => expect(address()).toBe('/-/deleted'));
  });

  test('TM-GS-18, TM-GS-19: a deleted one names its last day, and is restored under another path if need be', async () => {
    const { user } = await open(
      kind,
      {
        [`POST /api/v4/${kind}s/7/restore`]: ({ body }) =>
          (body as { path: string }).path === 'web'
            ? new Status(400, { message: { path: ['has already been taken'] } })
            : { full_path: 'work/web2', path_with_namespace: 'work/web2' },
      },
      { removed_on: '2026-12-24', path_before_deletion: 'web', archived: true },
    );
    expect(await screen.findByText(/December 24, 2026/)).toBeVisible();
    const path = screen.getByRole('textbox', { name: 'Path' });
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(path).toHaveAccessibleDescription('Has already been taken'));
    await user.type(path, '2');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Restored.')).toBeVisible();
  });
});

test('TM-GS-09, TM-GS-10: the effect of a visibility is named before saving, and lowering asks', async () => {
  const { user, asked } = await open(
    'group',
    { 'PUT /api/v4/groups/7': () => ({ full_path: 'work/web' }) },
    {
      visibilities_below: [
        { visibility: 'private', groups: 0, projects: 12, paths: [] },
        { visibility: 'public', groups: 0, projects: 1, paths: ['work/web/shop'] },
      ],
    },
  );
  const choices = await screen.findByRole('radiogroup', { name: 'Visibility' });
  expect(choices).toHaveAccessibleDescription('12 private projects stay private.');
  await user.click(within(choices).getByRole('radio', { name: /^Internal/ }));
  expect(choices).toHaveAccessibleDescription(/^1 group or project below is lowered to internal\./);
  await user.click(saveButton());
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('work/web/shop')).toBeVisible();
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Lower visibility' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      visibility: 'internal',
      lower_descendants: true,
    }),
  );
});

test('TM-GS-04: a reserved path is refused before it is sent', async () => {
  const { user, asked } = await open('group', {}, { parent: null });
  await nameField();
  const path = screen.getByRole('textbox', { name: 'Group URL' });
  for (const reserved of ['api', 'admin', 'groups', 'search', 'users', 'projects', 'help', '-']) {
    await user.clear(path);
    await user.type(path, reserved);
    await user.click(saveButton());
    expect(path).toHaveAccessibleDescription('This path is reserved.');
    expect(path).toHaveFocus();
  }
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
});

test('TM-GS-01: a maintainer of a group sees the sections that they may change, and not the form', async () => {
  const permissions = {
    update: false,
    archive: false,
    transfer: false,
    destroy: false,
    read_audit_events: false,
    read_seats: false,
    manage_service_accounts: false,
  };
  await open('group', {}, { permissions });
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  for (const name of ['Labels', 'Milestones', /^Webhooks/]) expect(sections.getByRole('link', { name })).toBeVisible();
  for (const name of ['Audit log', 'Usage and seats']) expect(sections.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Danger zone' })).toBeNull();
});

test('TM-GS-16: the settings of an archived group begin with what that means, and offer nothing that is read-only', async () => {
  const permissions = { ...settingsOf('group').permissions, update: false, transfer: false };
  await open('group', {}, { parent: null, full_path: 'work', archived: true, permissions });
  expect(await screen.findByText(/^This group is archived\./)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Roadmap' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Unarchive' })).toBeVisible();
});

test('maintainers of a top-level group set after how many days epics are stale; a subgroup names the limit', async () => {
  const sent: unknown[] = [];
  let days = 30;
  const answers = (maySet: boolean) => ({
    roadmapStaleLimit: () => ({
      group: { id: 'g', roadmapStaleAfterDays: days, userPermissions: { setRoadmapStaleLimit: maySet } },
    }),
    setRoadmapStaleLimit: ({ body }: { body: unknown }) => {
      const { variables } = body as { variables: { days: number } };
      sent.push(variables);
      days = variables.days;
      return { roadmapStaleLimitSet: { errors: [] } };
    },
  });
  const { user } = await open('group', answers(true), { parent: null, full_path: 'work' });
  const field = await screen.findByRole('spinbutton', { name: 'Days until an epic is stale' });
  const region = within(field.closest('section') as HTMLElement);
  const save = region.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await user.clear(field);
  await user.type(field, '6');
  await user.click(save);
  expect(await screen.findByText('Enter a whole number from 7 to 180.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, '14');
  await user.click(save);
  expect(await screen.findByText('Settings saved.')).toBeVisible();
  expect(sent).toEqual([{ groupPath: 'work', days: 14, daysRead: 30 }]);
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: /stale/ })).toHaveValue(14));
  cleanup();
  await open('group', answers(false));
  expect(
    await screen.findByText(/^Epics are stale after 14 days without a change\. Maintainers of work/),
  ).toBeVisible();
});
