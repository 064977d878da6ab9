import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { WorkItemType } from '@milepost/core/work-items';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';
import { namespaceByFullPath, type Namespace } from '../namespaces/store.ts';
import { labelsOfWorkItem } from '../labels/store/items.ts';
import { linkedItemsOf } from '../links/store.ts';
import { reactionsOfWorkItem } from '../reactions/store.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../work-items/commands/actions.ts';
import { pluggedActions } from '../work-items/commands/sockets.ts';
import { assigneeIdsOn } from '../work-items/store/writing.ts';
import { descriptionsById, workItemsById, type WorkItem } from '../work-items/store.ts';
import type { Context } from '../../platform/context.ts';
import { changeComment, comment } from './commands/comment.ts';
import { visibleNote } from './commands.ts';
import { notesOnPage } from './store.ts';

interface Case {
  action: string;
  /** The lowest role that may use it on another's item in a public namespace. */
  least: 'person' | 'guest' | 'planner';
  type?: WorkItemType;
  given?: (build: Builders, item: WorkItem) => Promise<string>;
  item?: Parameters<Builders['issue']>[0];
  body: string | ((argument: string) => string);
  says: RegExp;
  /** Its effect. */
  check?: (ctx: Context, item: WorkItem, build: Builders) => Promise<unknown>;
}

const namespaceAt = async (build: Builders, path: string) =>
  (await namespaceByFullPath(build.as('root').db, path)) as Namespace;
const titlesOn = async (ctx: Context, { id }: WorkItem) =>
  ((await ctx.load(labelsOfWorkItem, id)) ?? []).map(({ title }) => title);
const has = (wanted: Partial<WorkItem>) => async (_ctx: Context, item: WorkItem) => expect(item).toMatchObject(wanted);
const otherOf = async (build: Builders, { namespacePath, type, namespaceId }: WorkItem, kind: 'issue' | 'epic') => {
  if (kind === 'epic') {
    const parent = await build.epic({ group: await groupOf(build, namespacePath, type) });
    return `${parent.namespacePath}&${parent.iid}`;
  }
  const project = await namespaceAt(build, namespacePath);
  const other = await build.issue({ project, author: null });
  expect(other.namespaceId).toBe(namespaceId);
  return `#${other.iid}`;
};
const groupOf = (build: Builders, path: string, type: WorkItemType) =>
  namespaceAt(build, type === 'epic' ? path : path.slice(0, path.lastIndexOf('/')));
const label = (title: string, isOn: boolean) => async (build: Builders, item: WorkItem) => {
  await build.label({ namespace: await namespaceAt(build, item.namespacePath), title, ...(isOn && { on: [item] }) });
  return '';
};

const isLinked = async (ctx: Context, item: WorkItem) => expect(await linkedItemsOf(ctx, item.id)).toHaveLength(1);

