import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const createEpic = /* GraphQL */ `
  mutation createEpic($input: CreateEpicInput!) {
    createEpic(input: $input) {
      epic {
        id
        iid
        title
        webPath
        color
        startDate
        startDateIsFixed
        labels {
          nodes {
            title
          }
        }
        parent {
          title
        }
      }
      errors
    }
  }
`;

const updateEpic = /* GraphQL */ `
  mutation updateEpic($input: UpdateEpicInput!) {
    updateEpic(input: $input) {
      clientMutationId
      errors
      epic {
        state
        title
        color
        confidential
        dueDate
        dueDateFixed
        dueDateIsFixed
        labels {
          nodes {
            title
          }
        }
      }
    }
  }
`;

const updateIssue = /* GraphQL */ `
  mutation updateIssue($input: UpdateIssueInput!) {
    updateIssue(input: $input) {
      errors
      issue {
        state
        title
        weight
        healthStatus
        humanTimeEstimate
        dueDate
        confidential
        epic {
          title
        }
      }
    }
  }
`;

interface EpicPayload {
  createEpic: { epic: Record<string, unknown> | null; errors: string[] } | null;
}
interface EpicChange {
  updateEpic: { clientMutationId: string | null; epic: Record<string, unknown> | null; errors: string[] } | null;
}
interface IssueChange {
  updateIssue: { issue: Record<string, unknown> | null; errors: string[] } | null;
}

describe('epics', () => {
  test('an epic is created with labels, dates, color and parent', async ({ ask, build }) => {
    const group = await build.group();
    const parent = await build.epic({ group, title: 'Theme' });
    const { data } = await ask<EpicPayload>('paul', createEpic, {
      input: {
        groupPath: group.fullPath,
        title: 'Feature',
        addLabels: ['type::feature'],
        color: '#694cc0',
        startDateFixed: '2026-03-01',
        parentId: `gid://gitlab/Epic/${parent.id}`,
      },
    });
    expect(data.createEpic?.errors).toEqual([]);
    expect(data.createEpic?.epic).toMatchObject({
      title: 'Feature',
      webPath: `/groups/${group.fullPath}/-/epics/${String(data.createEpic?.epic?.['iid'])}`,
      color: '#694cc0',
      startDate: '2026-03-01T00:00:00Z',
      startDateIsFixed: true,
      labels: { nodes: [{ title: 'type::feature' }] },
      parent: { title: 'Theme' },
    });
  });

  test('validation problems are in errors, forbidden and not found at the top level', async ({ ask, build }) => {
    const group = await build.group();
    const input = { groupPath: group.fullPath, title: '' };
    const blank = await ask<EpicPayload>('ada', createEpic, { input });
    expect(blank.data.createEpic).toEqual({ epic: null, errors: ["Title can't be blank"] });
    const forbidden = await ask<EpicPayload>('gwen', createEpic, { input: { ...input, title: 'Epic' } });
    expect(forbidden.data.createEpic).toBeNull();
    const hidden = await ask<EpicPayload>('otto', createEpic, { input: { ...input, title: 'Epic' } });
    // GQ-GN-05: to an anonymous viewer both messages are the same.
    expect(hidden.data.createEpic).toBeNull();
    expect(hidden.errors?.[0]?.message).not.toContain(group.fullPath);
  });

  test('GQ-EP-11, GQ-RM-39: state, color, dates, labels and confidentiality change; clientMutationId is returned', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic({ dueDate: '2026-05-01' });
    const base = { groupPath: epic.namespacePath, iid: String(epic.iid) };
    const change = async (input: object) =>
      (await ask<EpicChange>('ada', updateEpic, { input: { ...base, ...input } })).data.updateEpic;
    expect(await change({ stateEvent: 'CLOSE', clientMutationId: 'mine' })).toMatchObject({
      clientMutationId: 'mine',
      errors: [],
      epic: { state: 'closed' },
    });
    expect(await change({ color: '#c91c00', title: 'Red', confidential: true })).toMatchObject({
      epic: { title: 'Red', color: '#c91c00', confidential: true },
    });
    expect((await change({ color: '#000000' }))?.errors).toHaveLength(1);
    expect(await change({ dueDateIsFixed: false })).toMatchObject({
      epic: { dueDate: null, dueDateFixed: '2026-05-01T00:00:00Z', dueDateIsFixed: false },
    });
    expect(await change({ dueDateIsFixed: true, dueDateFixed: null })).toMatchObject({
      epic: { dueDate: null, dueDateIsFixed: true },
    });
    expect(await change({ addLabels: ['a', 'b'] })).toMatchObject({
      epic: { labels: { nodes: [{ title: 'a' }, { title: 'b' }] } },
    });
    expect(await change({ removeLabels: ['a'] })).toMatchObject({ epic: { labels: { nodes: [{ title: 'b' }] } } });
  });
});

