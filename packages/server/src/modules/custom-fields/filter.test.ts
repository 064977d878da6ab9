import { customFieldKey } from '@milepost/core/filters/custom-fields';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { describe, expect } from 'vitest';
import { optionOf } from '../../testing/build/custom-fields.ts';
import { test } from '../../testing/http.ts';
import { createRoadmapLink } from '../roadmaps/commands/links.ts';

const fieldGid = (id: number) => `gid://gitlab/Issuables::CustomField/${id}`;
const optionGid = (id: number) => `gid://gitlab/Issuables::CustomFieldSelectOption/${id}`;

describe('filters', () => {
  interface Narrowed {
    group: {
      epics: { count: number; nodes: { title: string }[] };
      undated: { count: number };
      epic: { children: { count: number; nodes: { title: string }[] } };
      workItems: { nodes: { title: string }[] };
      issues: { nodes: { title: string }[] };
    };
  }
  const everywhere = /* GraphQL */ `
    query filtered(
      $path: ID!
      $iid: ID!
      $customField: [WorkItemWidgetCustomFieldFilterInputType!]
      $not: NegatedEpicFilterInput
      $or: UnionedEpicFilterInput
      $notItem: NegatedWorkItemFilterInput
      $orItem: UnionedWorkItemFilterInput
      $notIssue: NegatedIssueFilterInput
      $orIssue: UnionedIssueFilterInput
    ) {
      group(fullPath: $path) {
        epics(customField: $customField, not: $not, or: $or, sort: TITLE_ASC) {
          count
          nodes {
            title
          }
        }
        undated: epics(customField: $customField, not: $not, or: $or, undated: true) {
          count
        }
        epic(iid: $iid) {
          children(customField: $customField, not: $not, or: $or, sort: TITLE_ASC) {
            count
            nodes {
              title
            }
          }
        }
        workItems(customField: $customField, not: $notItem, or: $orItem, sort: TITLE_ASC) {
          nodes {
            title
          }
        }
        issues(customField: $customField, not: $notIssue, or: $orIssue, includeSubgroups: true) {
          nodes {
            title
          }
        }
      }
    }
  `;

  test('GQ-RM-20: lists, counts, children and undated epics are narrowed by customField, also in not and or', async ({
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'narrowed' });
    const theme = await build.epic({ group, title: 'theme' });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((title) => build.epic({ parent: theme, title })));
    if (!a || !b || !c) throw new Error('Three epics were built');
    const issue = await build.issue({ project: await build.project({ group }), title: 'issue' });
    const priority = await build.customField({ group, name: 'Priority', chosen: { Low: [a, issue], High: [b] } });
    const teams = await build.customField({
      group,
      name: 'Teams',
      fieldType: 'MULTI_SELECT',
      options: ['Node', 'Network', 'Storage'],
      chosen: { Node: [a, b, c], Network: [b], Storage: [c] },
    });
    const archived = await build.customField({ group, name: 'Old', archived: true, chosen: { Low: [a] } });

    const found = async (variables: { customField?: object[]; not?: object; or?: object }) => {
      const { not, or } = variables;
      const { data, errors } = await ask<Narrowed>('gwen', everywhere, {
        path: 'narrowed',
        iid: String(theme.iid),
        ...variables,
        ...(not && { notItem: not, notIssue: not }),
        ...(or && { orItem: or, orIssue: or }),
      });
      expect(errors).toBeUndefined();
      const { epics, epic, undated, workItems, issues } = data.group;
      const titles = epics.nodes.map(({ title }) => title).filter((title) => title !== 'theme');
      expect(epics.count).toBe(epics.nodes.length);
      expect(undated.count).toBe(epics.nodes.length);
      expect(epic.children.nodes.map(({ title }) => title)).toEqual(titles);
      expect(epic.children.count).toBe(titles.length);
      expect(workItems.nodes.map(({ title }) => title)).toEqual(epics.nodes.map(({ title }) => title));
      return [...titles, ...issues.nodes.map(({ title }) => title)];
    };
    const by = (field: { id: number }, ...options: number[]) => ({
      customFieldId: fieldGid(field.id),
      selectedOptionIds: options.map(optionGid),
    });
    const [low, high] = [optionOf(priority, 'Low'), optionOf(priority, 'High')];
    const [node, network, storage] = ['Node', 'Network', 'Storage'].map((value) => optionOf(teams, value));
    if (!node || !network || !storage) throw new Error('Three options were built');

    expect(await found({})).toEqual(['a', 'b', 'c', 'issue']);
    expect(await found({ customField: [by(priority, low)] })).toEqual(['a', 'issue']);
    expect(await found({ customField: [by(teams, node, network)] })).toEqual(['b']);
    expect(await found({ customField: [by(teams, node), by(priority, low)] })).toEqual(['a']);
    expect(await found({ not: { customField: [by(priority, low)] } })).toEqual(['b', 'c']);
    expect(await found({ not: { customField: [by(teams, network, storage)] } })).toEqual(['a', 'issue']);
    expect(await found({ or: { customField: [by(teams, network, storage)] } })).toEqual(['b', 'c']);
    expect(await found({ or: { customField: [by(priority, low, high), by(teams, node)] } })).toEqual(['a', 'b']);
    const named = { customFieldName: 'PRIORITY', selectedOptionValues: ['low'] };
    expect(await found({ customField: [named] })).toEqual(['a', 'issue']);
    expect(await found({ customField: [{ customFieldId: fieldGid(priority.id) }] })).toEqual(['a', 'b', 'c', 'issue']);
    // An option of another field, an archived field and an unknown field match nothing.
    expect(await found({ customField: [by(teams, low)] })).toEqual([]);
    expect(await found({ customField: [by(archived, optionOf(archived, 'Low'))] })).toEqual([]);
    expect(await found({ customField: [{ customFieldName: 'None', selectedOptionValues: ['Low'] }] })).toEqual([]);
  });

  test('a name that other groups use, too, finds none of their items', async ({ ask, build }) => {
    const [mine, theirs] = [await build.group({ path: 'mine' }), await build.group({ path: 'theirs' })];
    const [here, there] = [await build.epic({ group: mine, title: 'here' }), await build.epic({ group: theirs })];
    await build.customField({ group: mine, name: 'Risk', chosen: { High: [here] } });
    await build.customField({ group: theirs, name: 'Risk', chosen: { High: [there] } });
    const query = /* GraphQL */ `
      {
        group(fullPath: "mine") {
          epics(customField: [{ customFieldName: "Risk", selectedOptionValues: ["High"] }]) {
            nodes {
              title
            }
          }
        }
      }
    `;
    expect((await ask<Narrowed>('gwen', query)).data.group.epics.nodes).toEqual([{ title: 'here' }]);
  });

  test('a table and a public link of the roadmap apply the custom fields of their address', async ({
    build,
    call,
    send,
  }) => {
    const group = await build.group({ path: 'exported', visibility: 'public' });
    const dates = { startDate: '2026-01-01', dueDate: '2026-03-31' };
    const [high, low] = [
      await build.epic({ group, title: 'high', ...dates }),
      await build.epic({ group, title: 'low', ...dates }),
    ];
    const field = await build.customField({ group, name: 'Risk', chosen: { High: [high], Low: [low] } });
    const filter = `${customFieldKey(field.id)}=${optionOf(field, 'High')}`;
    const table = await call<string>('nobody', 'GET', `/groups/exported/roadmap.csv?today=2026-02-01&${filter}`);
    expect(
      table.body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['high']);
    const { secret } = await createRoadmapLink(build.as('mina'), group.id, {
      kind: 'page',
      name: 'For the board',
      query: viewQueryOf(parseQuery(filter)),
    });
    const answer = await send({
      method: 'POST',
      url: `/-/shared/roadmap/${secret}/query`,
      payload: {
        operation: 'roadmapGroupEpicsWithColor',
        timeframe_start: '2026-01-01',
        timeframe_end: '2026-12-31',
      },
    });
    const { data } = answer.body as { data: Narrowed };
    expect(data.group.epics.nodes.map(({ title }) => title)).toEqual(['high']);
  });
});