const cases: readonly Case[] = [
  { action: 'close', least: 'planner', body: '/close', says: /Closed this issue/, check: has({ state: 'closed' }) },
  {
    action: 'reopen',
    least: 'planner',
    item: { state: 'closed' },
    body: '/reopen',
    says: /Reopened this issue/,
    check: has({ state: 'opened' }),
  },
  { action: 'title', least: 'planner', body: '/title New one', says: /New one/, check: has({ title: 'New one' }) },
  {
    action: 'confidential',
    least: 'planner',
    body: '/confidential',
    says: /confidential/,
    check: has({ isConfidential: true }),
  },
  { action: 'lock', least: 'planner', body: '/lock', says: /Locked/, check: has({ isDiscussionLocked: true }) },
  {
    action: 'due',
    least: 'planner',
    body: '/due in 2 days',
    says: /Set the due date/,
    check: has({ dueDate: dayFromNow(2) }),
  },
  {
    action: 'remove_due_date',
    least: 'planner',
    item: { dueDate: '2026-12-01' },
    body: '/remove_due_date',
    says: /Removed the due date/,
    check: has({ dueDate: null }),
  },
  {
    action: 'start_date',
    type: 'epic',
    least: 'planner',
    body: '/start 2026-12-01',
    says: /Set the start date to 2026-12-01/,
    check: has({ startDate: '2026-12-01', startDateIsFixed: true }),
  },
  {
    action: 'remove_start_date',
    type: 'epic',
    least: 'planner',
    item: { startDate: '2026-12-01' },
    body: '/remove_start_date',
    says: /Removed the start date/,
    check: has({ startDate: null }),
  },
  { action: 'weight', least: 'planner', body: '/weight 3', says: /to 3/, check: has({ weight: 3 }) },
  {
    action: 'clear_weight',
    least: 'planner',
    item: { weight: 3 },
    body: '/clear_weight',
    says: /Cleared/,
    check: has({ weight: null }),
  },
  {
    action: 'health_status',
    least: 'planner',
    body: '/health_status at_risk',
    says: /at risk/,
    check: has({ healthStatus: 'at_risk' }),
  },
  {
    action: 'clear_health_status',
    least: 'planner',
    item: { healthStatus: 'at_risk' },
    body: '/clear_health_status',
    says: /Cleared/,
    check: has({ healthStatus: null }),
  },
  {
    action: 'risk',
    type: 'epic',
    least: 'planner',
    body: '/risk High',
    says: /high/,
    check: has({ risk: 'high' }),
  },
  {
    action: 'color',
    type: 'epic',
    least: 'planner',
    body: '/color purple',
    says: /purple/,
    check: has({ color: '#694cc0' }),
  },
  {
    action: 'promote_to_incident',
    least: 'planner',
    body: '/promote_to_incident',
    says: /incident/,
    check: has({ type: 'incident' }),
  },
  {
    action: 'estimate',
    least: 'planner',
    body: '/estimate 1d 2h',
    says: /1d 2h/,
    check: has({ timeEstimate: 36_000 }),
  },
  {
    action: 'assign',
    least: 'planner',
    body: '/assign @gwen @Dana',
    says: /Assigned @gwen @dana/,
    check: async (ctx, item) => expect(await assigneeIdsOn(ctx.db, item.id)).toHaveLength(2),
  },
  {
    action: 'unassign',
    least: 'planner',
    item: { assignees: ['gwen', 'dana'] },
    body: '/unassign @gwen',
    says: /@gwen/,
    check: async (ctx, item) => expect(await assigneeIdsOn(ctx.db, item.id)).toHaveLength(1),
  },
  {
    action: 'reassign',
    least: 'planner',
    item: { assignees: ['gwen', 'dana'] },
    body: '/reassign @mina',
    says: /@mina/,
    check: async (ctx, item) => expect(await assigneeIdsOn(ctx.db, item.id)).toHaveLength(1),
  },
  {
    action: 'label',
    least: 'planner',
    given: label('two words', false),
    body: '/label ~"two words"',
    says: /Added ~"two words"/,
    check: async (ctx, item) => expect(await titlesOn(ctx, item)).toEqual(['two words']),
  },
  {
    action: 'unlabel',
    least: 'planner',
    given: label('bug', true),
    body: '/unlabel ~bug',
    says: /Removed ~bug/,
    check: async (ctx, item) => expect(await titlesOn(ctx, item)).toEqual([]),
  },
  {
    action: 'relabel',
    least: 'planner',
    given: async (build, item) => `${await label('old', true)(build, item)}${await label('new', false)(build, item)}`,
    body: '/relabel ~new',
    says: /by ~new/,
    check: async (ctx, item) => expect(await titlesOn(ctx, item)).toEqual(['new']),
  },
  {
    action: 'milestone',
    least: 'planner',
    given: async (build, item) => {
      await build.milestone({ namespace: await namespaceAt(build, item.namespacePath), title: 'Spring 1' });
      return '';
    },
    body: '/milestone %"Spring 1"',
    says: /%"Spring 1"/,
    check: async (_ctx, item) => expect(item.milestoneId).not.toBeNull(),
  },
  {
    action: 'iteration',
    least: 'planner',
    given: async (build, item) => {
      const cadence = await build.cadence({ group: await groupOf(build, item.namespacePath, item.type) });
      await build.iteration({ cadence, startDate: dayFromNow(-1), dueDate: dayFromNow(5), title: 'Sprint 3' });
      await build.iteration({ cadence, startDate: dayFromNow(6), dueDate: dayFromNow(9), title: 'Sprint 4' });
      return '';
    },
    body: '/iteration --next',
    says: /Sprint 4/,
    check: async (_ctx, item) => expect(item.iterationId).not.toBeNull(),
  },
  ...(['relate', 'blocks', 'blocked_by'] as const).map((action): Case => ({
    action,
    least: 'guest',
    given: (build, item) => otherOf(build, item, 'issue'),
    body: (reference) => `/${action} ${reference}`,
    says: /#\d/,
    check: isLinked,
  })),
  {
    action: 'unlink',
    least: 'guest',
    given: async (build, item) => {
      const other = await build.issue({ project: await namespaceAt(build, item.namespacePath) });
      await build.link({ from: item, to: other });
      return `#${other.iid}`;
    },
    body: (reference) => `/unlink ${reference}`,
    says: /Removed the link/,
    check: async (ctx, item) => expect(await linkedItemsOf(ctx, item.id)).toHaveLength(0),
  },
  {
    action: 'parent',
    least: 'planner',
    given: (build, item) => otherOf(build, item, 'epic'),
    body: (reference) => `/epic ${reference}`,
    says: /Set the parent to/,
    check: async (_ctx, item) => expect(item.parentId).not.toBeNull(),
  },
  {
    action: 'child',
    type: 'epic',
    least: 'planner',
    given: (build, item) => otherOf(build, item, 'epic'),
    body: (reference) => `/child ${reference}`,
    says: /as a child/,
  },
  {
    action: 'move',
    least: 'planner',
    given: async (build, item) => {
      const group = await groupOf(build, item.namespacePath, item.type);
      return (await build.project({ group, visibility: 'public' })).fullPath;
    },
    body: (path) => `/move ${path}`,
    says: /Moved this to/,
    check: async (_ctx, item) => {
      expect(item.movedToId).not.toBeNull();
      expect(item.state).toBe('closed');
    },
  },
  {
    action: 'clone',
    least: 'planner',
    body: '/clone',
    says: /Copied this to #\d/,
    check: has({ state: 'opened', movedToId: null }),
  },
  {
    action: 'promote',
    least: 'planner',
    body: '/promote',
    says: /Promoted this to/,
    check: async (_ctx, item) => expect(item.promotedToId).not.toBeNull(),
  },
  {
    action: 'duplicate',
    least: 'planner',
    given: (build, item) => otherOf(build, item, 'issue'),
    body: (reference) => `/duplicate ${reference}`,
    says: /duplicate of #/,
    check: async (_ctx, item) => expect(item.duplicatedToId).not.toBeNull(),
  },
  {
    action: 'react',
    least: 'person',
    body: '/react :tada:',
    says: /:tada:/,
    check: async (ctx, item) => expect((await ctx.load(reactionsOfWorkItem, item.id)) ?? []).toHaveLength(1),
  },
];

