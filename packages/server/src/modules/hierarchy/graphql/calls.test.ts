import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';

describe('states', () => {
  test('EN-RM-17: the states of epics and of milestones', async ({ ask }) => {
    const query = `{ epic: __type(name: "EpicState") { enumValues { name } } milestone: __type(name: "MilestoneStateEnum") { enumValues { name } } }`;
    const { data } = await ask<Record<string, { enumValues: { name: string }[] }>>('ada', query);
    const values = (name: string) => data[name]?.enumValues.map((value) => value.name).sort();
    expect(values('epic')).toEqual(['all', 'closed', 'opened']);
    expect(values('milestone')).toEqual(['active', 'closed']);
  });
});

describe('GraphQL errors', () => {
  test('GQ-GN-02, GQ-GN-05: at /api/graphql, null for hidden and unknown objects, the same error for both in mutations', async ({
    ask,
    build,
    send,
  }) => {
    await build.group({ path: 'kept-secret' });
    const answer = await send({ method: 'POST', url: '/api/graphql', payload: { query: '{ __typename }' } });
    expect(answer).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
    const query = `query ($p: ID!) { group(fullPath: $p) { id } }`;
    expect(await ask('otto', query, { p: 'kept-secret' })).toEqual({ data: { group: null } });
    expect(await ask('otto', query, { p: 'is-not-there' })).toEqual({ data: { group: null } });
    const change = `mutation ($p: ID!) { createEpic(input: { groupPath: $p, title: "x" }) { errors } }`;
    const hidden = await ask('otto', change, { p: 'kept-secret' });
    const unknown = await ask('otto', change, { p: 'is-not-there' });
    expect(hidden.errors).toHaveLength(1);
    expect(hidden.errors?.[0]?.message).toBe(unknown.errors?.[0]?.message);
  });
});

describe('what there is', () => {
  test('EN-RM-01, EN-RM-02: groups, projects, epics, issues, incidents, work items, milestones and iterations', async ({
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'everything' });
    const project = await build.project({ group, path: 'site' });
    await build.epic({ group, title: 'an epic' });
    await build.issue({ project, title: 'an issue' });
    await build.issue({ project, title: 'an incident', type: 'incident' });
    await build.milestone({ namespace: group, title: 'a milestone' });
    const cadence = await build.cadence({ group });
    await build.iteration({ cadence, title: 'an iteration', startDate: '2026-01-01', dueDate: '2026-01-14' });
    const query = /* GraphQL */ `
      {
        group(fullPath: "everything") {
          projects(first: 5) {
            nodes {
              fullPath
              issues(first: 5, sort: TITLE_ASC) {
                nodes {
                  title
                  type
                }
              }
            }
          }
          epics {
            nodes {
              title
            }
          }
          workItems(first: 5, includeDescendants: true, sort: TITLE_ASC) {
            nodes {
              title
              workItemType {
                name
              }
            }
          }
          milestones {
            nodes {
              title
            }
          }
          iterations(state: all) {
            nodes {
              title
            }
          }
        }
      }
    `;
    const { data, errors } = await ask<{ group: object }>('gwen', query);
    expect(errors).toBeUndefined();
    const types = { 'an epic': 'Epic', 'an incident': 'Incident', 'an issue': 'Issue' };
    expect(data.group).toEqual({
      projects: {
        nodes: [
          {
            fullPath: 'everything/site',
            issues: {
              nodes: [
                { title: 'an incident', type: 'INCIDENT' },
                { title: 'an issue', type: 'ISSUE' },
              ],
            },
          },
        ],
      },
      epics: { nodes: [{ title: 'an epic' }] },
      workItems: {
        nodes: Object.entries(types).map(([title, name]) => ({ title, workItemType: { name } })),
      },
      milestones: { nodes: [{ title: 'a milestone' }] },
      iterations: { nodes: [{ title: 'an iteration' }] },
    });
  });
});
