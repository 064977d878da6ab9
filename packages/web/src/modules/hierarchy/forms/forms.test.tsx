import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { type Answer, fakeServer, renderAt, Status } from '../../../testing/page.tsx';
import { childEpic, childrenAnswer, signedIn, treeFacts } from '../test-tree.ts';
import { TreeSection } from '../TreeSection.tsx';
import { AddExisting } from './AddExisting.tsx';
import { trackProject } from './frequent-projects.ts';

beforeEach(() => signedIn());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const links = 'POST /groups/kubernetes/sig-node/-/epics/59/links';
const projects = [
  { id: 7, name_with_namespace: 'Kubernetes / enhancements', path_with_namespace: 'kubernetes/sig-node/enhancements' },
  { id: 8, name_with_namespace: 'Kubernetes / website', path_with_namespace: 'kubernetes/sig-node/website' },
];

function serve(more: Readonly<Record<string, Answer>> = {}, facts: object = {}) {
  return fakeServer({
    childItems: () => childrenAnswer({ facts: treeFacts(facts), epics: [childEpic('60', { title: 'Alpha' })] }),
    referenceSuggestions: () => ({ group: { id: 'g', workItems: { nodes: [] } } }),
    'GET /api/v4/groups/4/projects': () => projects,
    'GET /api/v4/projects/7': () => projects[0],
    'GET /api/v4/projects/8': () => projects[1],
    'POST /-/frequent_items': () => new Status(204),
    ...more,
  });
}

async function open(entry?: string) {
  const opened = await renderAt(
    '/groups/kubernetes/sig-node/-/epics/59',
    <TreeSection
      fullPath="kubernetes/sig-node"
      iid="59"
      webPath="/groups/kubernetes/sig-node/-/epics/59"
      roadmap={null}
    />,
  );
  await screen.findByRole('treeitem', { name: 'Alpha' });
  if (entry) await choose(opened.user, entry);
  return opened;
}

async function choose({ click }: { click(element: Element): Promise<void> }, entry: string): Promise<void> {
  await click(screen.getByRole('button', { name: 'Add', expanded: false }));
  await click(await screen.findByRole('menuitem', { name: entry }));
  await screen.findByRole('form', { name: entry });
}

