import { describe, expect } from 'vitest';
import { optionOf } from '../../testing/build/custom-fields.ts';
import { test } from '../../testing/http.ts';
import { updateWorkItem } from '../work-items/commands.ts';

const gid = (type: string, id: number) => `gid://gitlab/${type}/${id}`;
const fieldGid = (id: number) => gid('Issuables::CustomField', id);
const optionGid = (id: number) => gid('Issuables::CustomFieldSelectOption', id);
const typeIds = { issue: gid('WorkItems::Type', 1), epic: gid('WorkItems::Type', 8) };

interface Field {
  id: string;
  name: string;
  fieldType: string;
  active: boolean;
  selectOptions: { id: string; value: string }[];
  workItemTypes: { name: string }[];
}
interface Listed {
  group: {
    customFields: { count: number; nodes: Field[] };
    userPermissions: { adminCustomField: boolean };
  } | null;
}

const list = /* GraphQL */ `
  query customFields(
    $path: ID!
    $active: Boolean
    $fieldType: CustomFieldType
    $search: String
    $types: [WorkItemsTypeID!]
  ) {
    group(fullPath: $path) {
      userPermissions {
        adminCustomField
      }
      customFields(active: $active, fieldType: $fieldType, search: $search, workItemTypeIds: $types) {
        count
        nodes {
          id
          name
          fieldType
          active
          selectOptions {
            id
            value
          }
          workItemTypes {
            name
          }
        }
      }
    }
  }
`;

