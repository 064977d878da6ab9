import { dismissalReasons } from '@milepost/core/security/vulnerabilities';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

interface Answered {
  result: { errors: string[]; vulnerability: { state: string } | null };
}

const change = (name: string, input = '') => `mutation change($id: VulnerabilityID!) {
  result: ${name}(input: { id: $id ${input} }) { errors vulnerability { id state } }
}`;

const mutations = [
  ['vulnerabilityConfirm', 'CONFIRMED'],
  ['vulnerabilityResolve', 'RESOLVED'],
  ['vulnerabilityDismiss', 'DISMISSED'],
  ['vulnerabilityRevertToDetected', 'DETECTED'],
] as const;

const transitions = `query transitions($id: VulnerabilityID!) {
  vulnerability(id: $id) {
    state
    confirmedBy { username } confirmedAt
    dismissedBy { username } dismissedAt
    resolvedBy { username } resolvedAt
    stateTransitions { nodes { fromState toState comment dismissalReason createdAt author { username } } }
  }
}`;

const gid = (id: number) => `gid://gitlab/Vulnerability/${id}`;

describe('vulnerabilities in GraphQL', () => {
  test('DL-VU-11: the four mutations return the vulnerability; in the state that it has, an error and no transition', async ({
    build,
    ask,
    db,
  }) => {
    const project = await build.project();
    const { id } = await build.vulnerability({ project });
    for (const [name, state] of mutations) {
      const { data } = await ask<Answered>('mina', change(name), { id: gid(id) });
      expect(data.result).toEqual({ errors: [], vulnerability: { id: gid(id), state } });
      const count = async () =>
        (await db.selectFrom('vulnerabilityTransitions').select('id').where('vulnerabilityId', '=', id).execute())
          .length;
      const before = await count();
      const again = await ask<Answered>('mina', change(name), { id: gid(id) });
      expect(again.data.result.errors).toEqual([`The vulnerability is already ${state.toLowerCase()}.`]);
      expect(await count()).toBe(before);
    }
    const refused = await ask('dana', change('vulnerabilityConfirm'), { id: gid(id) });
    expect(refused.errors).toHaveLength(1);
    const hidden = await ask('rita', change('vulnerabilityConfirm'), { id: gid(id) });
    const unknown = await ask('rita', change('vulnerabilityConfirm'), { id: gid(999_999_999) });
    expect(hidden.errors?.[0]?.message).toBe(unknown.errors?.[0]?.message);
  });

  test('DL-VU-10: transitions have from, to, person, time, comment and reason, newest first, and agree with the fields', async ({
    build,
    ask,
  }) => {
    const { id } = await build.vulnerability({ project: await build.project() });
    const at = expect.any(String) as string;
    const seen = async () =>
      (await ask<{ vulnerability: object }>('dana', transitions, { id: gid(id) })).data.vulnerability;
    const step = (fromState: string, toState: string, username: string, more = {}) => ({
      fromState,
      toState,
      comment: null,
      dismissalReason: null,
      createdAt: at,
      author: { username },
      ...more,
    });
    const steps = [step('DETECTED', 'CONFIRMED', 'mina', { comment: 'Seen' })];
    const none = {
      confirmedBy: null,
      confirmedAt: null,
      dismissedBy: null,
      dismissedAt: null,
      resolvedBy: null,
      resolvedAt: null,
    };
    await ask('mina', change('vulnerabilityConfirm', 'comment: "Seen"'), { id: gid(id) });
    expect(await seen()).toEqual({
      ...none,
      state: 'CONFIRMED',
      confirmedBy: { username: 'mina' },
      confirmedAt: at,
      stateTransitions: { nodes: steps },
    });
    let state = 'CONFIRMED';
    for (const reason of dismissalReasons.map((each) => each.toUpperCase())) {
      await ask('ada', change('vulnerabilityDismiss', `comment: "Why" dismissalReason: ${reason}`), { id: gid(id) });
      steps.unshift(step(state, 'DISMISSED', 'ada', { comment: 'Why', dismissalReason: reason }));
      expect(await seen()).toEqual({
        ...none,
        state: 'DISMISSED',
        dismissedBy: { username: 'ada' },
        dismissedAt: at,
        stateTransitions: { nodes: steps },
      });
      await ask('mina', change('vulnerabilityRevertToDetected'), { id: gid(id) });
      state = 'DETECTED';
      steps.unshift(step('DISMISSED', state, 'mina'));
    }
    await ask('root', change('vulnerabilityResolve'), { id: gid(id) });
    expect(await seen()).toMatchObject({
      ...none,
      state: 'RESOLVED',
      resolvedBy: { username: 'root' },
      resolvedAt: at,
    });
  });

  const listed = `query listed($group: ID!, $project: ID!, $after: String) {
    group(fullPath: $group) {
      userPermissions { readVulnerabilities adminVulnerabilities }
      vulnerabilities(first: 1, after: $after) { count nodes { title } pageInfo { hasNextPage endCursor } }
      vulnerabilitySeveritiesCount { critical high low }
    }
    project(fullPath: $project) {
      userPermissions { readVulnerabilities adminVulnerabilities }
      hasVulnerabilityReports
      vulnerabilityScannerNames
      vulnerabilities(severity: [LOW], state: [DETECTED]) { nodes { title severity position { text } } }
    }
  }`;

  interface Listed {
    group: { vulnerabilities: { count: number; nodes: { title: string }[]; pageInfo: { endCursor: string } } };
    project: Record<string, unknown>;
  }

  test('lists of groups and projects are for developers; for others they are null', async ({ build, ask }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    await build.vulnerability({ project, title: 'Low', severity: 'low' });
    await build.vulnerability({ project, title: 'High', severity: 'high' });
    const variables = { group: group.fullPath, project: project.fullPath };
    const { data } = await ask<Listed>('dana', listed, variables);
    expect(data.group).toMatchObject({
      userPermissions: { readVulnerabilities: true, adminVulnerabilities: false },
      vulnerabilities: { count: 2, nodes: [{ title: 'High' }], pageInfo: { hasNextPage: true } },
      vulnerabilitySeveritiesCount: { critical: 0, high: 1, low: 1 },
    });
    expect(data.project).toMatchObject({
      hasVulnerabilityReports: false,
      vulnerabilityScannerNames: ['Scanner'],
      vulnerabilities: { nodes: [{ title: 'Low', severity: 'LOW', position: { text: null } }] },
    });
    const after = data.group.vulnerabilities.pageInfo.endCursor;
    const next = await ask<Listed>('mina', listed, { ...variables, after });
    expect(next.data.group).toMatchObject({
      userPermissions: { adminVulnerabilities: true },
      vulnerabilities: { nodes: [{ title: 'Low' }], pageInfo: { hasNextPage: false } },
    });
    for (const who of ['nobody', 'otto', 'rita'] as const) {
      const hidden = await ask<Listed>(who, listed, variables);
      expect(hidden.data).toMatchObject({
        group: {
          userPermissions: { readVulnerabilities: false, adminVulnerabilities: false },
          vulnerabilities: null,
          vulnerabilitySeveritiesCount: null,
        },
        project: { vulnerabilities: null, hasVulnerabilityReports: null, vulnerabilityScannerNames: null },
      });
    }
  });

  const related = `query related($path: ID!, $iid: String!) {
    project(fullPath: $path) { issue(iid: $iid) { relatedVulnerabilities { count nodes { title severity state } } } }
  }`;

  test('an issue names its vulnerabilities to those who may see them, also one that it is created from', async ({
    build,
    ask,
    call,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const { id } = await build.vulnerability({
      project,
      title: 'Unescaped `output`',
      description: '/close\n```\n@ada',
    });
    const create = `mutation create($path: ID!, $from: VulnerabilityID!) {
      workItemCreate(input: { namespacePath: $path, workItemTypeId: "gid://gitlab/WorkItems::Type/1", title: "Fix", confidential: true, vulnerabilityId: $from }) {
        errors workItem { iid confidential }
      }
    }`;
    const variables = { path: project.fullPath, from: gid(id) };
    const made = await ask<{ workItemCreate: { workItem: { iid: string } } }>('mina', create, variables);
    expect(made.data.workItemCreate).toMatchObject({ errors: [], workItem: { confidential: true } });
    expect((await call('mina', 'GET', `/vulnerabilities/${id}/issue_links`)).body).toMatchObject([
      { title: 'Fix', vulnerability_link_type: 'created' },
    ]);
    const again = await ask<{ workItemCreate: { errors: string[]; workItem: null } }>('mina', create, variables);
    expect(again.data.workItemCreate).toMatchObject({
      workItem: null,
      errors: [expect.stringContaining('linked already')],
    });
    const issue = await build.issue({ project });
    const link = `mutation link($issue: IssueID!, $ids: [VulnerabilityID!]!) {
      vulnerabilityIssueLinkCreate(input: { issueId: $issue, vulnerabilityIds: $ids }) { errors issueLinks { linkType issue { iid } } }
    }`;
    const input = { issue: `gid://gitlab/Issue/${issue.id}`, ids: [gid(id)] };
    expect((await ask('mina', link, input)).data).toMatchObject({
      vulnerabilityIssueLinkCreate: {
        errors: [],
        issueLinks: [{ linkType: 'RELATED', issue: { iid: String(issue.iid) } }],
      },
    });
    const seen = { path: project.fullPath, iid: String(issue.iid) };
    const shown = { count: 1, nodes: [{ title: 'Unescaped `output`', severity: 'HIGH', state: 'DETECTED' }] };
    expect((await ask('dana', related, seen)).data).toMatchObject({
      project: { issue: { relatedVulnerabilities: shown } },
    });
    for (const who of ['nobody', 'otto', 'rita'] as const) {
      expect((await ask(who, related, seen)).data).toMatchObject({
        project: { issue: { relatedVulnerabilities: { count: 0, nodes: [] } } },
      });
    }
  });
});
