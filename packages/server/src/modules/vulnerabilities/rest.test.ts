import {
  dismissalReasons,
  vulnerabilityActions,
  vulnerabilityStates,
  stateAfter,
} from '@milepost/core/security/vulnerabilities';
import { describe, expect } from 'vitest';
import { castNames } from '../../testing/cast.ts';
import { test, tokenFor } from '../../testing/http.ts';

type Row = Record<string, unknown>;

describe('one vulnerability', () => {
  test('RS-VU-01: a vulnerability is returned with the published keys, and hidden from people below developer', async ({
    build,
    call,
    world,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const { id } = await build.vulnerability({ project, title: 'Unescaped output', severity: 'high' });
    const { status, body } = await call('dana', 'GET', `/vulnerabilities/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: 'Unescaped output',
      description: '',
      state: 'detected',
      severity: 'high',
      confidence: 'unknown',
      report_type: 'sast',
      project: { id: project.id, path_with_namespace: project.fullPath },
      author_id: null,
      closed_by_id: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      closed_at: null,
    });
    const dismissed = await call('mina', 'POST', `/vulnerabilities/${id}/dismiss`);
    expect(dismissed.body).toMatchObject({ closed_by_id: world.userIds.mina, closed_at: expect.any(String) as string });
    for (const who of ['otto', 'gwen', 'paul', 'rita'] as const) {
      expect((await call(who, 'GET', `/vulnerabilities/${id}`)).status).toBe(404);
      expect((await call(who, 'GET', `/projects/${project.id}/vulnerabilities`)).status).toBe(404);
    }
    expect((await call('nobody', 'GET', `/vulnerabilities/${id}`)).status).toBe(401);
    expect((await call('dana', 'GET', '/vulnerabilities/999999999')).status).toBe(404);
    expect((await call('dana', 'GET', '/vulnerabilities/x')).status).toBe(400);
    expect((await call('dana', 'GET', '/vulnerabilities/99999999999999999999')).status).toBe(400);
  });

  test('RS-VU-02, RS-VU-03, DL-VU-08: each action leads from every state to its own, and answers 304 when it already has that state', async ({
    build,
    call,
    db,
  }) => {
    const project = await build.project();
    for (const state of vulnerabilityStates) {
      for (const action of vulnerabilityActions) {
        const { id } = await build.vulnerability({ project, state });
        const path = `/vulnerabilities/${id}/${action}`;
        const answer = await call('mina', 'POST', path);
        const isSame = stateAfter[action] === state;
        const { state: shown = null } = (answer.body ?? {}) as { state?: string };
        expect([answer.status, shown]).toEqual(isSame ? [304, null] : [201, stateAfter[action]]);
        expect((await call('mina', 'POST', path)).status).toBe(304);
        expect((await call('mina', 'GET', `/vulnerabilities/${id}`)).body).toMatchObject({ state: stateAfter[action] });
        const transitions = await db
          .selectFrom('vulnerabilityTransitions')
          .select('id')
          .where('vulnerabilityId', '=', id)
          .execute();
        expect(transitions).toHaveLength(isSame ? 0 : 1);
      }
    }
    const { id } = await build.vulnerability({ project });
    expect((await call('mina', 'POST', `/vulnerabilities/${id}/close`)).status).toBe(404);
    expect((await call('dana', 'POST', `/vulnerabilities/${id}/confirm`)).status).toBe(403);
    expect((await call('rita', 'POST', `/vulnerabilities/${id}/confirm`)).status).toBe(404);
  });

  test('RS-VU-02: two concurrent actions create one transition', async ({ build, call, db }) => {
    const { id } = await build.vulnerability({ project: await build.project() });
    const answers = await Promise.all(
      (['mina', 'ada', 'root'] as const).map((who) => call(who, 'POST', `/vulnerabilities/${id}/resolve`)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 304, 304]);
    const rows = await db
      .selectFrom('vulnerabilityTransitions')
      .selectAll()
      .where('vulnerabilityId', '=', id)
      .execute();
    expect(rows).toMatchObject([{ fromState: 'detected', toState: 'resolved' }]);
  });

  test('DL-VU-09: dismissing takes a comment and one of five reasons; another one answers 400', async ({
    build,
    call,
    db,
  }) => {
    const project = await build.project();
    for (const reason of dismissalReasons) {
      const { id } = await build.vulnerability({ project });
      const details = { comment: 'Only in tests', dismissal_reason: reason };
      expect((await call('mina', 'POST', `/vulnerabilities/${id}/dismiss`, details)).status).toBe(201);
      const saved = await db
        .selectFrom('vulnerabilityTransitions')
        .selectAll()
        .where('vulnerabilityId', '=', id)
        .execute();
      expect(saved).toMatchObject([{ comment: 'Only in tests', dismissalReason: reason, toState: 'dismissed' }]);
    }
    const { id } = await build.vulnerability({ project });
    expect(await call('mina', 'POST', `/vulnerabilities/${id}/dismiss`, { dismissal_reason: 'boring' })).toMatchObject({
      status: 400,
      body: { error: 'dismissal_reason does not have a valid value' },
    });
    const long = { comment: 'x'.repeat(50_001) };
    expect((await call('mina', 'POST', `/vulnerabilities/${id}/dismiss`, long)).status).toBe(400);
    expect((await call('mina', 'GET', `/vulnerabilities/${id}`)).body).toMatchObject({ state: 'detected' });
  });

  test('in an archived project it can be read, not changed', async ({ build, call, send, world }) => {
    const project = await build.project({ archived: true });
    const { id } = await build.vulnerability({ project });
    expect((await call('mina', 'GET', `/vulnerabilities/${id}`)).status).toBe(200);
    expect((await call('ada', 'POST', `/vulnerabilities/${id}/resolve`)).status).toBe(403);
    const answer = await send({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/vulnerability_reports`,
      headers: { 'private-token': await tokenFor(world, 'ada') },
      payload: '{}',
    });
    expect(answer.status).toBe(403);
  });

  test('tokens that only read cannot change anything', async ({ build, send, world }) => {
    const project = await build.project();
    const { id } = await build.vulnerability({ project });
    const headers = { 'private-token': await tokenFor(world, 'mina', ['read_api']) };
    const status = async (method: 'GET' | 'POST', path: string) =>
      (await send({ method, url: `/api/v4${path}`, headers })).status;
    expect(await status('GET', `/vulnerabilities/${id}`)).toBe(200);
    expect(await status('GET', `/projects/${project.id}/vulnerabilities`)).toBe(200);
    expect(await status('POST', `/vulnerabilities/${id}/resolve`)).toBe(403);
    expect(await status('POST', `/projects/${project.id}/vulnerability_reports`)).toBe(403);
  });
});

