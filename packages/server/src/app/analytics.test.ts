import { expect } from 'vitest';
import type { CastName } from '../testing/cast.ts';
import { testWithDocuments, tokenFor } from '../testing/http.ts';

const range = 'from: "2026-01-01", to: "2026-01-31"';
const fields = [
  ...['issueCount', 'issuesCompletedCount', 'deploymentCount', 'leadTime', 'cycleTime', 'timeToMerge'].map(
    (name) => `flowMetrics { ${name}(${range}) { value } }`,
  ),
  ...['issueActivity', 'issueCompletion', 'deploymentActivity'].map(
    (name) => `analytics { ${name}(${range}, interval: ALL) { from } }`,
  ),
  'analytics { openMergeRequestAges { count } }',
  'dora { metrics(interval: ALL) { date } }',
];

const document = /* GraphQL */ `
  query sums($path: ID!) {
    group(fullPath: $path) {
      flowMetrics {
        issueCount(from: "2026-01-01", to: "2026-01-31") {
          value
        }
        issuesCompletedCount(from: "2026-01-01", to: "2026-01-31") {
          value
        }
      }
      analytics {
        issueActivity(from: "2026-01-01", to: "2026-01-31", interval: ALL) {
          opened
          closed
        }
        issueCompletion(from: "2026-01-01", to: "2026-01-31", interval: ALL) {
          completed
        }
      }
    }
  }
`;

const test = testWithDocuments({ sums: document });

interface Sums {
  data: {
    group: {
      flowMetrics: Record<string, { value: number }>;
      analytics: { issueActivity: { opened: number; closed: number }[]; issueCompletion: { completed: number }[] };
    };
  };
}

test('DL-AN-08: two viewers see the sums of what each may read, also from the cache', async ({
  world,
  build,
  call,
  server,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const [createdAt, closedAt] = [new Date('2026-01-05'), new Date('2026-01-06')];
  const issues = [
    await build.issue({ project, createdAt }),
    await build.issue({ project, createdAt, confidential: true }),
    await build.issue({ project, createdAt, confidential: true, assignees: ['gwen'] }),
  ];
  const ids = issues.map(({ id }) => id);
  await world.db.updateTable('workItems').set({ state: 'closed', closedAt }).where('id', 'in', ids).execute();
  const tokens = new Map<CastName, string>();
  for (const who of ['paul', 'gwen', 'otto'] as const) tokens.set(who, await tokenFor(world, who));
  const readBy = async (who: CastName): Promise<number[]> => {
    const token = tokens.get(who);
    const response = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: token === undefined ? {} : { 'private-token': token },
      payload: { persisted: true, query: 'sums', variables: { path: group.fullPath } },
    });
    const { flowMetrics, analytics } = response.json<Sums>().data.group;
    return [
      ...Object.values(flowMetrics).map(({ value }) => value),
      ...analytics.issueActivity.flatMap(({ opened, closed }) => [opened, closed]),
      ...analytics.issueCompletion.map(({ completed }) => completed),
    ];
  };
  for (let round = 0; round < 3; round += 1) {
    for (const [who, sum] of [
      ['paul', 3],
      ['nobody', 1],
      ['gwen', 2],
      ['otto', 1],
    ] as const) {
      expect([round, who, await readBy(who)]).toEqual([round, who, Array.from({ length: 5 }, () => sum)]);
    }
  }
  const days = { group_path: group.fullPath, from: '2026-01-01', to: '2026-01-31' };
  for (const [who, sum] of [
    ['paul', 3],
    ['gwen', 2],
    ['otto', 1],
  ] as const) {
    const { body } = await call(who, 'GET', '/analytics/group_activity/issues_count', days);
    expect(body).toEqual({ issues_count: sum });
  }
});

test('each analytics call is one statement, not counting those that find the group or project', async ({
  world,
  build,
  ask,
  call,
}) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group, visibility: 'private' });
  const statementsOf = async (send: () => Promise<unknown>) => {
    await send();
    const before = world.statements.length;
    await send();
    return world.statements.length - before;
  };
  for (const [kind, { fullPath }] of Object.entries({ group, project })) {
    const asked = (selection: string) =>
      statementsOf(async () => {
        const { errors } = await ask('rita', `{ ${kind}(fullPath: "${fullPath}") { ${selection} } }`);
        expect(errors).toBeUndefined();
      });
    const empty = await asked('__typename');
    for (const field of fields) expect([kind, field, (await asked(field)) - empty]).toEqual([kind, field, 1]);
  }
  const sent = (path: string, input: object = {}) =>
    statementsOf(async () => expect((await call('rita', 'GET', path, input)).status).toBe(200));
  const metric = { metric: 'deployment_frequency' };
  // The caller, the group or project, the figures.
  const calls: [string, object][] = [
    ...['issues_count', 'merge_requests_count', 'new_members_count'].map((name): [string, object] => [
      `/analytics/group_activity/${name}`,
      { group_path: group.fullPath },
    ]),
    [`/groups/${group.id}/dora/metrics`, metric],
    [`/projects/${project.id}/dora/metrics`, metric],
    [`/projects/${project.id}/analytics/deployment_frequency`, {}],
  ];
  for (const [path, input] of calls) expect([path, await sent(path, input)]).toEqual([path, 3]);
  // And the repository.
  expect(await sent('/analytics/code_review', { project_id: project.id })).toBe(4);
});