const trying: Readonly<Record<Case['least'], readonly CastName[]>> = {
  person: ['otto', 'gwen', 'paul', 'mina'],
  guest: ['gwen', 'paul', 'mina'],
  planner: ['paul', 'mina'],
};
const everyone: readonly CastName[] = ['otto', 'gwen', 'paul', 'mina'];

async function made(build: Builders, { type, item: wanted, given }: Case) {
  const group = await build.group({ visibility: 'public' });
  const item =
    type === 'epic'
      ? await build.epic({ ...wanted, group, author: null })
      : await build.issue({ ...wanted, project: await build.project({ group, visibility: 'public' }), author: null });
  return { item, argument: (await given?.(build, item)) ?? '' };
}

describe.each(cases)('/$action', (each) => {
  const tryAs = async (build: Builders, name: CastName) => {
    const { item, argument } = await made(build, each);
    const body = typeof each.body === 'string' ? each.body : each.body(argument);
    const written = await comment(build.as(name), { workItemId: item.id, body });
    return { item, written, after: (await build.reread(item)) as WorkItem };
  };

  for (const name of trying[each.least])
    test(`${name} may`, async ({ as, build }) => {
      const { written, after } = await tryAs(build, name);
      expect(written).toMatchObject({
        note: null,
        quickActions: { errors: [], messages: [expect.stringMatching(each.says)] },
      });
      await each.check?.(as('root'), after, build);
    });

  for (const name of everyone.filter((one) => !trying[each.least].includes(one)))
    test(`${name} may not`, async ({ build }) => {
      const { item, written, after } = await tryAs(build, name);
      expect(written).toMatchObject({
        note: null,
        quickActions: { messages: [], errors: [expect.stringContaining('You cannot do this here')] },
      });
      expect(after).toEqual(item);
    });
});

