import { Viewer } from '@milepost/core/roles';
import { planFeatures, planFeatureTitles, type PlanFeature } from '@milepost/core/settings/entitlements';
import { describe, expect } from 'vitest';
import { Context } from '../../platform/context.ts';
import { acceptInvitation } from '../invitations/commands/accept.ts';
import { namespaceOfPage } from '../namespaces/rest/boot.ts';
import { namespaceById } from '../namespaces/store.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { NoSeatsLeftError } from './commands.ts';
import { countSeatsDaily } from './jobs.ts';

interface Subscription {
  plan: { code: string | null; trial: boolean; upgradable: boolean };
  usage: { seats_in_subscription: number | null; seats_in_use: number; max_seats_used: number; seats_owed: number };
  billing: object;
}

const test = base
  .extend('plan', ({ call }) => async (groupId: number, fields: object = {}) => {
    const input = { plan_code: 'team', start_date: '2026-01-01', ...fields };
    const answer = await call<Subscription>('root', 'PUT', `/namespaces/${groupId}/gitlab_subscription`, input);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  })
  .extend('usage', ({ call }) => async (groupId: number) => {
    const { body } = await call<Subscription>('ada', 'GET', `/namespaces/${groupId}/gitlab_subscription`);
    const { seats_in_use: inUse, max_seats_used: most, seats_owed: owed } = body.usage;
    return [inUse, most, owed];
  });

