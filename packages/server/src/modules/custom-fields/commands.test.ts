import { describe, expect } from 'vitest';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CustomFieldId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { optionOf } from '../../testing/build/custom-fields.ts';
import { test } from '../../testing/test.ts';
import { noticeOf } from '../live/commands/notice.ts';
import { moveIssue, promoteToEpic } from '../moves/commands.ts';
import { notesOnPage } from '../notes/store.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import {
  archiveCustomField,
  createCustomField,
  unarchiveCustomField,
  updateCustomField,
  type NewCustomField,
} from './commands.ts';
import type { CustomField } from './store.ts';
import { customFieldValuesOfWorkItem } from './store/values.ts';

const titlesOf = (field: CustomField) => field.options.map(({ value }) => value);

async function valueOf(ctx: Context, item: WorkItem, field: CustomField) {
  const value = (await ctx.load(customFieldValuesOfWorkItem, item.id))?.get(field.id);
  if (!value) return null;
  const { options } = field;
  return value.number ?? value.text ?? value.optionIds.map((id) => options.find((each) => each.id === id)?.value);
}

describe('defining fields', () => {
  test('a field has a unique name, a type and ordered options', async ({ as, build }) => {
    const group = await build.group();
    const made = await createCustomField(as('mina'), group, {
      name: ' Priority ',
      fieldType: 'SINGLE_SELECT',
      options: [{ value: 'P2' }, { value: ' P1 ' }],
      workItemTypes: ['issue', 'epic'],
    });
    expect(made).toMatchObject({ name: 'Priority', workItemTypes: ['epic', 'issue'], createdById: build.idOf('mina') });
    expect(titlesOf(made)).toEqual(['P2', 'P1']);
    const twice = createCustomField(as('mina'), group, { name: 'PRIORITY', fieldType: 'TEXT' });
    await expect(twice).rejects.toThrow(new ValidationError({ name: ['has already been taken'] }));
    const other = await build.group();
    await createCustomField(as('mina'), other, { name: 'Priority', fieldType: 'TEXT' });
  });

  test('rejects invalid fields, naming them', async ({ as, build }) => {
    const group = await build.group();
    const many = Array.from({ length: 51 }, (_, at) => ({ value: `${at}` }));
    const refusals: [NewCustomField, string][] = [
      [{ name: ' ', fieldType: 'TEXT' }, "Name can't be blank"],
      [{ name: 'x'.repeat(256), fieldType: 'TEXT' }, 'Name is too long (maximum is 255 characters)'],
      [{ name: 'a', fieldType: 'SINGLE_SELECT' }, "Select options can't be blank"],
      [{ name: 'a', fieldType: 'MULTI_SELECT', options: [{ value: ' ' }] }, "Select options can't be blank"],
      [{ name: 'a', fieldType: 'MULTI_SELECT', options: many }, 'Select options exceeds the limit of 50'],
      [
        { name: 'a', fieldType: 'MULTI_SELECT', options: [{ value: 'One' }, { value: 'one' }] },
        'Select options must be different from each other',
      ],
      [
        { name: 'a', fieldType: 'NUMBER', options: [{ value: 'One' }] },
        'Select options can only be added to select fields',
      ],
    ];
    for (const [wanted, message] of refusals) {
      await expect(createCustomField(as('mina'), group, wanted)).rejects.toThrow(message);
    }
  });

  test('only a top-level group defines fields, and viewers without access get not found', async ({ as, build }) => {
    const group = await build.group({ visibility: 'private' });
    const below = await build.group({ parent: group });
    const wanted = { name: 'Risk', fieldType: 'TEXT' } as const;
    await expect(createCustomField(as('mina'), below, wanted)).rejects.toThrow('Namespace must be a root group.');
    await expect(createCustomField(as('dana'), group, wanted)).rejects.toThrow(ForbiddenError);
    const field = await build.customField({ group });
    await expect(updateCustomField(as('dana'), field.id, { name: 'Mine' })).rejects.toThrow(ForbiddenError);
    await expect(updateCustomField(as('otto'), field.id, { name: 'Mine' })).rejects.toThrow(NotFoundError);
  });

  test('a group has at most fifty active fields, a type at most ten', async ({ as, build, db }) => {
    const group = await build.group();
    const of = (name: string) => ({ name, fieldType: 'TEXT', workItemTypes: ['epic'] }) as const;
    for (let each = 0; each < 9; each++) await build.customField({ group, fieldType: 'TEXT', workItemTypes: ['epic'] });
    const tenth = await createCustomField(as('mina'), group, of('tenth'));
    await expect(createCustomField(as('mina'), group, of('eleventh'))).rejects.toThrow(
      'Work item type epic can only have a maximum of 10 active custom fields.',
    );
    const ofIssues = await createCustomField(as('mina'), group, { ...of('eleventh'), workItemTypes: ['issue'] });
    await expect(updateCustomField(as('mina'), ofIssues.id, { workItemTypes: ['epic'] })).rejects.toThrow(
      ConflictError,
    );
    await updateCustomField(as('mina'), tenth.id, { name: 'still the tenth' });
    await archiveCustomField(as('mina'), tenth.id);
    await updateCustomField(as('mina'), ofIssues.id, { workItemTypes: ['epic'] });
    await expect(unarchiveCustomField(as('mina'), tenth.id)).rejects.toThrow(ConflictError);

    const rows = Array.from({ length: 40 }, (_, at) => ({
      namespaceId: group.id,
      name: `filler ${at}`,
      fieldType: 'TEXT' as const,
    }));
    await db.insertInto('customFields').values(rows).execute();
    await expect(createCustomField(as('mina'), group, { name: 'last', fieldType: 'TEXT' })).rejects.toThrow(
      'Namespace can only have a maximum of 50 active custom fields.',
    );
  });

  test('options are renamed, reordered, added, and deleted with their values', async ({ as, build }) => {
    const group = await build.group();
    const [a, b] = [await build.epic({ group }), await build.epic({ group })];
    const field = await build.customField({ group, options: ['One', 'Two'], chosen: { One: [a], Two: [b] } });
    const changed = await updateCustomField(as('mina'), field.id, {
      options: [{ value: 'Three' }, { id: optionOf(field, 'Two'), value: 'Second' }],
    });
    expect(titlesOf(changed)).toEqual(['Three', 'Second']);
    expect(await valueOf(as('ada'), a, changed)).toBeNull();
    expect(await valueOf(as('ada'), b, changed)).toEqual(['Second']);
    const foreign = await build.customField({ group });
    const strange = await updateCustomField(as('mina'), field.id, {
      options: [{ id: optionOf(foreign, 'Low'), value: 'Stolen' }],
    });
    expect(titlesOf(strange)).toEqual(['Stolen']);
  });
});