test('every action has a unique name and unique aliases', () => {
  const names = pluggedActions.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

describe('a comment with quick actions', () => {
  test('keeps the remaining text, runs each action entirely or not at all, and reports both', async ({ as, build }) => {
    const project = await build.project();
    await build.label({ namespace: project, title: 'bug' });
    const issue = await build.issue({ project });
    const body =
      'Look at this.\n\n/label ~bug ~unheard\n/weight 5\n/weight -1\n/color red\n/shrug ok\n```\n/close\n```';
    const { note, quickActions } = await comment(as('paul'), { workItemId: issue.id, body });
    expect(note?.body).toBe('Look at this.\n\nok ¯\\\\\\_(ツ)\\_/¯\n```\n/close\n```');
    expect(note?.bodyHtml).toContain('¯\\_(ツ)_/¯');
    expect(quickActions).toEqual({
      messages: ['Set the weight to 5.'],
      errors: [
        '/label: There is no label ~"unheard" here.',
        '/weight: The weight must be a whole number, 0 or more.',
        '/color: Not available for issues.',
      ],
      done: { weight: '5' },
    });
    expect(await build.reread(issue)).toMatchObject({ weight: 5, state: 'opened' });
    expect(await titlesOn(as('paul'), issue)).toEqual([]);
    const notes = await notesOnPage(as('paul'), { workItemId: issue.id }, { page: 1, perPage: 10, offset: 0 });
    expect(notes.map(({ body: each }) => each)).toEqual(expect.arrayContaining(['set weight to **5**', note?.body]));
    expect(notes).toHaveLength(2);
  });

  test('does nothing where the comment itself is refused', async ({ as, build }) => {
    const issue = await build.issue();
    const body = `/close\n${'x'.repeat(1_048_577)}`;
    await expect(comment(as('paul'), { workItemId: issue.id, body })).rejects.toThrow(ValidationError);
    expect(await build.reread(issue)).toMatchObject({ state: 'opened' });
    const locked = await build.issue({ project: await build.project({ visibility: 'public' }), author: 'otto' });
    await comment(as('paul'), { workItemId: locked.id, body: '/lock' });
    await expect(comment(as('otto'), { workItemId: locked.id, body: '/close' })).rejects.toThrow('permission');
    expect(await build.reread(locked)).toMatchObject({ state: 'opened' });
  });

  test('reveals nothing invisible', async ({ as, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'gwen' });
    const secret = await build.issue({ project, confidential: true, author: null });
    const missing = await comment(as('gwen'), { workItemId: issue.id, body: '/relate #9999' });
    const hidden = await comment(as('gwen'), { workItemId: issue.id, body: `/relate #${secret.iid}` });
    expect(missing.quickActions?.errors).toEqual(['/relate: #9999 not found.']);
    expect(hidden.quickActions?.errors).toEqual([`/relate: #${secret.iid} not found.`]);
    await expect(comment(as('otto'), { workItemId: secret.id, body: '/close' })).rejects.toThrow(NotFoundError);
  });

  test('runs a hundred of them at most, and says so', async ({ as, build }) => {
    const issue = await build.issue();
    // Refused actions count as well, and are the fastest to run.
    const body = ['/weight 1', ...Array.from({ length: 101 }, () => '/weight many'), '/weight 2'].join('\n');
    const { quickActions } = await comment(as('paul'), { workItemId: issue.id, body });
    expect(quickActions?.messages).toEqual(['Set the weight to 1.']);
    expect(quickActions?.errors).toHaveLength(100);
    expect(quickActions?.errors.at(-1)).toBe('Only the first 100 quick actions of a text are run.');
    expect(await as('paul').load(workItemsById, issue.id)).toMatchObject({ weight: 1 });
  });

  test('may be changed, when something is left of it; lines that were there before stay text', async ({
    as,
    build,
  }) => {
    const issue = await build.issue();
    const note = await build.note({ on: issue, body: 'As imported\n/close', author: 'paul' });
    const changed = await changeComment(as('paul'), note.id, 'As imported, and more\n/close\n/weight 2');
    expect(changed.note?.body).toBe('As imported, and more\n/close');
    expect(await build.reread(issue)).toMatchObject({ state: 'opened', weight: 2 });
  });

  test('that become the whole text of a comment delete it, unless all of them fail', async ({ as, build }) => {
    const issue = await build.issue();
    const note = await build.note({ on: issue, body: 'A text', author: 'paul' });
    await expect(changeComment(as('paul'), note.id, '/weight many')).rejects.toThrow('/weight: ');
    expect(await visibleNote(as('paul'), note.id)).toMatchObject({ note: { body: 'A text' } });
    const changed = await changeComment(as('paul'), note.id, '/weight 3');
    expect(changed).toMatchObject({ note: null, quickActions: { messages: ['Set the weight to 3.'] } });
    expect(await build.reread(issue)).toMatchObject({ weight: 3 });
    expect(await visibleNote(as('paul'), note.id)).toBeNull();
  });
});

describe('a description with quick actions', () => {
  test('of a new issue: its author may describe it, even as a guest', async ({ as, build }) => {
    const namespace = await build.project();
    await build.label({ namespace, title: 'bug' });
    const made = await writeNewWorkItem(as('gwen'), {
      namespace,
      type: 'issue',
      title: 'Broken',
      description: 'It broke.\n/label ~bug\n/assign me\n/confidential\n/move other',
    });
    expect(made).toMatchObject({ isConfidential: true, title: 'Broken' });
    expect(made.quickActions).toMatchObject({
      messages: ['Added ~bug.', 'Assigned @gwen.', 'Made this issue confidential.'],
      errors: ['/move: You cannot do this here.'],
    });
    expect((await as('gwen').load(descriptionsById, made.id))?.description).toBe('It broke.');
    expect(await titlesOn(as('gwen'), made)).toEqual(['bug']);
  });

  test('of an issue that is changed: with the lock version, or nothing at all', async ({ as, build }) => {
    const issue = await build.issue({ description: 'Old\n/close' });
    const stale = rewriteWorkItem(as('paul'), issue.id, { description: 'New\n/weight 4', lockVersion: 7 });
    await expect(stale).rejects.toThrow('at the same time');
    expect(await build.reread(issue)).toMatchObject({ weight: null });
    const written = await rewriteWorkItem(as('paul'), issue.id, {
      description: 'New\n/close\n/weight 4',
      lockVersion: issue.lockVersion,
    });
    expect(written).toMatchObject({ weight: 4, state: 'opened', quickActions: { messages: ['Set the weight to 4.'] } });
    expect((await as('paul').load(descriptionsById, issue.id))?.description).toBe('New\n/close');
  });
});

describe('over HTTP', () => {
  test('a comment with only actions answers 202 with their results; 400 if all failed', async ({ build, call }) => {
    const issue = await build.issue();
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/notes`;
    expect(await call('paul', 'POST', path, { body: '/close\n/weight 3' })).toMatchObject({
      status: 202,
      body: { commands_changes: { close: '', weight: '3' }, summary: ['Closed this issue.', 'Set the weight to 3.'] },
    });
    expect(await call('paul', 'POST', path, { body: '/weight many' })).toMatchObject({
      status: 400,
      body: { message: { base: ['/weight: The weight must be a whole number, 0 or more.'] } },
    });
    expect(await call('paul', 'POST', path, { body: 'Well\n/reopen' })).toMatchObject({
      status: 201,
      body: { body: 'Well', commands_changes: { reopen: '' } },
    });
  });

  test('createNote reports in quickActionsStatus', async ({ build, ask }) => {
    const issue = await build.issue();
    const send = (body: string) =>
      ask(
        'paul',
        `mutation($input: CreateNoteInput!) { createNote(input: $input) {
        errors note { body } quickActionsStatus { messages errorMessages } } }`,
        {
          input: { noteableId: `gid://gitlab/Issue/${issue.id}`, body },
        },
      );
    expect(await send('/close')).toMatchObject({
      data: {
        createNote: {
          errors: [],
          note: null,
          quickActionsStatus: { messages: ['Closed this issue.'], errorMessages: null },
        },
      },
    });
    expect(await send('/close')).toMatchObject({
      data: { createNote: { errors: ['/close: You cannot do this here.'], note: null } },
    });
    expect(await send('Hello')).toMatchObject({
      data: { createNote: { errors: [], note: { body: 'Hello' }, quickActionsStatus: null } },
    });
  });
});