describe('issues', () => {
  test('GQ-IS-01: the fields of an issue change', async ({ ask, build }) => {
    const epic = await build.epic({ title: 'Theme' });
    const issue = await build.issue({ parent: epic });
    const base = { projectPath: issue.namespacePath, iid: String(issue.iid) };
    const change = async (input: object) =>
      (await ask<IssueChange>('ada', updateIssue, { input: { ...base, ...input } })).data.updateIssue;
    expect(
      await change({ title: 'New', weight: 5, healthStatus: 'atRisk', timeEstimate: '1d 2h', dueDate: '2026-03-01' }),
    ).toEqual({
      errors: [],
      issue: {
        state: 'opened',
        title: 'New',
        weight: 5,
        healthStatus: 'atRisk',
        humanTimeEstimate: '1d 2h',
        dueDate: '2026-03-01T00:00:00Z',
        confidential: false,
        epic: { title: 'Theme' },
      },
    });
    expect(await change({ weight: null, epicId: null })).toMatchObject({ issue: { weight: null, epic: null } });
    expect(await change({ stateEvent: 'CLOSE' })).toMatchObject({ issue: { state: 'closed' } });
  });

  test('a title as HTML has its code and emoji, and nothing that a page would read as HTML', async ({ ask, build }) => {
    const issue = await build.issue({ title: 'Fix `a < b` :tada: <b>now</b>' });
    const { data } = await ask<{ project: { issue: { titleHtml: string } } }>(
      'ada',
      'query($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { titleHtml } } }',
      { path: issue.namespacePath, iid: String(issue.iid) },
    );
    expect(data.project.issue.titleHtml).toBe('Fix <code>a &lt; b</code> 🎉 &lt;b&gt;now&lt;/b&gt;');
  });

  test('GQ-IS-02: an unknown event or a missing right leaves the state as it was', async ({ ask, build }) => {
    const issue = await build.issue();
    const base = { projectPath: issue.namespacePath, iid: String(issue.iid) };
    const wrong = await ask('ada', updateIssue, { input: { ...base, stateEvent: 'EXPLODE' } });
    expect(wrong.errors?.length).toBeGreaterThan(0);
    const refused = await ask<IssueChange>('gwen', updateIssue, { input: { ...base, stateEvent: 'CLOSE' } });
    expect(refused.data.updateIssue).toBeNull();
    expect(refused.errors?.length).toBeGreaterThan(0);
    expect(await build.reread(issue)).toMatchObject({ state: 'opened' });
  });

  test('GQ-IS-09, GQ-IS-10, GQ-IS-11: reference and confidentiality, read and set', async ({ ask, build }) => {
    const issue = await build.issue();
    const where = { path: issue.namespacePath, iid: String(issue.iid) };
    const set = /* GraphQL */ `
      mutation ($path: ID!, $iid: String!) {
        issuableSetConfidential: issueSetConfidential(input: { projectPath: $path, iid: $iid, confidential: true }) {
          errors
          issue {
            id
            confidential
          }
        }
      }
    `;
    expect((await ask('paul', set, where)).data).toEqual({
      issuableSetConfidential: { errors: [], issue: { id: `gid://gitlab/Issue/${issue.id}`, confidential: true } },
    });
    const read = /* GraphQL */ `
      query ($path: ID!, $iid: String) {
        workspace: project(fullPath: $path) {
          issuable: issue(iid: $iid) {
            reference(full: true)
            confidential
          }
        }
      }
    `;
    expect((await ask('paul', read, where)).data).toEqual({
      workspace: { issuable: { reference: `${where.path}#${issue.iid}`, confidential: true } },
    });
    expect((await ask('gwen', read, where)).data).toEqual({ workspace: { issuable: null } });
  });
});

