import { describe, expect } from 'vitest';
import { sessionHeaders, test } from '../../testing/http.ts';
import { namespaceOfPage } from './rest/boot.ts';

describe('switches of groups and projects', () => {
  test('TM-GS-11: what is switched off in a group is off in everything below, where it cannot be switched on again', async ({
    build,
    call,
    ask,
  }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const subgroup = await build.group({ parent: group });
    const project = await build.project({ group });
    const put = (path: string, input: object) => call('ada', 'PUT', path, input);
    const names = [
      'scoped_labels_enabled',
      'health_status_enabled',
      'subepics_enabled',
      'custom_fields_enabled',
      'iterations_enabled',
      'statuses_enabled',
      'boards_enabled',
      'request_access_enabled',
    ];
    for (const name of names) {
      const of = async (path: string) => (await call('ada', 'GET', path)).body[name];
      const paths = [`/groups/${top.id}`, `/groups/${group.id}`];
      if (name !== 'subepics_enabled') paths.push(`/projects/${project.id}`);
      expect(await Promise.all(paths.map(of))).not.toContain(false);
      expect(await put(`/groups/${group.id}`, { [name]: false })).toMatchObject({
        status: 200,
        body: { [name]: false },
      });
      expect(await Promise.all(paths.map(of))).toEqual([true, ...paths.slice(1).map(() => false)]);
      const below = await build.project({ group });
      const target = name === 'subepics_enabled' ? `/groups/${subgroup.id}` : `/projects/${below.id}`;
      expect(await of(target)).toBe(false);
      expect(await put(target, { [name]: true })).toMatchObject({
        status: 400,
        body: { message: { [name]: [`is switched off in ${group.fullPath}`] } },
      });
      expect((await put(`/groups/${group.id}`, { [name]: true })).status).toBe(200);
      expect(await Promise.all(paths.map(of))).not.toContain(false);
    }
    // Refused: a switch that this kind of namespace does not have, and a role without access to the settings.
    expect((await put(`/groups/${group.id}`, { milestones_enabled: false })).status).toBe(400);
    expect((await put(`/projects/${project.id}`, { subepics_enabled: false })).status).toBe(400);
    expect((await call('mina', 'PUT', `/groups/${group.id}`, { boards_enabled: false })).status).toBe(403);
    // After a transfer, the features that are off in the new parent are off.
    const other = await build.group();
    await put(`/groups/${other.id}`, { boards_enabled: false });
    await put(`/groups/${group.id}`, { statuses_enabled: false });
    expect((await call('ada', 'POST', `/groups/${group.id}/transfer`, { group_id: other.id })).status).toBe(201);
    expect((await call('ada', 'GET', `/projects/${project.id}`)).body).toMatchObject({
      boards_enabled: false,
      statuses_enabled: false,
      iterations_enabled: true,
    });
    const settings = await call('ada', 'GET', `/projects/${project.id}`);
    const fullPath = String(settings.body['path_with_namespace']);
    expect(
      (
        await ask(
          'ada',
          `{ project(fullPath: "${fullPath}") { availableFeatures { hasBoardsFeature hasWorkItemStatusFeature
            hasIterationsFeature hasIssuableHealthStatusFeature hasScopedLabelsFeature hasCustomFieldsFeature } } }`,
        )
      ).data,
    ).toEqual({
      project: {
        availableFeatures: {
          hasBoardsFeature: false,
          hasWorkItemStatusFeature: false,
          hasIterationsFeature: true,
          hasIssuableHealthStatusFeature: true,
          hasScopedLabelsFeature: true,
          hasCustomFieldsFeature: true,
        },
      },
    });
  });

  test('TM-GS-02: the settings say how many entries each section has, and where a feature is switched off', async ({
    build,
    call,
    send,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    await build.label({ namespace: group });
    await call('ada', 'PUT', `/groups/${group.id}`, { boards_enabled: false });
    const token = { name: 'deploy', scopes: ['api'], access_level: 10 };
    await call('ada', 'POST', `/projects/${project.id}/access_tokens`, token);
    const headers = await sessionHeaders(world, world.userIds.ada);
    const { status, body } = await send({ url: `/${project.fullPath}/-/settings.json`, headers });
    expect(status).toBe(200);
    const { features, counts } = body as { features: { name: string }[]; counts: Record<string, number> };
    expect(features.find(({ name }) => name === 'boards')).toEqual({
      name: 'boards',
      setting: 'boards_enabled',
      is_on: false,
      off_in: group.fullPath,
    });
    // The account of a token is not counted as a member.
    expect(counts).toMatchObject({ accessTokens: 1, members: 0, labels: 0, webhooks: 0, cadences: 0 });
    const above = await send({ url: `/groups/${group.fullPath}/-/settings.json`, headers });
    expect((above.body as { counts: object }).counts).toMatchObject({ accessTokens: 0, labels: 1 });
  });

  test('TM-GS-12, TM-GS-13: without a feature its fields are null, filters find nothing and no data is lost', async ({
    build,
    call,
    ask,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const child = await build.epic({ group, parent: epic });
    await call('ada', 'PUT', `/groups/${group.id}/epics/${epic.iid}`, { health_status: 'at_risk' });
    const issue = await build.issue({ project, parent: epic, healthStatus: 'at_risk' });
    const labels = ['stage::one', 'stage::two'];
    await call('ada', 'PUT', `/projects/${project.id}/issues/${issue.iid}`, { add_labels: labels[0] });
    const set = (input: object) => call('ada', 'PUT', `/groups/${group.id}`, input);
    const read = async () => {
      const { data } = await ask<{
        group: {
          epic: { healthStatus: object | null; allowSubEpics: boolean; status: object | null };
          issues: { nodes: { healthStatus: string | null; status: object | null }[] };
          atRisk: { nodes: object[] };
          others: { nodes: object[] };
          workItem: { widgets: { type: string }[] };
          boards: object | null;
          lifecycles: object | null;
        };
      }>(
        'gwen',
        `{ group(fullPath: "${group.fullPath}") {
          epic(iid: "${epic.iid}") { allowSubEpics healthStatus { own issuesAtRisk } status { name } }
          issues(includeSubgroups: true) { nodes { healthStatus status { name } } }
          atRisk: issues(includeSubgroups: true, healthStatusFilter: atRisk) { nodes { id } }
          others: issues(includeSubgroups: true, not: { healthStatusFilter: atRisk }) { nodes { id } }
          workItem(iid: "${epic.iid}") { widgets { type } }
          boards { nodes { id } } lifecycles { nodes { id } } } }`,
      );
      return data.group;
    };
    const csv = async () =>
      (await call<string>('ada', 'GET', `/groups/${group.id}/issues.csv`)).body.split('\n', 1)[0] ?? '';
    const before = await read();
    expect(before).toMatchObject({
      epic: { allowSubEpics: true, healthStatus: { own: 'atRisk', issuesAtRisk: 1 } },
      issues: { nodes: [{ healthStatus: 'atRisk' }] },
      others: { nodes: [] },
    });
    expect(before.atRisk.nodes).toHaveLength(1);

    const off = {
      health_status_enabled: false,
      subepics_enabled: false,
      statuses_enabled: false,
      boards_enabled: false,
    };
    expect((await set({ ...off, scoped_labels_enabled: false })).status).toBe(200);
    const without = await read();
    expect(without).toMatchObject({
      epic: { allowSubEpics: false, healthStatus: null, status: null },
      issues: { nodes: [{ healthStatus: null, status: null }] },
      atRisk: { nodes: [] },
      boards: null,
      lifecycles: null,
    });
    expect(without.others.nodes).toHaveLength(1);
    const types = without.workItem.widgets.map(({ type }) => type);
    expect(types).not.toContain('HEALTH_STATUS');
    expect(types).not.toContain('STATUS');
    expect(await csv()).not.toMatch(/Health|Status/);
    const shown = (await call('ada', 'GET', `/groups/${group.id}/epics/${epic.iid}`)).body;
    expect(shown).toMatchObject({ health_status: null, health_status_is_rolled_up: false });
    expect((await call('ada', 'GET', `/groups/${group.id}/boards`)).status).toBe(404);
    // New child epics are refused, the existing one stays; values of a feature that is off are ignored.
    const refused = await call('ada', 'POST', `/groups/${group.id}/epics/${epic.iid}/epics`, { title: 'New' });
    expect(refused.status).toBe(403);
    const children = await call<object[]>('ada', 'GET', `/groups/${group.id}/epics/${epic.iid}/epics`);
    expect(children.body).toMatchObject([{ id: child.id }]);
    const iid = `/projects/${project.id}/issues/${issue.iid}`;
    const labeled = await call('ada', 'PUT', iid, { add_labels: labels[1], health_status: 'on_track' });
    expect(labeled).toMatchObject({ status: 200, body: { labels, health_status: null } });

    // On in the group again, but off in the project: its issues do not count in the epic’s health.
    await set({ health_status_enabled: true });
    await call('ada', 'PUT', `/projects/${project.id}`, { health_status_enabled: false });
    expect(await read()).toMatchObject({ epic: { healthStatus: { own: 'atRisk', issuesAtRisk: 0 } } });
    await call('ada', 'PUT', `/projects/${project.id}`, { health_status_enabled: true });

    await set(Object.fromEntries(Object.keys(off).map((name) => [name, true])));
    expect(await read()).toMatchObject({
      epic: { allowSubEpics: true, healthStatus: { own: 'atRisk', issuesAtRisk: 1 } },
      issues: { nodes: [{ healthStatus: 'atRisk' }] },
    });
  });

  test('TM-PS-02: without issues, boards or milestones their addresses answer 404', async ({
    build,
    call,
    ask,
    as,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    const issue = await build.issue({ project });
    const rest = { issues: `/projects/${project.id}/issues`, boards: `/projects/${project.id}/boards` };
    const ends = { ...rest, milestones: `/projects/${project.id}/milestones` };
    for (const [name, path] of Object.entries(ends)) {
      const page = `/${project.fullPath}/-/${name}`;
      const statusOf = async () => [
        (await call('ada', 'GET', path)).status,
        (await namespaceOfPage(as('ada'), page)).isFound ?? true,
      ];
      expect(await statusOf()).toEqual([200, true]);
      await call('ada', 'PUT', `/projects/${project.id}`, { [`${name}_enabled`]: false });
      expect(await statusOf()).toEqual([404, false]);
      await call('ada', 'PUT', `/projects/${project.id}`, { [`${name}_enabled`]: true });
    }
    await call('ada', 'PUT', `/projects/${project.id}`, { issues_access_level: 'disabled' });
    expect((await call('ada', 'GET', `/projects/${project.id}`)).body).toMatchObject({
      issues_enabled: false,
      issues_access_level: 'disabled',
    });
    const lists = `issues(includeSubgroups: true) { nodes { id } }`;
    for (const who of ['ada', 'root'] as const) {
      expect((await call(who, 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(404);
      expect((await call(who, 'POST', `/projects/${project.id}/issues`, { title: 'New' })).status).not.toBe(201);
      expect((await ask(who, `{ group(fullPath: "${group.fullPath}") { ${lists} } }`)).data).toEqual({
        group: { issues: { nodes: [] } },
      });
    }
  });
});
