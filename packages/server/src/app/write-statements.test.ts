import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { workItemRow } from '../modules/work-items/store/writing.ts';
import type { Db } from '../platform/database/tables.ts';
import { test } from '../testing/http.ts';
import type { Builders } from '../testing/test.ts';
import type { World } from '../testing/world.ts';

/** A whole request: who asks, what it is about, lock, write, deferred writes, and the answer. BEGIN and COMMIT go with the first and the last of the transaction. */
const MAX_STATEMENTS = 6;

async function plannedIssue(build: Builders) {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group });
  const epic = await build.epic({ group, title: 'Above' });
  const issue = await build.issue({ project, parent: epic, assignees: ['ada'], dueDate: '2026-03-01' });
  const label = await build.label({ namespace: group, title: 'bug', on: [issue] });
  await build.label({ namespace: group, title: 'urgent' });
  return { group, project, epic, issue, label };
}

async function sentBy(world: World, request: () => Promise<unknown>): Promise<string[]> {
  const before = world.statements.length;
  await request();
  // Nobody waits for the notice.
  return world.statements.slice(before).filter((text) => !text.includes('synchronous_commit'));
}

/** Fails with the statements themselves, so that a failure shows the one that is too many. */
function expectFew(sent: readonly string[]): void {
  const shown = sent.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 150));
  expect({ shown, extra: shown.slice(MAX_STATEMENTS) }).toEqual({ shown, extra: [] });
}

const changes: Record<string, object> = {
  close: { state_event: 'close' },
  reopen: { state_event: 'reopen' },
  'a date': { due_date: '2026-04-01' },
  'added and removed labels': { add_labels: ['urgent'], remove_labels: ['bug'] },
  'all labels': { labels: ['bug'] },
};

describe('a write over REST takes six statements at most', () => {
  test('a change of an issue', async ({ build, call, world }) => {
    const { project, issue } = await plannedIssue(build);
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    // The first request of a person stores that the token is used.
    await call('paul', 'GET', path);
    for (const [name, change] of Object.entries(changes)) {
      const sent = await sentBy(world, async () => {
        const { status, body } = await call('paul', 'PUT', path, change);
        expect([name, status]).toEqual([name, 200]);
        expect(body['references']).toBeDefined();
      });
      expectFew(sent);
    }
    const { body } = await call('paul', 'GET', path);
    expect(body).toMatchObject({ state: 'opened', due_date: '2026-04-01', labels: ['bug'] });
  });

  test('a comment', async ({ build, call, world }) => {
    const { project, issue } = await plannedIssue(build);
    const path = `/projects/${project.id}/issues/${issue.iid}/notes`;
    await call('paul', 'GET', path);
    const sent = await sentBy(world, async () => {
      const { status } = await call('paul', 'POST', path, { body: 'Seen by **me**' });
      expect(status).toBe(201);
    });
    expectFew(sent);
  });
});

describe('a write with mail configured takes six statements at most', () => {
  test('a change and a comment, of which the assignee is notified', async ({ build, call, world }) => {
    const { project, issue } = await plannedIssue(build);
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    await call('paul', 'GET', path);
    world.services.mailer = {
      send: async () => undefined,
      verify: async () => undefined,
      close: () => undefined,
    };
    try {
      for (const change of Object.values(changes)) {
        expectFew(await sentBy(world, () => call('paul', 'PUT', path, change)));
      }
      expectFew(await sentBy(world, () => call('paul', 'POST', `${path}/notes`, { body: 'Seen by **me**' })));
    } finally {
      world.services.mailer = null;
    }
    const { rows } = await sql<{ event: string }>`
      SELECT event FROM email_events WHERE work_item_id = ${issue.id} ORDER BY id`.execute(world.db);
    expect(rows.map(({ event }) => event)).toEqual(['closed', 'reopened', 'labelled', 'labelled', 'noted']);
  });
});

describe('an answer to a write', () => {
  test('shows the item as it is read afterwards', async ({ build, call }) => {
    const { project, issue } = await plannedIssue(build);
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    for (const change of [
      { state_event: 'close' },
      { state_event: 'reopen', due_date: '2026-05-01' },
      { add_labels: ['urgent'] },
      { assignee_ids: [] },
      { confidential: true },
      { add_labels: ['bug'], title: 'Renamed' },
      { weight: 5, health_status: 'at_risk' },
    ]) {
      const { body: answered } = await call('paul', 'PUT', path, change);
      const { body: read } = await call('paul', 'GET', path);
      expect({ change, ...answered }).toEqual({ change, ...read });
    }
  });
});

describe('deferred writes', () => {
  const renamed = (id: number, title: string) => sql`UPDATE work_items SET title = ${title} WHERE id = ${id}::bigint`;

  test('are visible to the next statement of the transaction, and committed with it', async ({ as, build, db }) => {
    const issue = await build.issue({ title: 'Before' });
    const title = async (trx: Db) => (await workItemRow(trx, issue.id)).title;
    const within = await as('root').transaction(async (trx) => {
      trx.defer(renamed(issue.id, 'First'), 'title');
      trx.defer(renamed(issue.id, 'Second'), 'title');
      const seen = await Promise.all([title(trx), title(trx)]);
      trx.defer(renamed(issue.id, 'Third'));
      return seen;
    });
    expect([within, await title(db)]).toEqual([['Second', 'Second'], 'Third']);
  });

  test('are rolled back with the part of the transaction that made them, and only with it', async ({
    as,
    build,
    db,
  }) => {
    const [kept, lost] = [await build.issue({ title: 'A' }), await build.issue({ title: 'B' })];
    await as('root').transaction(async (trx) => {
      trx.defer(renamed(kept.id, 'Kept'));
      const part = trx.attempt(() => {
        trx.defer(renamed(lost.id, 'Lost'));
        return Promise.reject(new Error('refused'));
      });
      await expect(part).rejects.toThrow('refused');
    });
    const failing = as('root').transaction((trx) => {
      trx.defer(renamed(kept.id, 'Never'));
      return Promise.reject(new Error('refused'));
    });
    await expect(failing).rejects.toThrow('refused');
    expect([(await workItemRow(db, kept.id)).title, (await workItemRow(db, lost.id)).title]).toEqual(['Kept', 'B']);
  });

  test('an error in one fails the transaction', async ({ as, build, db }) => {
    const issue = await build.issue({ title: 'Named' });
    await expect(as('root').transaction(async (trx) => trx.defer(renamed(issue.id, '')))).rejects.toThrow(
      'work_items_title_is_given',
    );
    expect((await workItemRow(db, issue.id)).title).toBe('Named');
  });
});