describe('work items', () => {
  const create = /* GraphQL */ `
    mutation createWorkItem($input: WorkItemCreateInput!) {
      workItemCreate(input: $input) {
        workItem {
          id
          title
          confidential
          state
          workItemType {
            name
          }
          widgets(onlyTypes: [DESCRIPTION, HIERARCHY, MILESTONE]) {
            type
            ... on WorkItemWidgetDescription {
              description
            }
            ... on WorkItemWidgetHierarchy {
              parent {
                id
              }
            }
          }
        }
        errors
      }
    }
  `;

  test('WI-CD-01, GQ-WI-01: a task is created with title, description, type, parent and confidentiality', async ({
    ask,
    build,
  }) => {
    const parent = await build.issue({ confidential: true });
    const { data } = await ask<{ workItemCreate: { workItem: Record<string, unknown>; errors: string[] } }>(
      'paul',
      create,
      {
        input: {
          projectPath: parent.namespacePath,
          workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
          title: 'Task',
          description: 'How',
          confidential: true,
          hierarchyWidget: { parentId: `gid://gitlab/WorkItem/${parent.id}` },
          iterationWidget: { iterationId: null },
          milestoneWidget: { milestoneId: null },
        },
      },
    );
    expect(data.workItemCreate.errors).toEqual([]);
    expect(data.workItemCreate.workItem).toMatchObject({
      title: 'Task',
      confidential: true,
      state: 'OPEN',
      workItemType: { name: 'Task' },
      widgets: expect.arrayContaining([
        { type: 'DESCRIPTION', description: 'How' },
        { type: 'HIERARCHY', parent: { id: `gid://gitlab/WorkItem/${parent.id}` } },
      ]) as unknown,
    });
  });

  test('GQ-WI-02: one deletes it, and only once', async ({ ask, build }) => {
    const issue = await build.issue();
    const remove = /* GraphQL */ `
      mutation deleteWorkItem($input: WorkItemDeleteInput!) {
        workItemDelete(input: $input) {
          errors
          namespace {
            fullPath
          }
          project {
            fullPath
          }
        }
      }
    `;
    const input = { id: `gid://gitlab/WorkItem/${issue.id}` };
    const fullPath = issue.namespacePath;
    expect((await ask('ada', remove, { input })).data).toEqual({
      workItemDelete: { errors: [], namespace: { fullPath }, project: { fullPath } },
    });
    expect((await ask('ada', remove, { input })).errors?.length).toBe(1);
  });

  test('WI-CD-03, GQ-WI-04, EN-OT-10: the types of a namespace with all their fields, filtered by name', async ({
    ask,
    build,
  }) => {
    const project = await build.project();
    const types = /* GraphQL */ `
      query namespaceWorkItemTypes($fullPath: ID!, $name: IssueType) {
        namespace(fullPath: $fullPath) {
          workItemTypes(name: $name) {
            nodes {
              id
              name
              iconName
              supportedConversionTypes {
                name
              }
              widgetDefinitions {
                type
              }
            }
          }
        }
      }
    `;
    interface Types {
      namespace: { workItemTypes: { nodes: WorkItemTypeOf[] } };
    }
    interface WorkItemTypeOf {
      id: string;
      name: string;
      iconName: string;
      supportedConversionTypes: { name: string }[];
      widgetDefinitions: { type: string }[];
    }
    const all = await ask<Types>('ada', types, { fullPath: project.fullPath });
    expect(all.data.namespace.workItemTypes.nodes.map(({ name }) => name).sort()).toEqual([
      'Epic',
      'Incident',
      'Issue',
      'Task',
    ]);
    const issue = all.data.namespace.workItemTypes.nodes.find(({ name }) => name === 'Issue');
    expect(issue).toMatchObject({ id: 'gid://gitlab/WorkItems::Type/1', iconName: 'issue-type-issue' });
    expect(issue?.supportedConversionTypes).toEqual([{ name: 'Incident' }, { name: 'Task' }]);
    expect(issue?.widgetDefinitions.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ASSIGNEES', 'DESCRIPTION', 'HIERARCHY', 'LABELS', 'WEIGHT']),
    );
    const one = await ask<Types>('ada', types, { fullPath: project.fullPath, name: 'TASK' });
    expect(one.data.namespace.workItemTypes.nodes).toMatchObject([
      { id: 'gid://gitlab/WorkItems::Type/5', name: 'Task' },
    ]);
    const none = await ask<Types>('ada', types, { fullPath: project.fullPath, name: 'TEST_CASE' });
    expect(none.data.namespace.workItemTypes.nodes).toEqual([]);
  });

  test('GQ-WI-03: confidentiality, milestone and iteration of an issue by its id', async ({ ask, build }) => {
    const issue = await build.issue({ confidential: true });
    const details = /* GraphQL */ `
      query issuableDetailsEE($id: IssueID!) {
        issue(id: $id) {
          id
          confidential
          milestone {
            id
          }
          iteration {
            id
          }
        }
      }
    `;
    const id = `gid://gitlab/Issue/${issue.id}`;
    expect((await ask('ada', details, { id })).data).toEqual({
      issue: { id, confidential: true, milestone: null, iteration: null },
    });
    expect((await ask('gwen', details, { id })).data).toEqual({ issue: null });
  });

  test('a page of issues with people, labels and parents takes few statements', async ({ ask, build, statements }) => {
    const group = await build.group({ path: 'many' });
    const epic = await build.epic({ group });
    const projects = [await build.project({ group }), await build.project({ group })] as const;
    for (let number = 0; number < 30; number++) {
      await build.issue({
        project: projects[number % 2 ? 1 : 0],
        parent: number % 3 ? epic : null,
        assignees: ['paul', 'dana'],
      });
    }
    const list = /* GraphQL */ `
      {
        group(fullPath: "many") {
          issues(first: 30, sort: UPDATED_DESC) {
            count
            nodes {
              id
              title
              webUrl
              reference(full: true)
              author {
                name
              }
              assignees {
                nodes {
                  name
                }
              }
              labels {
                nodes {
                  title
                }
              }
              epic {
                title
              }
              project {
                name
              }
              upvotes
              blocked
              taskCompletionStatus {
                count
              }
            }
          }
        }
      }
    `;
    await ask('ada', list);
    statements.length = 0;
    const { data } = await ask<{ group: { issues: { count: number; nodes: { assignees: { nodes: object[] } }[] } } }>(
      'ada',
      list,
    );
    expect(data.group.issues.count).toBe(30);
    expect(data.group.issues.nodes[0]?.assignees.nodes).toEqual([{ name: 'Dana Developer' }, { name: 'Paul Planner' }]);
    // The viewer; the group; the page; its count; then one each for: assignees, people, labels, parents, projects, votes,
    // blockers.
    expect(statements.length).toBeLessThanOrEqual(12);
  });
});

