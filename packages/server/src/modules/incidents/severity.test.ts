import { formatGlobalId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test, type Ask } from '../../testing/http.ts';
import type { WorkItem } from '../work-items/store.ts';

const mutation = `mutation updateIssuableSeverity($projectPath: ID!, $severity: IssuableSeverity!, $iid: String!) {
  issuableSetSeverity: issueSetSeverity(input: { projectPath: $projectPath, severity: $severity, iid: $iid }) {
    issue { iid id severity }
    errors
  }
}`;

const setSeverity = (ask: Ask, who: CastName, { namespacePath, iid }: WorkItem, severity: string) =>
  ask(who, mutation, { projectPath: namespacePath, iid: String(iid), severity });

const shown = (ask: Ask, { id }: WorkItem) =>
  ask<{ issue: { severity: string; notes: { nodes: { body: string }[] } } }>(
    'gwen',
    `{ issue(id: "${formatGlobalId('Issue', id)}") { severity notes { nodes { body systemNoteIconName } } } }`,
  );

describe('the severity of an incident', () => {
  test('TM-IC-01: is unknown at first, and can be set from planner up', async ({ build, ask }) => {
    const incident = await build.issue({ type: 'incident' });
    expect((await shown(ask, incident)).data.issue.severity).toBe('UNKNOWN');
    const { data } = await setSeverity(ask, 'rita', incident, 'HIGH');
    expect(data).toMatchObject({ issuableSetSeverity: { issue: { severity: 'HIGH' }, errors: [] } });
    expect((await shown(ask, incident)).data.issue).toMatchObject({
      severity: 'HIGH',
      notes: { nodes: [{ body: 'changed the severity to **High**', systemNoteIconName: 'severity' }] },
    });
    await setSeverity(ask, 'rita', incident, 'HIGH');
    expect((await shown(ask, incident)).data.issue.notes.nodes).toHaveLength(1);
    for (const who of ['gwen', 'otto', 'nobody'] as const) {
      const { errors } = await setSeverity(ask, who, incident, 'LOW');
      expect(errors?.[0]?.message).toMatch(/does not exist or you don't have permission/);
    }
    expect((await shown(ask, incident)).data.issue.severity).toBe('HIGH');
  });

  test('is not overwritten by somebody who read another one', async ({ build, ask }) => {
    const incident = await build.issue({ type: 'incident' });
    const change = async (who: CastName, severity: string, read: string) => {
      const { data } = await ask<{ issueSetSeverity: { errors: string[] } }>(
        who,
        'mutation ($input: IssueSetSeverityInput!) { issueSetSeverity(input: $input) { errors } }',
        {
          input: {
            projectPath: incident.namespacePath,
            iid: String(incident.iid),
            severity,
            valuesRead: { severity: read },
          },
        },
      );
      return data.issueSetSeverity.errors;
    };
    expect(await change('rita', 'HIGH', 'UNKNOWN')).toEqual([]);
    expect(await change('mina', 'LOW', 'UNKNOWN')).toEqual(['Rita Reporter changed the severity to high meanwhile.']);
    expect((await shown(ask, incident)).data.issue.severity).toBe('HIGH');
    expect(await change('mina', 'LOW', 'HIGH')).toEqual([]);
  });

  test('TM-IC-02: REST shows it in capitals, UNKNOWN for other types, which accept no change', async ({
    build,
    ask,
    call,
  }) => {
    const project = await build.project();
    const [incident, issue] = [await build.issue({ project, type: 'incident' }), await build.issue({ project })];
    const read = async ({ iid }: WorkItem) =>
      (await call<{ severity: string }>('gwen', 'GET', `/projects/${project.id}/issues/${iid}`)).body.severity;
    await setSeverity(ask, 'rita', incident, 'CRITICAL');
    expect([await read(incident), await read(issue)]).toEqual(['CRITICAL', 'UNKNOWN']);
    const refused = await setSeverity(ask, 'rita', issue, 'LOW');
    expect(refused.data).toMatchObject({
      issuableSetSeverity: { issue: null, errors: ['Severity is for incidents only'] },
    });
    await call('rita', 'PUT', `/projects/${project.id}/issues/${incident.iid}`, { issue_type: 'issue' });
    expect(await read(incident)).toBe('UNKNOWN');
    await call('rita', 'PUT', `/projects/${project.id}/issues/${incident.iid}`, { issue_type: 'incident' });
    expect(await read(incident)).toBe('CRITICAL');
  });

  test('TM-IC-01: /severity sets it, by its name or its level', async ({ build, ask }) => {
    const incident = await build.issue({ type: 'incident' });
    const write = (body: string) =>
      ask<{ createNote: { errors: string[] } }>(
        'rita',
        `mutation ($body: String!) { createNote(input: { noteableId: "${formatGlobalId('Issue', incident.id)}", body: $body }) { errors } }`,
        { body },
      );
    await write('/severity Medium');
    expect((await shown(ask, incident)).data.issue.severity).toBe('MEDIUM');
    await write('/severity S1');
    expect((await shown(ask, incident)).data.issue.severity).toBe('CRITICAL');
    await write('/severity awful');
    expect((await shown(ask, incident)).data.issue.severity).toBe('CRITICAL');
  });

  test('sorts lists, with other issues among the unknown ones', async ({ build, ask }) => {
    const project = await build.project();
    for (const [title, severity] of [
      ['a', 'LOW'],
      ['b', 'CRITICAL'],
      ['c', 'HIGH'],
    ] as const)
      await setSeverity(ask, 'rita', await build.issue({ project, title, type: 'incident' }), severity);
    await build.issue({ project, title: 'd' });
    const titles = async (sort: string, after = '') =>
      (
        await ask<{ project: { issues: { nodes: { title: string }[]; pageInfo: { endCursor: string } } } }>(
          'gwen',
          `{ project(fullPath: "${project.fullPath}") { issues(sort: ${sort}, first: 3, after: "${after}") { nodes { title } pageInfo { endCursor } } } }`,
        )
      ).data.project.issues;
    const page = await titles('SEVERITY_DESC');
    expect(page.nodes.map(({ title }) => title)).toEqual(['b', 'c', 'a']);
    expect((await titles('SEVERITY_DESC', page.pageInfo.endCursor)).nodes).toEqual([{ title: 'd' }]);
    expect((await titles('SEVERITY_ASC')).nodes.map(({ title }) => title)).toEqual(['d', 'a', 'c']);
  });

  test('is kept when an incident is moved', async ({ build, ask }) => {
    const group = await build.group();
    const [from, to] = [await build.project({ group }), await build.project({ group })];
    const incident = await build.issue({ project: from, type: 'incident' });
    await setSeverity(ask, 'rita', incident, 'LOW');
    const { data } = await ask(
      'mina',
      `mutation { issueMove(input: { projectPath: "${from.fullPath}", iid: "${incident.iid}", targetProjectPath: "${to.fullPath}" }) { issue { severity } errors } }`,
    );
    expect(data).toMatchObject({ issueMove: { issue: { severity: 'LOW' }, errors: [] } });
  });
});