const form = () => within(screen.getByRole('form'));
const entries = async (user: { click(element: Element): Promise<void> }): Promise<(string | null)[]> => {
  await user.click(screen.getByRole('button', { name: 'Add' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

describe('which forms there are', () => {
  test('EP-FM-01 and EP-FM-02: existing items, new epics and new issues, one form at a time', async () => {
    serve();
    const { user } = await open('Add an existing epic');
    expect(screen.getByRole('form', { name: 'Add an existing epic' })).toBeVisible();
    for (const entry of ['Add a new epic', 'Add a new issue', 'Add an existing issue']) {
      await user.click(screen.getAllByRole('button', { name: 'Add' })[0] as HTMLElement);
      await user.click(await screen.findByRole('menuitem', { name: entry }));
      expect(screen.getAllByRole('form')).toHaveLength(1);
      expect(screen.getByRole('form', { name: entry })).toBeVisible();
    }
  });

  test('PM-EP-06 and PM-EP-07: epics for who may administer the epic and read its relations, where sub-epics are on', async () => {
    const permissions = { adminEpic: true, adminEpicRelation: true, readEpicRelation: true };
    serve({}, { userPermissions: { ...permissions, readEpicRelation: false } });
    const { user } = await open();
    expect(await entries(user)).toEqual(['Add a new issue', 'Add an existing issue']);
  });

  test('PM-EP-07: no epics where sub-epics are off', async () => {
    serve({}, { allowSubEpics: false });
    const { user } = await open();
    expect(await entries(user)).toEqual(['Add a new issue', 'Add an existing issue']);
  });

  test('PM-EP-06 and PM-EP-15: issues for who may administer relations; nothing for who may administer nothing', async () => {
    serve({}, { userPermissions: { adminEpic: true, adminEpicRelation: false, readEpicRelation: true } });
    const { user } = await open();
    expect(await entries(user)).toEqual(['Add a new epic', 'Add an existing epic']);
    document.body.replaceChildren();
    serve({}, { userPermissions: { adminEpic: false, adminEpicRelation: true, readEpicRelation: true } });
    await open();
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  });

  test('EP-PG-05 and EP-PG-06: every form explains that a confidential parent accepts only confidential children', async () => {
    serve({}, { confidential: true });
    const { user } = await open('Add a new epic');
    const note = 'The parent epic is confidential and can only contain confidential epics and issues';
    expect(screen.getByText(note)).toBeVisible();
    for (const entry of ['Add a new issue', 'Add an existing epic']) {
      await user.click(screen.getAllByRole('button', { name: 'Add' })[0] as HTMLElement);
      await user.click(await screen.findByRole('menuitem', { name: entry }));
      expect(screen.getByText(note)).toBeVisible();
    }
  });
});

describe('adding existing items', () => {
  test('EP-FM-03, EP-FM-04, EP-FM-05 and EP-NT-04: references are split, none twice; with one of them they can be sent, and the tree reloads', async () => {
    const asked = serve({ [links]: () => ({ issuables: [] }) });
    const { user } = await open('Add an existing epic');
    const field = form().getByRole('combobox');
    expect(form().getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(field, '&1  &2 &1 ');
    await user.click(field);
    await user.paste('kubernetes&3\n  &2\nhttps://milepost.test/groups/kubernetes/-/epics/4');
    const pending = within(form().getByRole('list', { name: 'References to add' }));
    expect(pending.getAllByRole('listitem')).toHaveLength(4);
    const before = asked.filter(({ operation }) => operation === 'childItems').length;
    await user.click(form().getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(asked.find(({ method, url }) => method === 'POST' && url.endsWith('/links'))?.body).toEqual({
      issuable_references: ['&1', '&2', 'kubernetes&3', 'https://milepost.test/groups/kubernetes/-/epics/4'],
    });
    await waitFor(() =>
      expect(asked.filter(({ operation }) => operation === 'childItems').length).toBeGreaterThan(before),
    );
  });

  test.each([
    [
      'ER-EP-05 and ER-EP-09',
      404,
      '404 Epic Not Found',
      'Could not find the epic. Check the references and your access.',
    ],
    ['ER-EP-06', 409, 'Epic hierarchy level too deep', 'Epics can be nested at most seven levels deep.'],
    ['ER-EP-07', 409, 'Epic(s) already assigned', 'Epic(s) already assigned'],
  ])('%s: the message of a refusal with %i "%s"', async (_id, status, message, sentence) => {
    serve({ [links]: () => new Status(status, { message }) });
    const { user } = await open('Add an existing epic');
    await user.type(form().getByRole('combobox'), '&1 ');
    await user.click(form().getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    // What was typed is still there to be mended.
    expect(form().getByText('&1')).toBeVisible();
  });

  test('ER-EP-08: a custom message takes precedence', async () => {
    serve({ [links]: () => new Status(404, {}) });
    const group = { id: 4, fullName: 'sig-node', fullPath: 'kubernetes/sig-node' };
    const facts = { title: '', isConfidential: false, allowSubEpics: true, canAdmin: true, canAdminRelation: true };
    const { user } = await renderAt(
      '/',
      <AddExisting
        kind="epic"
        facts={{
          ...facts,
          id: 'gid://gitlab/Epic/59',
          group,
          canReadRelation: true,
          defaultProject: null,
        }}
        epicPath="/groups/kubernetes/sig-node/-/epics/59"
        failureText="Ask Vera"
        onDone={() => undefined}
        onClose={() => undefined}
      />,
    );
    await user.type(screen.getByRole('combobox'), '&1 ');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Ask Vera$/);
  });
});

describe('a new epic', () => {
  const create = 'POST /api/v4/groups/4/epics';

  test('EP-FM-06, EP-FM-07, EP-FM-08, EP-FM-10 and EP-NT-07: needs a title, is sent trimmed and as confidential as its parent, to the parent’s group', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const asked = serve(
      {
        [create]: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      { confidential: true },
    );
    const { user } = await open('Add a new epic');
    const submit = form().getByRole('button', { name: 'Create epic' });
    // As long as a title may be, and no longer.
    expect(form().getByLabelText('Title')).toHaveAttribute('maxlength', '255');
    expect(submit).toBeDisabled();
    await user.type(form().getByLabelText('Title'), '   ');
    expect(submit).toBeDisabled();
    await user.type(form().getByLabelText('Title'), ' Doors ');
    expect(form().getByRole('button', { name: 'Group Kubernetes / sig-node' })).toBeVisible();
    await user.click(submit);
    expect(submit).toBeDisabled();
    answer({ id: 1, url: 'http://x' });
    await waitFor(() => expect(form().getByLabelText('Title')).toHaveValue(''));
    expect(asked.find(({ url }) => url === '/api/v4/groups/4/epics')?.body).toEqual({
      title: 'Doors',
      parent_id: 59,
      confidential: true,
    });
  });

  test('EP-FM-09, EP-NT-10 and LM-IS-01: another group is found by search among those below, half a second after typing', async () => {
    const asked = serve({
      'GET /api/v4/groups/4/descendant_groups': () => [
        { id: 9, full_name: 'Kubernetes / sig-node / cri', full_path: 'k/s/cri' },
      ],
      'POST /api/v4/groups/9/epics': () => ({ url: 'http://x' }),
    });
    const { user } = await open('Add a new epic');
    await user.type(form().getByLabelText('Title'), 'Doors');
    await user.click(form().getByRole('button', { name: /^Group/ }));
    const list = await screen.findByRole('dialog', { name: 'Select a group' });
    const searches = () => asked.filter(({ url }) => url.includes('descendant_groups?search=')).map(({ url }) => url);
    const typedAt = Date.now();
    fireEvent.change(within(list).getByRole('combobox'), { target: { value: 'cri' } });
    await waitFor(() => expect(searches()).toEqual(['/api/v4/groups/4/descendant_groups?search=cri&per_page=50']));
    expect(Date.now() - typedAt).toBeGreaterThanOrEqual(490);
    await user.click(await within(list).findByRole('option', { name: /cri/ }));
    await user.click(form().getByRole('button', { name: 'Create epic' }));
    await waitFor(() => expect(asked.some(({ url }) => url === '/api/v4/groups/9/epics')).toBe(true));
  });

  test('TM-CR-04: Enter creates a row above the form, which stays open, empty and focused; Escape closes it', async () => {
    const epics = [childEpic('60', { title: 'Alpha' })];
    serve({
      childItems: () => childrenAnswer({ facts: treeFacts(), epics }),
      [create]: ({ body }) => {
        epics.unshift(childEpic('61', { title: (body as { title: string }).title }));
        return { id: 61, url: 'http://x' };
      },
    });
    const { user } = await open('Add a new epic');
    await user.type(form().getByLabelText('Title'), 'Doors{Enter}');
    const row = await screen.findByRole('treeitem', { name: 'Doors' });
    expect(row.compareDocumentPosition(screen.getByRole('form'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(form().getByLabelText('Title')).toHaveValue('');
    expect(form().getByLabelText('Title')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test.each([
    ['ER-EP-11', new Status(400, { message: { parent: ['is closed'] } }), 'is closed'],
    ['ER-EP-11', new Status(409, { message: 'Epic hierarchy level too deep' }), 'Epic hierarchy level too deep'],
    ['ER-EP-12', new Status(500, {}), 'Something went wrong while creating child epics.'],
  ])('%s: the message if creation fails', async (_id, refusal, sentence) => {
    serve({ [create]: () => refusal });
    const { user } = await open('Add a new epic');
    await user.type(form().getByLabelText('Title'), 'Doors');
    await user.click(form().getByRole('button', { name: 'Create epic' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });
});

describe('a new issue', () => {
  const create = 'POST /api/v4/projects/8/issues';

  test('EP-FM-11, EP-NT-08, EP-NT-09 and EP-NT-11: needs a project and a title; both are sent to the project after its details are loaded', async () => {
    const asked = serve({ [create]: () => ({ id: 1 }) });
    const { user } = await open('Add a new issue');
    const submit = form().getByRole('button', { name: 'Create issue' });
    expect(form().getByLabelText('Title')).toHaveAttribute('maxlength', '255');
    await user.type(form().getByLabelText('Title'), '  Walls ');
    expect(submit).toBeDisabled();
    await user.click(form().getByRole('button', { name: /^Project/ }));
    await user.click(await screen.findByRole('option', { name: 'Kubernetes / website' }));
    const listed = new URL(asked.find(({ url }) => url.includes('/groups/4/projects'))?.url ?? '', 'http://x')
      .searchParams;
    expect(Object.fromEntries(listed)).toEqual({
      include_subgroups: 'true',
      order_by: 'last_activity_at',
      with_issues_enabled: 'true',
      with_shared: 'false',
      search_namespaces: 'true',
    });
    await waitFor(() => expect(asked.some(({ url }) => url === '/api/v4/projects/8')).toBe(true));
    await user.clear(form().getByLabelText('Title'));
    expect(submit).toBeDisabled();
    await user.type(form().getByLabelText('Title'), '  Walls ');
    await user.click(submit);
    await waitFor(() => expect(form().getByRole('status')).toHaveTextContent('“Walls” added.'));
    expect(asked.find(({ method, url }) => method === 'POST' && url.endsWith('/issues'))?.body).toEqual({
      title: 'Walls',
      epic_id: 59,
    });
  });

  test('the only project is chosen already, and the form stays open, with the focus in it, for the next issue', async () => {
    const asked = serve({ 'GET /api/v4/groups/4/projects': () => projects.slice(1), [create]: () => ({ id: 1 }) });
    const { user } = await open('Add a new issue');
    await form().findByRole('button', { name: 'Project Kubernetes / website' });
    await user.type(form().getByLabelText('Title'), 'Walls{Enter}');
    await waitFor(() => expect(form().getByLabelText('Title')).toHaveValue(''));
    expect(form().getByLabelText('Title')).toHaveFocus();
    await user.keyboard('Towers{Enter}');
    await waitFor(() => expect(form().getByRole('status')).toHaveTextContent('“Towers” added.'));
    const sent = asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/issues'));
    expect(sent.map(({ body }) => (body as { title: string }).title)).toEqual(['Walls', 'Towers']);
  });

  test('Enter names the missing field and focuses it', async () => {
    serve();
    const { user } = await open('Add a new issue');
    await user.type(form().getByLabelText('Title'), '{Enter}');
    expect(form().getByRole('alert')).toHaveTextContent('Enter a title.');
    expect(form().getByLabelText('Title')).toHaveFocus();
    await user.keyboard('Walls{Enter}');
    expect(form().getByRole('alert')).toHaveTextContent('Select a project for the issue.');
    expect(form().getByRole('button', { name: /^Project/ })).toHaveFocus();
    await user.click(form().getByRole('button', { name: /^Project/ }));
    await user.click(await screen.findByRole('option', { name: 'Kubernetes / website' }));
    expect(form().queryByRole('alert')).toBeNull();
  });

  const withoutProjects = async (createProjects: boolean): Promise<HTMLElement> => {
    serve({
      'GET /api/v4/groups/4/projects': () => [],
      groupPermissions: () => ({ group: { id: 'g', userPermissions: { createProjects } } }),
    });
    await open('Add a new issue');
    return form().findByText(/Kubernetes \/ sig-node and its subgroups have no projects yet/);
  };

  test('where the group has no projects the form says so, and who may make one gets the way there', async () => {
    const said = await withoutProjects(true);
    expect(said).toHaveTextContent('To add an issue from another project, use “Add an existing issue”.');
    expect(form().queryByRole('button', { name: /^Project/ })).toBeNull();
    expect(form().getByLabelText('Title')).toHaveFocus();
    const way = await form().findByRole('link', { name: 'New project' });
    const { pathname, searchParams } = new URL((way as HTMLAnchorElement).href);
    expect([pathname, searchParams.get('parent')]).toEqual(['/projects/new', 'kubernetes/sig-node']);
    expect(said).not.toHaveTextContent('Developer');
  });

  test('where the group has no projects, who may not make one reads who may', async () => {
    const said = await withoutProjects(false);
    await waitFor(() => expect(said).toHaveTextContent('Members with at least the Developer role can create one.'));
    expect(form().queryByRole('link', { name: 'New project' })).toBeNull();
  });

  test('EP-FM-13: the default project is there already', async () => {
    serve(
      {},
      {
        defaultProjectForIssueCreation: {
          id: 'gid://gitlab/Project/7',
          nameWithNamespace: 'Kubernetes / enhancements',
        },
      },
    );
    await open('Add a new issue');
    expect(form().getByRole('button', { name: 'Project Kubernetes / enhancements' })).toBeVisible();
  });

  test('EP-FM-12: at most three projects used lately below the parent’s group are offered, to who is signed in', async () => {
    serve();
    for (const [index, path] of ['a', 'b', 'c', 'd'].entries()) {
      trackProject({ id: 20 + index, name: `Own ${path}`, fullPath: `kubernetes/sig-node/${path}` }, 1000 + index);
    }
    trackProject({ id: 30, name: 'Outside', fullPath: 'other/project' }, 9000);
    const { user } = await open('Add a new issue');
    await user.click(form().getByRole('button', { name: /^Project/ }));
    await screen.findByRole('option', { name: 'Kubernetes / website' });
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Own d', 'Own c', 'Own b', 'Kubernetes / enhancements', 'Kubernetes / website']);
    expect(screen.getByText('Recently used')).toBeVisible();
  });

  test('EP-FM-12: a visitor has none', async () => {
    trackProject({ id: 20, name: 'Own', fullPath: 'kubernetes/sig-node/a' });
    setSession({ viewer: null });
    serve();
    const { user } = await open('Add a new issue');
    await user.click(form().getByRole('button', { name: /^Project/ }));
    await screen.findByRole('option', { name: 'Kubernetes / website' });
    expect(screen.queryByText('Own')).toBeNull();
  });

  test('EP-NT-15, EP-NT-16, LM-IS-15 and EN-OT-08: a use is reported to the server with type and id, and not again within a day', () => {
    const asked = serve();
    const project = { id: 7, name: 'Own', fullPath: 'kubernetes/a' };
    const day = 24 * 60 * 60 * 1000;
    for (const at of [1000, 2000, 1000 + day, 1001 + day]) trackProject(project, at);
    const sent = asked.filter(({ url }) => url === '/-/frequent_items');
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { type: 'projects', id: 7 }],
      ['POST', { type: 'projects', id: 7 }],
    ]);
    expect(JSON.parse(localStorage.getItem('vera/frequent-projects') ?? '')).toEqual([
      { ...project, frequency: 2, lastAccessedOn: 1001 + day },
    ]);
  });

  test('ER-EP-15: a failure to create an issue is shown', async () => {
    serve(
      { 'POST /api/v4/projects/7/issues': () => new Status(500, {}) },
      {
        defaultProjectForIssueCreation: {
          id: 'gid://gitlab/Project/7',
          nameWithNamespace: 'Kubernetes / enhancements',
        },
      },
    );
    const { user } = await open('Add a new issue');
    await user.type(form().getByLabelText('Title'), 'Walls');
    await user.click(form().getByRole('button', { name: 'Create issue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong while creating issue.');
  });

  test('ER-EP-16: a failure to fetch projects is shown', async () => {
    serve({ 'GET /api/v4/groups/4/projects': () => new Status(400, {}) });
    const { user } = await open('Add a new issue');
    await user.click(form().getByRole('button', { name: /^Project/ }));
    expect(await screen.findByText('Something went wrong while fetching projects.')).toBeVisible();
  });

  test('ER-EP-17 and ER-EP-18: a failure to fetch the details of the project is shown', async () => {
    serve(
      { 'GET /api/v4/projects/7': () => new Status(404, {}) },
      {
        defaultProjectForIssueCreation: {
          id: 'gid://gitlab/Project/7',
          nameWithNamespace: 'Kubernetes / enhancements',
        },
      },
    );
    await open('Add a new issue');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong while fetching details');
  });
});
