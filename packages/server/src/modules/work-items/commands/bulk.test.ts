import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CustomFieldId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { changeWorkItems, MAX_BULK_ITEMS } from './bulk.ts';
import { workItemsById } from '../store.ts';

test('many items are changed by one call, and those without a change are not counted', async ({ as, build }) => {
  const project = await build.project();
  const [one, two] = [await build.issue({ project, weight: 1 }), await build.issue({ project })];
  const epic = await build.epic({ weight: null });
  const same = await build.issue({ project, weight: 5 });
  const { changed, refused } = await changeWorkItems(as('paul'), [two.id, one.id, same.id, one.id], { weight: 5 });
  expect(changed).toEqual([one.id, two.id]);
  expect(refused).toEqual([]);
  expect(await as('ada').load(workItemsById, two.id)).toMatchObject({ weight: 5 });
  expect(await as('ada').load(workItemsById, epic.id)).toMatchObject({ weight: null });
});

test('each item has its own permission check: refused ones stay unchanged with a reason, the rest changes', async ({
  as,
  build,
  db,
}) => {
  const own = await build.project({ visibility: 'public' });
  const theirs = await build.issue({ project: own, author: 'ada' });
  const mine = await build.issue({ project: own, author: 'gwen' });
  const hidden = await build.issue({ project: own, author: 'ada', confidential: true });
  const { changed, refused } = await changeWorkItems(as('gwen'), [theirs.id, mine.id, hidden.id], {
    stateEvent: 'close',
  });
  expect(changed).toEqual([mine.id]);
  expect(refused.map(({ id }) => id)).toEqual([theirs.id, hidden.id]);
  expect(refused[0]?.error).toBeInstanceOf(ForbiddenError);
  expect(refused[1]?.error).toBeInstanceOf(NotFoundError);
  expect(await as('ada').load(workItemsById, theirs.id)).toMatchObject({ state: 'opened' });
  const { rows } = await sql<{ id: number }>`SELECT work_item_id AS id FROM events WHERE name = 'workItem.closed'
    AND work_item_id = ANY(${[theirs.id, mine.id, hidden.id]}::bigint[])`.execute(db);
  expect(rows).toEqual([{ id: mine.id }]);
});

test('if one part of a change is refused for an item, none of it is saved or announced', async ({ as, build, db }) => {
  const project = await build.project();
  const [open, closed] = [await build.issue({ project }), await build.issue({ project, state: 'closed' })];
  const { changed, refused } = await changeWorkItems(as('paul'), [open.id, closed.id], {
    weight: 8,
    healthStatus: 'at_risk',
  });
  expect(changed).toEqual([open.id]);
  expect(refused).toEqual([{ id: closed.id, error: expect.any(ValidationError) as unknown }]);
  expect(await as('ada').load(workItemsById, closed.id)).toMatchObject({ weight: null });
  // The weight is written before the field is looked up.
  const unknown = { fieldId: 999_999 as CustomFieldId, text: 'x' };
  const half = await changeWorkItems(as('paul'), [open.id], { weight: 13, customFields: [unknown] });
  expect(half).toMatchObject({ changed: [], refused: [{ id: open.id }] });
  expect(await as('ada').load(workItemsById, open.id)).toMatchObject({ weight: 8 });
  const { rows } = await sql<{ id: number; data: unknown }>`SELECT work_item_id AS id, data FROM events
    WHERE work_item_id = ANY(${[open.id, closed.id]}::bigint[])`.execute(db);
  expect(rows).toMatchObject([{ id: open.id, data: { changes: { weight: { from: null, to: 8 } } } }]);
});

test('a bulk update is limited to the group or project that it names', async ({ as, build }) => {
  const project = await build.project();
  const [here, there] = [await build.issue({ project }), await build.issue()];
  const { changed, refused } = await changeWorkItems(as('ada'), [here.id, there.id], { weight: 2 }, project.id);
  expect(changed).toEqual([here.id]);
  expect(refused).toMatchObject([{ id: there.id, error: { name: 'NotFoundError' } }]);
});