describe('issues of a vulnerability', () => {
  test('RS-VU-04, RS-VU-05: issues are linked, listed and unlinked', async ({ build, call }) => {
    const project = await build.project();
    const { id } = await build.vulnerability({ project });
    const issue = await build.issue({ project, title: 'Escape it' });
    const path = `/vulnerabilities/${id}/issue_links`;
    expect(await call('dana', 'GET', path)).toMatchObject({ status: 200, body: [] });
    const made = await call<Row & { id: number }>('mina', 'POST', path, {
      target_project_id: project.id,
      target_issue_iid: issue.iid,
      link_type: 'related',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { vulnerability: { id }, issue: { id: issue.id }, link_type: 'related' },
    });
    expect((await call('dana', 'GET', path)).body).toMatchObject([
      { id: issue.id, title: 'Escape it', vulnerability_link_id: made.body.id, vulnerability_link_type: 'related' },
    ]);
    expect((await call('dana', 'DELETE', `${path}/${made.body.id}`)).status).toBe(403);
    expect((await call('mina', 'DELETE', `${path}/${made.body.id}`)).status).toBe(200);
    expect((await call('mina', 'DELETE', `${path}/${made.body.id}`)).status).toBe(404);
    expect((await call('dana', 'GET', path)).body).toEqual([]);
    expect((await call('rita', 'GET', path)).status).toBe(404);
  });

  test('DL-VU-12: a pair is linked once, one issue is created at most, and invisible targets are not found', async ({
    build,
    call,
  }) => {
    const project = await build.project();
    const { id } = await build.vulnerability({ project });
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    const path = `/vulnerabilities/${id}/issue_links`;
    const link = (who: 'mina', input: object) => call(who, 'POST', path, input);
    expect(await link('mina', { target_issue_iid: one.iid })).toMatchObject({
      status: 201,
      body: { link_type: 'related' },
    });
    expect((await link('mina', { target_issue_iid: one.iid })).status).toBe(422);
    expect((await link('mina', { target_issue_iid: one.iid, link_type: 'created' })).status).toBe(422);
    expect(await link('mina', { target_issue_iid: two.iid, link_type: 'created' })).toMatchObject({
      status: 201,
      body: { link_type: 'created' },
    });
    const three = await build.issue({ project });
    expect((await link('mina', { target_issue_iid: three.iid, link_type: 'created' })).status).toBe(422);
    expect((await link('mina', { target_issue_iid: three.iid, link_type: 'odd' })).status).toBe(400);
    expect((await link('mina', { target_issue_iid: 999_999 })).status).toBe(404);
    const foreign = await build.group({ members: { ada: 'owner' } });
    const hidden = await build.issue({ project: await build.project({ group: foreign }) });
    const target = { target_project_id: hidden.namespaceId, target_issue_iid: hidden.iid };
    expect((await link('mina', target)).status).toBe(404);
    expect((await call('mina', 'POST', path, {})).body).toEqual({ error: 'target_issue_iid is missing' });
  });

  test('a linked issue that the viewer may not see is not listed', async ({ build, call }) => {
    const project = await build.project();
    const { id } = await build.vulnerability({ project });
    const foreign = await build.group({ members: { ada: 'owner' } });
    const hidden = await build.issue({ project: await build.project({ group: foreign }) });
    await build.vulnerabilityIssueLink({ vulnerabilityId: id, workItemId: hidden.id });
    const path = `/vulnerabilities/${id}/issue_links`;
    expect((await call('dana', 'GET', path)).body).toEqual([]);
    expect((await call<Row[]>('ada', 'GET', path)).body).toHaveLength(1);
    const list = `/projects/${project.id}/vulnerabilities`;
    expect((await call('dana', 'GET', list, { has_issues: 'true' })).body).toEqual([]);
    expect((await call<Row[]>('ada', 'GET', list, { has_issues: 'true' })).body).toHaveLength(1);
  });
});