test('workItemsByReference resolves references and addresses relative to a namespace, in order, without hidden items', async ({
  ask,
  build,
}) => {
  const group = await build.group({ path: 'castle', visibility: 'public' });
  const project = await build.project({ group, path: 'walls', visibility: 'public' });
  const beside = await build.project({ group, path: 'moat', visibility: 'public' });
  const hidden = await build.group({ path: 'cellar' });
  const task = await build.issue({ project, title: 'Dig', type: 'task' });
  const issue = await build.issue({ project: beside, title: 'Fill' });
  const epic = await build.epic({ group, title: 'Winter' });
  const secret = await build.epic({ group: hidden, title: 'Treasure' });
  const query = `query ($path: ID, $refs: [String!]!) { workItemsByReference(contextNamespacePath: $path, refs: $refs) { nodes { title } } }`;
  const titles = async (path: string | null, refs: string[]) => {
    const { data, errors } = await ask<{ workItemsByReference: { nodes: { title: string }[] } }>('otto', query, {
      path,
      refs,
    });
    return errors ?? data.workItemsByReference.nodes.map(({ title }) => title);
  };
  const refs = [
    `&${epic.iid}`,
    `#${task.iid}`,
    `moat#${issue.iid}`,
    `castle/walls#${task.iid}`,
    `cellar&${secret.iid}`,
  ];
  expect(await titles('castle/walls', refs)).toEqual(['Winter', 'Dig', 'Fill']);
  expect(await titles(null, [`castle/moat#${issue.iid}`, 'nothing', `#${task.iid}`])).toEqual(['Fill']);
  expect(await titles('cellar', [`&${secret.iid}`])).toEqual([]);
  expect(
    await titles(
      'castle/walls',
      Array.from({ length: 11 }, () => '#1'),
    ),
  ).toMatchObject([{ message: expect.stringContaining('At most 10 references') as string }]);
});