describe('values of work items', () => {
  test('each type takes what fits it', async ({ as, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const single = await build.customField({ group, name: 'Priority' });
    const multi = await build.customField({
      group,
      name: 'Teams',
      fieldType: 'MULTI_SELECT',
      options: ['A', 'B', 'C'],
    });
    const number = await build.customField({ group, name: 'Cost', fieldType: 'NUMBER' });
    const text = await build.customField({ group, name: 'Owner', fieldType: 'TEXT' });
    await updateWorkItem(as('paul'), epic.id, {
      customFields: [
        { fieldId: single.id, optionIds: [optionOf(single, 'High')] },
        { fieldId: multi.id, optionIds: [optionOf(multi, 'C'), optionOf(multi, 'A')] },
        { fieldId: number.id, number: 2.5 },
        { fieldId: text.id, text: ' Platform ' },
      ],
    });
    const read = (field: CustomField) => valueOf(as('ada'), epic, field);
    expect([await read(single), await read(multi), await read(number), await read(text)]).toEqual([
      ['High'],
      ['A', 'C'],
      2.5,
      'Platform',
    ]);
    const notes = await notesOnPage(
      as('ada'),
      { workItemId: epic.id, filter: 'activity' },
      {
        page: 1,
        perPage: 9,
        offset: 0,
      },
    );
    expect(notes.map(({ body }) => body)).toEqual([
      'changed **Priority** to **High**',
      'changed **Teams** to **A** and **C**',
      'changed **Cost** to **2.5**',
      'changed **Owner** to **Platform**',
    ]);
    await updateWorkItem(as('paul'), epic.id, {
      customFields: [
        { fieldId: single.id, optionIds: [] },
        { fieldId: number.id, number: null },
        { fieldId: text.id, text: '' },
      ],
    });
    expect([await read(single), await read(multi), await read(number), await read(text)]).toEqual([
      null,
      ['A', 'C'],
      null,
      null,
    ]);
  });

  test('refuses what does not fit', async ({ as, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const single = await build.customField({ group, name: 'Priority' });
    const number = await build.customField({ group, name: 'Cost', fieldType: 'NUMBER' });
    const text = await build.customField({ group, name: 'Owner', fieldType: 'TEXT' });
    const ofIssues = await build.customField({ group, workItemTypes: ['issue'] });
    const archived = await build.customField({ group, archived: true });
    const foreign = await build.customField({ group: await build.group() });
    const set = (value: NonNullable<Parameters<typeof updateWorkItem>[2]['customFields']>[number]) =>
      updateWorkItem(as('paul'), epic.id, { customFields: [value] });
    const both = single.options.map(({ id }) => id);
    await expect(set({ fieldId: single.id, optionIds: both })).rejects.toThrow('Priority takes one option only');
    await expect(set({ fieldId: single.id, text: 'x' })).rejects.toThrow('Priority takes no text');
    await expect(set({ fieldId: number.id, optionIds: both })).rejects.toThrow('Cost takes no options');
    await expect(set({ fieldId: text.id, number: 1 })).rejects.toThrow('Owner takes no number');
    await expect(set({ fieldId: text.id, text: 'x'.repeat(1025) })).rejects.toThrow('Owner is too long');
    await expect(set({ fieldId: single.id, optionIds: [optionOf(foreign, 'Low')] })).rejects.toThrow(
      'Priority has no such option',
    );
    for (const field of [ofIssues, archived, foreign]) {
      await expect(set({ fieldId: field.id })).rejects.toThrow('Custom field is not one of this epic');
    }
  });

  test('new items copy them, and archived fields keep them', async ({ as, build }) => {
    const group = await build.group();
    const field = await build.customField({ group });
    const epic = await createWorkItem(as('paul'), {
      namespace: await build.group({ parent: group }),
      type: 'epic',
      title: 'New',
      customFields: [{ fieldId: field.id, optionIds: [optionOf(field, 'Low')] }],
    });
    await archiveCustomField(as('mina'), field.id);
    await unarchiveCustomField(as('mina'), field.id);
    expect(await valueOf(as('ada'), epic, field)).toEqual(['Low']);
  });

  test('setting the current value changes nothing', async ({ as, build, db }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const field = await build.customField({ group, chosen: { Low: [epic] } });
    await updateWorkItem(as('paul'), epic.id, {
      customFields: [{ fieldId: field.id, optionIds: [optionOf(field, 'Low')] }],
    });
    const events = await db.selectFrom('events').select('name').where('workItemId', '=', epic.id).execute();
    expect(events.filter(({ name }) => name === 'workItem.customFieldChanged')).toEqual([]);
  });

  test('an issue that is moved or promoted takes them along, to fields and options of the same names', async ({
    as,
    build,
  }) => {
    const [group, otherGroup] = [await build.group(), await build.group()];
    const [from, near, far] = [
      await build.project({ group }),
      await build.project({ group }),
      await build.project({ group: otherGroup }),
    ];
    const issue = await build.issue({ project: from });
    const other = await build.issue({ project: from });
    const risk = await build.customField({ group, name: 'Risk', chosen: { High: [issue, other] } });
    const teams = await build.customField({
      group,
      name: 'Teams',
      fieldType: 'MULTI_SELECT',
      options: ['A', 'B'],
      chosen: { A: [issue], B: [issue] },
    });
    const theirs = await build.customField({ group: otherGroup, name: 'RISK', options: ['high', 'low'] });
    const theirTeams = await build.customField({ group: otherGroup, name: 'Teams', fieldType: 'TEXT' });

    const { successor: epic } = await promoteToEpic(as('ada'), other.id, null);
    expect(await valueOf(as('ada'), epic, risk)).toEqual(['High']);
    const { successor: moved } = await moveIssue(as('ada'), issue.id, near);
    expect([await valueOf(as('ada'), moved, risk), await valueOf(as('ada'), moved, teams)]).toEqual([
      ['High'],
      ['A', 'B'],
    ]);
    const { successor: gone } = await moveIssue(as('ada'), moved.id, far);
    expect([await valueOf(as('ada'), gone, theirs), await valueOf(as('ada'), gone, theirTeams)]).toEqual([
      ['high'],
      null,
    ]);
  });
});

test('open pages are notified of items whose values change, and of any change of a field', () => {
  const [namespaceId, workItemId, customFieldId] = [1 as NamespaceId, 2 as WorkItemId, 3 as CustomFieldId];
  const data = { customFieldId, name: 'Risk', to: [] };
  expect(noticeOf([{ name: 'workItem.customFieldChanged', namespaceId, workItemId, data }])).toMatchObject({
    payload: { items: [{ id: workItemId }] },
  });
  for (const name of [
    'customField.created',
    'customField.updated',
    'customField.archived',
    'customField.unarchived',
  ] as const) {
    expect(noticeOf([{ name, namespaceId, data: { customFieldId } }])).toMatchObject({
      payload: { many: [namespaceId] },
    });
  }
});