describe('lists', () => {
  test('DL-VU-14: lists of project and group are filtered, sorted and paged by keyset', async ({
    build,
    call,
    send,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const other = await build.project({ group });
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const a = await build.vulnerability({ project, title: 'Alpha', severity: 'low', detectedAt: day(1) });
    const b = await build.vulnerability({
      project,
      title: 'Beta',
      severity: 'critical',
      state: 'confirmed',
      detectedAt: day(2),
    });
    const c = await build.vulnerability({
      project,
      title: 'Gamma 100%',
      severity: 'medium',
      scanner: 'Trivy',
      detectedAt: day(3),
    });
    const d = await build.vulnerability({ project: other, severity: 'high', isMissing: true, detectedAt: day(4) });
    await build.vulnerabilityIssueLink({ vulnerabilityId: a.id, workItemId: (await build.issue({ project })).id });
    const ids = async (of: 'projects' | 'groups', input: object) => {
      const { body } = await call<{ id: number }[]>(
        'dana',
        'GET',
        `/${of}/${of === 'projects' ? project.id : group.id}/vulnerabilities`,
        input,
      );
      return body.map(({ id }) => id);
    };
    expect(await ids('projects', {})).toEqual([b.id, c.id, a.id]);
    expect(await ids('groups', {})).toEqual([b.id, d.id, c.id, a.id]);
    expect(await ids('groups', { sort: 'severity_asc' })).toEqual([a.id, c.id, d.id, b.id]);
    expect(await ids('groups', { sort: 'detected_desc' })).toEqual([d.id, c.id, b.id, a.id]);
    expect(await ids('groups', { sort: 'detected_asc' })).toEqual([a.id, b.id, c.id, d.id]);
    expect(await ids('groups', { per_page: 3, page: 2 })).toEqual([a.id]);
    expect(await ids('groups', { per_page: 3, page: 3 })).toEqual([]);
    expect(await ids('groups', { state: 'confirmed' })).toEqual([b.id]);
    expect(await ids('groups', { severity: 'critical,low' })).toEqual([b.id, a.id]);
    expect(await ids('groups', { report_type: 'dast' })).toEqual([]);
    expect(await ids('groups', { report_type: 'sast', scanner: 'Trivy' })).toEqual([c.id]);
    expect(await ids('groups', { has_issues: 'true' })).toEqual([a.id]);
    expect(await ids('groups', { has_issues: 'false' })).toEqual([b.id, d.id, c.id]);
    expect(await ids('groups', { has_resolution: 'true' })).toEqual([d.id]);
    expect(await ids('groups', { has_resolution: 'false' })).toEqual([b.id, c.id, a.id]);
    expect(await ids('groups', { search: '100%' })).toEqual([c.id]);
    for (const sort of ['severity_desc', 'severity_asc', 'detected_desc', 'detected_asc']) {
      const paged: number[] = [];
      const headers = { 'private-token': await tokenFor(world, 'dana') };
      let url: string | null = `/api/v4/groups/${group.id}/vulnerabilities?per_page=1&sort=${sort}`;
      while (url !== null) {
        const answer = await send({ method: 'GET', url, headers });
        paged.push(...(answer.body as { id: number }[]).map(({ id }) => id));
        const next = /<([^>]+)>; rel="next"/.exec((answer.headers['link'] as string | undefined) ?? '')?.[1];
        url = next === undefined ? null : new URL(next).pathname + new URL(next).search;
      }
      expect(paged).toEqual(await ids('groups', { sort }));
    }
    expect((await call('dana', 'GET', `/projects/${project.id}/vulnerabilities`, { severity: 'odd' })).status).toBe(
      400,
    );
    expect((await call('dana', 'GET', `/projects/${project.id}/vulnerabilities`, { cursor: 'odd' })).status).toBe(400);
    expect((await call('dana', 'GET', `/projects/${group.id}/vulnerabilities`)).status).toBe(404);
  });

  test('lists of a group contain vulnerabilities of projects where the viewer is a developer', async ({
    build,
    call,
  }) => {
    const group = await build.group({ visibility: 'public', members: { rita: 'reporter' } });
    const project = await build.project({ group, members: { rita: 'developer' } });
    const seen = await build.vulnerability({ project });
    await build.vulnerability({ project: await build.project({ group }) });
    const { body } = await call<{ id: number }[]>('rita', 'GET', `/groups/${group.id}/vulnerabilities`);
    expect(body.map(({ id }) => id)).toEqual([seen.id]);
    expect((await call('otto', 'GET', `/groups/${group.id}/vulnerabilities`)).status).toBe(404);
  });
});

test('DL-PM-04: developers read, maintainers change, in public projects too; all others see none in any list', async ({
  build,
  call,
  ask,
  send,
  world,
}) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project });
  const query = `query seen($path: ID!, $id: VulnerabilityID!, $iid: String!) {
    vulnerability(id: $id) { id }
    project(fullPath: $path) {
      vulnerabilities { count nodes { id } }
      vulnerabilitySeveritiesCount { high }
      issue(iid: $iid) { relatedVulnerabilities { count } }
    }
  }`;
  for (const who of castNames.filter((name) => name !== 'nobody')) {
    const { id } = await build.vulnerability({ project, title: `Needle of ${who}` });
    const link = await build.vulnerabilityIssueLink({ vulnerabilityId: id, workItemId: issue.id });
    const mayRead = ['dana', 'mina', 'ada', 'root'].includes(who);
    const mayChange = mayRead && who !== 'dana';
    const one = `/vulnerabilities/${id}`;
    for (const path of [one, `${one}/issue_links`, `/projects/${project.id}/vulnerabilities`]) {
      expect([who, path, (await call(who, 'GET', path)).status]).toEqual([who, path, mayRead ? 200 : 404]);
    }
    const refused = mayRead ? 403 : 404;
    for (const action of ['confirm', 'dismiss', 'resolve', 'revert']) {
      const { status } = await call(who, 'POST', `${one}/${action}`);
      expect([who, action, status]).toEqual([who, action, mayChange ? 201 : refused]);
    }
    const another = await build.issue({ project });
    const linked = await call(who, 'POST', `${one}/issue_links`, { target_issue_iid: another.iid });
    expect([who, linked.status]).toEqual([who, mayChange ? 201 : refused]);
    const unlinked = await call(who, 'DELETE', `${one}/issue_links/${link.id}`);
    expect([who, unlinked.status]).toEqual([who, mayChange ? 200 : refused]);
    const sent = await send({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/vulnerability_reports`,
      headers: { 'private-token': await tokenFor(world, who) },
      payload: JSON.stringify({ version: '2.1.0', runs: [] }),
    });
    expect([who, sent.status]).toEqual([who, mayChange ? 201 : refused]);
    const { data } = await ask<{ vulnerability: unknown; project: Row }>(who, query, {
      path: project.fullPath,
      id: `gid://gitlab/Vulnerability/${id}`,
      iid: String(issue.iid),
    });
    const isShown = { vulnerability: data.vulnerability !== null, list: data.project['vulnerabilities'] !== null };
    expect([who, isShown]).toEqual([who, { vulnerability: mayRead, list: mayRead }]);
    expect(data.project['vulnerabilitySeveritiesCount'] !== null).toBe(mayRead);
    const { relatedVulnerabilities } = data.project['issue'] as { relatedVulnerabilities: { count: number } };
    expect([who, relatedVulnerabilities.count > 0]).toEqual([who, mayRead]);
    const found = await call(who, 'GET', '/search', { scope: 'issues', search: 'Needle' });
    expect(found.body).toEqual([]);
  }
  expect((await call('nobody', 'GET', `/projects/${project.id}/vulnerabilities`)).status).toBe(401);
});