describe('fields of a group', () => {
  test('groups and projects list those of their top-level group, by name', async ({ ask, build }) => {
    const group = await build.group({ path: 'listed', visibility: 'private' });
    const below = await build.group({ parent: group, path: 'below', members: { gwen: 'guest' } });
    await build.project({ group: below, path: 'code' });
    await build.customField({ group, name: 'teams', fieldType: 'MULTI_SELECT', options: ['B', 'A'] });
    await build.customField({ group, name: 'Cost', fieldType: 'NUMBER', workItemTypes: ['issue'] });
    await build.customField({ group, name: 'Owner', fieldType: 'TEXT', archived: true });
    const names = async (variables: object) => {
      const { data } = await ask<Listed>('mina', list, { path: 'listed', ...variables });
      const { nodes, count } = data.group?.customFields ?? { nodes: [], count: -1 };
      expect(count).toBe(nodes.length);
      return nodes.map(({ name }) => name);
    };
    expect(await names({})).toEqual(['Cost', 'Owner', 'teams']);
    expect(await names({ active: true })).toEqual(['Cost', 'teams']);
    expect(await names({ active: false })).toEqual(['Owner']);
    expect(await names({ fieldType: 'NUMBER' })).toEqual(['Cost']);
    expect(await names({ search: 'TEAM' })).toEqual(['teams']);
    expect(await names({ types: [typeIds.epic] })).toEqual(['Owner', 'teams']);
    expect(await names({ path: 'listed/below', active: true })).toEqual(['Cost', 'teams']);

    const [teams] =
      (await ask<Listed>('mina', list, { path: 'listed', search: 'teams' })).data.group?.customFields.nodes ?? [];
    expect(teams).toMatchObject({
      id: expect.stringMatching(/^gid:\/\/gitlab\/Issuables::CustomField\/\d+$/) as string,
      fieldType: 'MULTI_SELECT',
      active: true,
      selectOptions: [{ value: 'B' }, { value: 'A' }],
      workItemTypes: [{ name: 'Epic' }, { name: 'Issue' }],
    });
    const inProject = /* GraphQL */ `
      {
        project(fullPath: "listed/below/code") {
          customFields {
            count
          }
        }
        namespace(fullPath: "listed/below") {
          customFields(active: true) {
            count
          }
        }
      }
    `;
    expect((await ask('mina', inProject)).data).toEqual({
      project: { customFields: { count: 3 } },
      namespace: { customFields: { count: 2 } },
    });
    expect((await ask<Listed>('otto', list, { path: 'listed' })).data.group).toBeNull();
  });

  test('the permission to define fields is on the group, and only on a top-level one', async ({ ask, build }) => {
    const group = await build.group({ path: 'allowed', visibility: 'public' });
    await build.group({ parent: group, path: 'below' });
    const may = async (who: 'mina' | 'dana' | 'nobody', path: string) =>
      (await ask<Listed>(who, list, { path })).data.group?.userPermissions.adminCustomField;
    expect(await may('mina', 'allowed')).toBe(true);
    expect(await may('mina', 'allowed/below')).toBe(false);
    expect(await may('dana', 'allowed')).toBe(false);
    expect(await may('nobody', 'allowed')).toBe(false);
  });

  test('fields are created, changed, archived and unarchived', async ({ ask, build }) => {
    await build.group({ path: 'managed' });
    interface Managed {
      [mutation: string]: { errors: string[]; customField: Field | null };
    }
    const perform = async (name: string, input: object) => {
      const type = name.charAt(0).toUpperCase() + name.slice(1);
      const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) {
        errors customField { id name active fieldType selectOptions { id value } workItemTypes { name } } } }`;
      const { data, errors } = await ask<Managed>('mina', query, { input });
      expect(errors).toBeUndefined();
      return data[name] as Managed[string];
    };
    const made = await perform('customFieldCreate', {
      groupPath: 'managed',
      name: 'Priority',
      fieldType: 'SINGLE_SELECT',
      selectOptions: [{ value: 'P1' }, { value: 'P2' }],
      workItemTypeIds: [typeIds.epic],
    });
    expect(made).toMatchObject({ errors: [], customField: { name: 'Priority', workItemTypes: [{ name: 'Epic' }] } });
    const { id = '', selectOptions = [] } = made.customField ?? {};
    const changed = await perform('customFieldUpdate', {
      id,
      name: 'Urgency',
      selectOptions: [{ value: 'P0' }, { id: selectOptions[1]?.id, value: 'P2!' }],
      workItemTypeIds: [typeIds.issue, typeIds.epic],
    });
    expect(changed.customField).toMatchObject({
      id,
      name: 'Urgency',
      selectOptions: [{ value: 'P0' }, { id: selectOptions[1]?.id, value: 'P2!' }],
      workItemTypes: [{ name: 'Epic' }, { name: 'Issue' }],
    });
    expect((await perform('customFieldArchive', { id })).customField?.active).toBe(false);
    expect((await perform('customFieldUnarchive', { id })).customField?.active).toBe(true);
    const twice = await perform('customFieldCreate', { groupPath: 'managed', name: 'urgency', fieldType: 'TEXT' });
    expect(twice).toEqual({ errors: ['Name has already been taken'], customField: null });
  });
});

interface Valued {
  namespace: {
    workItem: {
      widgets: {
        customFieldValues: {
          customField: { name: string };
          number?: number | null;
          text?: string | null;
          selectedOptions?: { value: string }[];
        }[];
      }[];
    };
  };
}

const values = /* GraphQL */ `
  query ($path: ID!, $iid: String!) {
    namespace(fullPath: $path) {
      workItem(iid: $iid) {
        widgets(onlyTypes: [CUSTOM_FIELDS]) {
          type
          ... on WorkItemWidgetCustomFields {
            customFieldValues {
              customField {
                name
              }
              ... on WorkItemSelectFieldValue {
                selectedOptions {
                  value
                }
              }
              ... on WorkItemNumberFieldValue {
                number: value
              }
              ... on WorkItemTextFieldValue {
                text: value
              }
            }
          }
        }
      }
    }
  }
`;

describe('values of a work item', () => {
  test('the widget shows every active field of its type, and the mutations set them', async ({ ask, build }) => {
    const group = await build.group({ path: 'valued' });
    const priority = await build.customField({ group, name: 'Priority' });
    const cost = await build.customField({ group, name: 'Cost', fieldType: 'NUMBER' });
    const owner = await build.customField({ group, name: 'Owner', fieldType: 'TEXT' });
    await build.customField({ group, name: 'Of issues', workItemTypes: ['issue'] });
    await build.customField({ group, name: 'Archived', archived: true });
    const create = /* GraphQL */ `
      mutation ($input: WorkItemCreateInput!) {
        workItemCreate(input: $input) {
          errors
          workItem {
            id
            iid
          }
        }
      }
    `;
    const { data } = await ask<{ workItemCreate: { workItem: { id: string; iid: string } } }>('paul', create, {
      input: {
        namespacePath: 'valued',
        workItemTypeId: typeIds.epic,
        title: 'New',
        customFieldsWidget: [
          { customFieldId: fieldGid(priority.id), selectedOptionIds: [optionGid(optionOf(priority, 'High'))] },
          { customFieldId: fieldGid(cost.id), numberValue: 1.5 },
        ],
      },
    });
    const { id, iid } = data.workItemCreate.workItem;
    const shown = async () =>
      (await ask<Valued>('gwen', values, { path: 'valued', iid })).data.namespace.workItem.widgets[0]
        ?.customFieldValues;
    expect(await shown()).toEqual([
      { customField: { name: 'Cost' }, number: 1.5 },
      { customField: { name: 'Owner' }, text: null },
      { customField: { name: 'Priority' }, selectedOptions: [{ value: 'High' }] },
    ]);
    const update = /* GraphQL */ `
      mutation ($input: WorkItemUpdateInput!) {
        workItemUpdate(input: $input) {
          errors
        }
      }
    `;
    const set = async (customFieldsWidget: object[]) =>
      (
        await ask<{ workItemUpdate: { errors: string[] } | null }>('paul', update, {
          input: { id, customFieldsWidget },
        })
      ).data.workItemUpdate?.errors;
    expect(
      await set([
        { customFieldId: fieldGid(owner.id), textValue: 'Platform' },
        { customFieldId: fieldGid(priority.id), selectedOptionIds: [] },
      ]),
    ).toEqual([]);
    expect(await shown()).toEqual([
      { customField: { name: 'Cost' }, number: 1.5 },
      { customField: { name: 'Owner' }, text: 'Platform' },
      { customField: { name: 'Priority' }, selectedOptions: [] },
    ]);
    expect(await set([{ customFieldId: fieldGid(cost.id), textValue: 'much' }])).toEqual(['Cost takes no text']);
  });

  test('an issue has those of its type, by the path of its project, also where the top-level group is hidden', async ({
    ask,
    build,
  }) => {
    const group = await build.group({ path: 'hidden', visibility: 'private' });
    const below = await build.group({ parent: group, path: 'seen', visibility: 'private', members: { otto: 'guest' } });
    const project = await build.project({ group: below, path: 'code' });
    const issue = await build.issue({ project });
    await build.customField({ group, name: 'Of epics', workItemTypes: ['epic'] });
    await build.customField({ group, name: 'Risk', workItemTypes: ['issue'], chosen: { High: [issue] } });
    const { data } = await ask<Valued>('otto', values, { path: 'hidden/seen/code', iid: String(issue.iid) });
    expect(data.namespace.workItem.widgets[0]?.customFieldValues).toEqual([
      { customField: { name: 'Risk' }, selectedOptions: [{ value: 'High' }] },
    ]);
    const above = await ask<Listed>('otto', list, { path: 'hidden' });
    expect(above.data.group).toBeNull();
    const seen = await ask<Listed>('otto', list, { path: 'hidden/seen' });
    expect(seen.data.group?.customFields.nodes.map(({ name }) => name)).toEqual(['Of epics', 'Risk']);
  });

  test('a page of items reads fields and values in one statement', async ({ ask, build, statements }) => {
    const group = await build.group({ path: 'batched' });
    const field = await build.customField({ group, name: 'Priority' });
    for (let each = 0; each < 5; each++) {
      const epic = await build.epic({ group });
      await updateWorkItem(build.as('ada'), epic.id, {
        customFields: [{ fieldId: field.id, optionIds: [optionOf(field, 'Low')] }],
      });
    }
    const query = /* GraphQL */ `
      {
        group(fullPath: "batched") {
          workItems(first: 20) {
            nodes {
              features {
                customFields {
                  customFieldValues {
                    customField {
                      name
                    }
                  }
                }
              }
            }
          }
        }
      }
    `;
    statements.length = 0;
    const { data } = await ask<{ group: { workItems: { nodes: unknown[] } } }>('gwen', query);
    expect(data.group.workItems.nodes).toHaveLength(5);
    expect(statements.filter((text) => /custom_field/.test(text))).toHaveLength(1);
  });
});