describe('the plan of a top-level group', () => {
  test('OG-BL-05, RS-SU-01, RS-SU-07: plan, usage and dates for owners and administrators', async ({
    build,
    call,
    plan,
  }) => {
    const group = await build.group();
    const below = await build.group({ parent: group, members: { dana: 'owner' } });
    const dates = { start_date: '2026-02-01', end_date: '2027-01-31', trial: true, trial_ends_on: '2026-03-01' };
    await plan(group.id, { plan_name: 'Team', seats: 4, features: ['iterations', 'boards'], ...dates });
    const expected = {
      plan: {
        code: 'team',
        name: 'Team',
        trial: true,
        upgradable: true,
        excluded_features: ['health_status', 'sub_epics', 'custom_fields', 'statuses'],
      },
      usage: { seats_in_subscription: 4, seats_in_use: 5, max_seats_used: 5, seats_owed: 1, seat_control: 'off' },
      billing: {
        subscription_start_date: '2026-02-01',
        subscription_end_date: '2027-01-31',
        trial_ends_on: '2026-03-01',
      },
    };
    for (const who of ['ada', 'root'] as const) {
      for (const key of [group.id, encodeURIComponent(group.fullPath), below.id])
        expect((await call(who, 'GET', `/namespaces/${key}/gitlab_subscription`)).body).toEqual(expected);
    }
    const namespace = async (who: 'ada' | 'mina', id: number) =>
      (await call<object>(who, 'GET', `/namespaces/${id}`)).body;
    const shown = { plan: 'team', end_date: '2027-01-31', trial: true, trial_ends_on: '2026-03-01' };
    // With the guest, who takes no seat.
    const members = { members_count_with_descendants: 6 };
    const seats = { ...members, billable_members_count: 5, seats_in_use: 5, max_seats_used: 5 };
    expect(await namespace('ada', group.id)).toMatchObject({ ...shown, ...seats });
    expect(await namespace('ada', below.id)).toMatchObject(shown);
    const listed = await call<object[]>('ada', 'GET', '/namespaces', { search: group.path });
    expect(listed.body).toContainEqual(expect.objectContaining({ id: group.id, ...shown }));
    // For others it has no plan, and no seats.
    expect(await namespace('mina', group.id)).toMatchObject({ plan: null, end_date: null, trial: false });
    for (const name of ['seats_in_use', 'members_count_with_descendants'])
      expect(await namespace('mina', group.id)).not.toHaveProperty(name);

    const path = `/namespaces/${group.id}/gitlab_subscription`;
    for (const [who, status] of [
      ['nobody', 401],
      ['otto', 404],
      ['gwen', 403],
      ['mina', 403],
    ] as const)
      expect([who, (await call(who, 'GET', path)).status]).toEqual([who, status]);
    // The owner of a subgroup reads the plan of no other group.
    expect((await call('dana', 'GET', `/namespaces/${below.id}/gitlab_subscription`)).status).toBe(403);
    expect((await call('ada', 'GET', '/namespaces/99999999/gitlab_subscription')).status).toBe(404);
    const input = { plan_code: 'x', start_date: '2026-01-01' };
    expect((await call('ada', 'PUT', path, input)).status).toBe(403);
    for (const [bad, message] of [
      [{ start_date: undefined }, { error: 'start_date is missing' }],
      [{ start_date: '2026-02-30' }, { error: 'start_date is invalid' }],
      [{ plan_code: ' ' }, { message: { plan_code: ["can't be blank"], plan_name: ["can't be blank"] } }],
      [
        { plan_code: 'x'.repeat(300), plan_name: 'x' },
        { message: { plan_code: [expect.stringContaining('too long')] } },
      ],
      [{ seats: 0 }, { message: { seats: ['must be greater than 0'] } }],
      [{ seats: 'many' }, { error: 'seats is invalid' }],
      [{ features: ['magic'] }, { error: 'features is invalid' }],
      [{ end_date: '2025-12-31' }, { message: { end_date: ['must be after the start date'] } }],
    ] as const)
      expect(await call('root', 'PUT', path, { ...input, ...bad })).toMatchObject({ status: 400, body: message });
    expect((await call('ada', 'DELETE', path)).status).toBe(403);
    expect((await call('root', 'DELETE', path)).status).toBe(204);
    expect((await call('root', 'DELETE', path)).status).toBe(404);
    const { body: events } = await call<{ details: object }[]>('ada', 'GET', `/groups/${group.id}/audit_events`);
    expect(events.map(({ details }) => details)).toMatchObject([
      { change: 'plan', from: 'team', to: null },
      { change: 'plan', from: null, to: 'team' },
    ]);
  });

  test('OG-BL-06: without a stored plan, every feature is included and nothing is a limit', async ({
    build,
    call,
    ask,
  }) => {
    const group = await build.group();
    const { body } = await call<Subscription>('ada', 'GET', `/namespaces/${group.id}/gitlab_subscription`);
    expect(body).toEqual({
      plan: { code: null, name: null, trial: false, upgradable: false, excluded_features: [] },
      usage: { seats_in_subscription: null, seats_in_use: 5, max_seats_used: 5, seats_owed: 0, seat_control: 'off' },
      billing: { subscription_start_date: null, subscription_end_date: null, trial_ends_on: null },
    });
    const control = { seat_control: 'block_overages' };
    expect(await call('ada', 'PUT', `/namespaces/${group.id}/gitlab_subscription/seat_control`, control)).toMatchObject(
      {
        status: 400,
        body: { message: { seat_control: ['needs a plan with a number of seats'] } },
      },
    );
    const query = `{ group(fullPath: "${group.fullPath}") { availableFeatures { hasIterationsFeature hasBoardsFeature } } }`;
    expect((await ask('ada', query)).data).toEqual({
      group: { availableFeatures: { hasIterationsFeature: true, hasBoardsFeature: true } },
    });
  });

  test('OG-BL-07: max_seats_used never falls within a term, and starts again with the next one', async ({
    build,
    call,
    plan,
    usage,
    services,
  }) => {
    const group = await build.group({ members: { ada: 'owner' } });
    await plan(group.id, { seats: 2 });
    const members = `/groups/${group.id}/members`;
    for (const name of ['dana', 'rita'] as const)
      await call('ada', 'POST', members, { user_id: build.idOf(name), access_level: 30 });
    expect(await usage(group.id)).toEqual([3, 3, 1]);
    for (const name of ['dana', 'rita'] as const) await call('ada', 'DELETE', `${members}/${build.idOf(name)}`);
    expect(await usage(group.id)).toEqual([1, 3, 1]);
    // A new plan within the same term keeps it.
    await plan(group.id, { seats: 3, plan_code: 'bigger' });
    expect(await usage(group.id)).toEqual([1, 3, 0]);
    await plan(group.id, { seats: 3, start_date: '2027-01-01' });
    expect(await usage(group.id)).toEqual([1, 1, 0]);

    // Shares of other groups change seats without an event of this one: the daily job counts them.
    const guests = await build.group({ members: { otto: 'owner' } });
    await build.share(group, guests);
    await countSeatsDaily.run(services, null, new AbortController().signal);
    await services.db.deleteFrom('groupShares').where('groupId', '=', guests.id).execute();
    expect(await usage(group.id)).toEqual([1, 2, 0]);
  });

  test('OG-BL-08: more people than seats are allowed and owed, or refused with "No seats left."', async ({
    build,
    call,
    plan,
    usage,
  }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest' } });
    const below = await build.group({ parent: group });
    await plan(group.id, { seats: 2 });
    const add = (name: 'dana' | 'rita' | 'otto' | 'gwen', level = 30, to = group) =>
      call('ada', 'POST', `/groups/${to.id}/members`, { user_id: build.idOf(name), access_level: level });
    expect((await add('dana')).status).toBe(201);
    expect((await add('rita')).status).toBe(201);
    expect(await usage(group.id)).toEqual([3, 3, 1]);

    const control = `/namespaces/${group.id}/gitlab_subscription/seat_control`;
    expect((await call('dana', 'PUT', control, { seat_control: 'block_overages' })).status).toBe(403);
    expect((await call('ada', 'PUT', control, { seat_control: 'x' })).status).toBe(400);
    expect((await call('ada', 'PUT', control, { seat_control: 'block_overages' })).body).toMatchObject({
      usage: { seat_control: 'block_overages' },
    });
    const refused = { status: 422, body: { message: 'No seats left.' } };
    expect(await add('otto', 30, below)).toMatchObject(refused);
    expect((await add('otto', 10)).status).toBe(201);
    const role = (name: 'otto' | 'dana', level: number) =>
      call('ada', 'PUT', `/groups/${group.id}/members/${build.idOf(name)}`, { access_level: level });
    expect(await role('otto', 20)).toMatchObject(refused);
    // Who has a seat keeps it: another role, or one more membership, needs none.
    expect((await role('dana', 40)).status).toBe(200);
    expect((await add('rita', 40, below)).status).toBe(201);
    const guests = await build.group({ visibility: 'public', members: { paul: 'owner' } });
    const share = (level: number) =>
      call('ada', 'POST', `/groups/${group.id}/share`, { group_id: guests.id, group_access: level });
    expect(await share(30)).toMatchObject(refused);
    expect((await share(10)).status).toBe(201);
    expect(await usage(group.id)).toEqual([3, 3, 1]);
    // The setting outlives a new plan.
    await plan(group.id, { seats: 4 });
    expect((await role('otto', 20)).status).toBe(200);
    expect(await add('gwen', 30, below)).toMatchObject(refused);
  });

  test('OG-BL-08: of two people who accept an invitation at once, one gets the last seat', async ({
    build,
    call,
    plan,
    usage,
    services,
  }) => {
    const group = await build.group({ members: { ada: 'owner' } });
    await plan(group.id, { seats: 2 });
    await call('ada', 'PUT', `/namespaces/${group.id}/gitlab_subscription/seat_control`, {
      seat_control: 'block_overages',
    });
    const link = { access_level: 30, uses: 2 };
    const made = await call<{ url: string }>('ada', 'POST', `/groups/${group.id}/invitation_links`, link);
    const token = made.body.url.split('/').at(-1) ?? '';
    const people = [await build.user(), await build.user()];
    const answers = await Promise.allSettled(
      people.map(({ id }) => acceptInvitation(new Context(services, new Viewer(id)), token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers).toContainEqual({ status: 'rejected', reason: expect.any(NoSeatsLeftError) as unknown });
    expect(await usage(group.id)).toEqual([2, 2, 0]);
  });
});

describe('features outside the plan', () => {
  test('OG-BL-09: each is refused with its name over REST and GraphQL, absent from pages, and stays readable', async ({
    as,
    build,
    call,
    ask,
    plan,
    db,
    send,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [parent, child] = [await build.epic({ group }), await build.epic({ group })];
    const issue = await build.issue({ project });
    const size = await build.customField({ group, name: 'Size', fieldType: 'TEXT' });
    const cadence = await build.cadence({ group });
    const [sprint, next] = [
      await build.iteration({ cadence, startDate: '2026-01-01', dueDate: '2026-01-07' }),
      await build.iteration({ cadence, startDate: '2026-01-08', dueDate: '2026-01-14' }),
    ];
    const status = (number: number) => `gid://gitlab/WorkItems::Statuses::SystemDefined::Status/${number}`;
    const change = (of: { id: number }, widgets: object) =>
      ask('ada', `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }`, {
        input: { id: `gid://gitlab/WorkItem/${of.id}`, ...widgets },
      });
    const iterationWidget = (of: { id: number }) => ({
      iterationWidget: { iterationId: `gid://gitlab/Iteration/${of.id}` },
    });
    const field = (textValue: string) => ({
      customFieldsWidget: [{ customFieldId: `gid://gitlab/Issuables::CustomField/${size.id}`, textValue }],
    });
    const issuePath = `/projects/${project.id}/issues/${issue.iid}`;
    expect((await call('ada', 'PUT', issuePath, { health_status: 'on_track' })).status).toBe(200);
    const before = { ...field('M'), ...iterationWidget(sprint), statusWidget: { status: status(2) } };
    expect(await change(issue, before)).toEqual({ data: { workItemUpdate: { errors: [] } } });
    const board = await call<{ id: number }>('ada', 'POST', `/groups/${group.id}/boards`, { name: 'Board' });
    expect(board.status).toBe(201);
    await plan(group.id, { features: [] });

    const message = (feature: PlanFeature) =>
      `${planFeatureTitles[feature]}: not included in the plan of this group (${feature}).`;
    for (const [feature, verb, path, input] of [
      ['health_status', 'PUT', issuePath, { health_status: 'at_risk' }],
      ['health_status', 'POST', `/projects/${project.id}/issues`, { title: 'x', health_status: 'at_risk' }],
      ['custom_fields', 'PUT', issuePath, { custom_fields: [{ name: 'Size', value: 'L' }] }],
      ['sub_epics', 'PUT', `/groups/${group.id}/epics/${child.iid}`, { parent_id: parent.id }],
      ['boards', 'POST', `/groups/${group.id}/boards`, { name: 'Another' }],
      ['boards', 'PUT', `/groups/${group.id}/boards/${board.body.id}`, { name: 'Renamed' }],
    ] as const)
      expect([path, await call('ada', verb, path, input)]).toMatchObject([
        path,
        { status: 403, body: { message: message(feature) } },
      ]);
    const perform = (name: string, type: string, input: object) =>
      ask('ada', `mutation ($input: ${type}!) { ${name}(input: $input) { errors } }`, { input });
    const statuses = ['TRIAGE', 'TO_DO', 'IN_PROGRESS', 'DONE', 'CANCELED'].map((category) => ({
      name: category,
      category,
    }));
    const indexes = { defaultOpenStatusIndex: 0, defaultClosedStatusIndex: 3, defaultDuplicateStatusIndex: 4 };
    const groupPath = group.fullPath;
    const newCadence = () =>
      perform('iterationCadenceCreate', 'IterationCadenceCreateInput', {
        groupPath,
        title: 'Sprints',
        active: true,
        automatic: false,
      });
    for (const [feature, answer] of [
      ['health_status', change(issue, { healthStatusWidget: { healthStatus: 'atRisk' } })],
      ['custom_fields', change(issue, field('L'))],
      [
        'custom_fields',
        perform('customFieldCreate', 'CustomFieldCreateInput', { groupPath, name: 'New', fieldType: 'TEXT' }),
      ],
      ['iterations', change(issue, iterationWidget(next))],
      ['iterations', newCadence()],
      ['statuses', change(issue, { statusWidget: { status: status(1) } })],
      [
        'statuses',
        perform('lifecycleCreate', 'LifecycleCreateInput', {
          namespacePath: groupPath,
          name: 'New',
          statuses,
          ...indexes,
        }),
      ],
      ['sub_epics', change(child, { hierarchyWidget: { parentId: `gid://gitlab/WorkItem/${parent.id}` } })],
      ['boards', perform('createBoard', 'CreateBoardInput', { groupPath, name: 'Another' })],
    ] as const) {
      const { data, errors } = await answer;
      expect(JSON.stringify(errors ?? data)).toContain(message(feature));
    }

    // What was there stays readable, and everything else can be changed.
    expect((await call('ada', 'PUT', issuePath, { title: 'Renamed' })).body).toMatchObject({
      title: 'Renamed',
      health_status: 'on_track',
      custom_fields: [{ name: 'Size', value: 'M' }],
      iteration: { id: sprint.id },
      status: { id: 2 },
    });
    expect((await call('ada', 'GET', `/groups/${group.id}/boards`)).body).toMatchObject([{ name: 'Board' }]);

    // Pages leave out what `availableFeatures` and the bootstrap data do.
    const query = `query ($path: ID!) { group(fullPath: $path) { availableFeatures { hasIterationsFeature hasBoardsFeature
      hasCustomFieldsFeature hasIssuableHealthStatusFeature hasSubepicsFeature hasWorkItemStatusFeature hasScopedLabelsFeature } } }`;
    const { data } = await ask<{ group: { availableFeatures: Record<string, boolean> } }>('ada', query, {
      path: groupPath,
    });
    const offered = Object.entries(data.group.availableFeatures).filter(([, isOffered]) => isOffered);
    expect(offered.map(([name]) => name)).toEqual(['hasScopedLabelsFeature']);
    const { disabledFeatures } = await namespaceOfPage(as('ada'), `/groups/${groupPath}/-/epics`);
    expect(disabledFeatures.toSorted()).toEqual(planFeatures.toSorted());
    for (const page of ['boards', 'iterations', 'settings/custom_fields', 'settings/statuses'])
      expect(await namespaceOfPage(as('ada'), `/groups/${groupPath}/-/${page}`)).toMatchObject({ isFound: false });
    const page = { method: 'GET', headers: await sessionHeaders(world, build.idOf('ada')) } as const;
    const { body: settings } = await send({ ...page, url: `/groups/${groupPath}/-/settings.json` });
    const names = (settings as { features: { name: string }[] }).features.map(({ name }) => name);
    expect(names.filter((name) => (planFeatures as readonly string[]).includes(name))).toEqual([]);

    // A project that is created there later has the same plan; without the plan everything is included again.
    const later = await build.project({ group });
    expect((await namespaceById(db, later.id))?.excludedFeatures).toContain('boards');
    expect((await call('root', 'DELETE', `/namespaces/${group.id}/gitlab_subscription`)).status).toBe(204);
    expect((await namespaceById(db, later.id))?.excludedFeatures).toEqual([]);
    expect((await newCadence()).errors).toBeUndefined();
  });
});

describe('countries', () => {
  test('OG-BL-12, RS-SU-02, RS-SU-03: the countries of ISO 3166-1 and the parts of one', async ({ call, send }) => {
    type Pairs = [string, string][];
    const { body } = await call<Pairs>('nobody', 'GET', '/-/countries');
    expect(body).toHaveLength(249);
    expect(new Set(body.map(([, code]) => code)).size).toBe(249);
    expect(body.every(([, code]) => /^[A-Z]{2}$/.test(code))).toBe(true);
    const names = body.map(([name]) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(body).toContainEqual(['Germany', 'DE']);
    expect((await send({ method: 'GET', url: '/-/countries' })).body).toEqual(body);
    const states = (country: string) => call<Pairs>('nobody', 'GET', '/-/country_states', { country });
    const { body: german } = await states('de');
    expect(german).toHaveLength(16);
    expect(german).toContainEqual(['Bayern', 'DE-BY']);
    expect((await states('XX')).body).toEqual([]);
    expect((await states('')).body).toEqual([]);
    expect((await states('D')).body).toEqual([]);
    expect(await call('nobody', 'GET', '/-/country_states')).toMatchObject({
      status: 400,
      body: { error: 'country is missing' },
    });
  });
});