test('more than a hundred items need several calls', async ({ as }) => {
  const ids = Array.from({ length: MAX_BULK_ITEMS + 1 }, (_, index) => (index + 1) as never);
  await expect(changeWorkItems(as('ada'), ids, { weight: 1 })).rejects.toThrow('No more than 100 items');
});

test('two concurrent changes of the same items both succeed', async ({ as, build }) => {
  const project = await build.project();
  const items = await Promise.all(Array.from({ length: 8 }, () => build.issue({ project })));
  const ids = items.map(({ id }) => id);
  const [one, other] = await Promise.all([
    changeWorkItems(as('ada'), ids, { weight: 3 }),
    changeWorkItems(as('paul'), ids.toReversed(), { healthStatus: 'on_track' }),
  ]);
  expect([one.changed.length, other.changed.length]).toEqual([8, 8]);
  expect(await as('ada').load(workItemsById, ids[0] ?? (0 as never))).toMatchObject({
    weight: 3,
    healthStatus: 'on_track',
  });
});

test('workItemBulkUpdate and issuesBulkUpdate return how many changed and which were refused', async ({
  ask,
  build,
}) => {
  const project = await build.project({ visibility: 'public' });
  const [theirs, mine] = [
    await build.issue({ project, author: 'ada' }),
    await build.issue({ project, author: 'gwen' }),
  ];
  const ids = [theirs, mine].map(({ id }) => `gid://gitlab/WorkItem/${id}`);
  const closed = await ask(
    'gwen',
    `mutation ($input: WorkItemBulkUpdateInput!) { workItemBulkUpdate(input: $input) {
      updatedWorkItemCount updatedWorkItemIds errors refused { id reasons } } }`,
    { input: { ids, fullPath: project.fullPath, stateEvent: 'CLOSE' } },
  );
  expect(closed).toMatchObject({
    data: {
      workItemBulkUpdate: {
        updatedWorkItemCount: 1,
        updatedWorkItemIds: [ids[1]],
        errors: [],
        refused: [{ id: ids[0], reasons: ['You do not have permission to do this'] }],
      },
    },
  });
  const weighed = await ask(
    'ada',
    `mutation ($input: IssuesBulkUpdateInput!) { issuesBulkUpdate(input: $input) { updatedIssueCount errors refused { id } } }`,
    {
      input: {
        ids: [`gid://gitlab/Issue/${theirs.id}`],
        parentId: `gid://gitlab/Project/${project.id}`,
        assigneeIds: [`gid://gitlab/User/${build.idOf('paul')}`],
        healthStatus: 'atRisk',
      },
    },
  );
  expect(weighed).toMatchObject({ data: { issuesBulkUpdate: { updatedIssueCount: 1, errors: [], refused: [] } } });
});

test('a bulk update that is refused entirely reports errors', async ({ ask, build }) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project, author: 'ada' });
  const calls = [
    ['issuesBulkUpdate', 'IssuesBulkUpdateInput', `gid://gitlab/Issue/${issue.id}`],
    ['workItemBulkUpdate', 'WorkItemBulkUpdateInput', `gid://gitlab/WorkItem/${issue.id}`],
  ] as const;
  for (const [name, type, id] of calls) {
    const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors refused { id } } }`;
    const close = (who: 'nobody' | 'otto' | 'ada') => ask(who, document, { input: { ids: [id], stateEvent: 'CLOSE' } });
    expect(await close('nobody')).toMatchObject({
      data: { [name]: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await close('otto')).toMatchObject({
      data: { [name]: { errors: ['You do not have permission to do this'], refused: [{}] } },
    });
    expect(await close('ada')).toMatchObject({ data: { [name]: { errors: [], refused: [] } } });
  }
});
