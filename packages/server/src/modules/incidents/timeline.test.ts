import { formatGlobalId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test, type Ask } from '../../testing/http.ts';
import type { WorkItem } from '../work-items/store.ts';

interface Shown {
  id: string;
  note: string;
  occurredAt: string;
  editable: boolean;
  action: string;
  author: { username: string };
  timelineEventTags: { nodes: { name: string }[] };
}

const shown = 'id note noteHtml occurredAt editable action author { username } timelineEventTags { nodes { id name } }';

/** The entries as a person sees them; null where the project is not visible. */
async function read(ask: Ask, who: CastName, incident: WorkItem): Promise<Shown[] | null> {
  const { data } = await ask<{ project: { incidentManagementTimelineEvents: { nodes: Shown[] } } | null }>(
    who,
    `query ($fullPath: ID!, $incidentId: IssueID!) { project(fullPath: $fullPath) {
      incidentManagementTimelineEvents(incidentId: $incidentId) { nodes { ${shown} incident { iid } updatedByUser { username } } } } }`,
    { fullPath: incident.namespacePath, incidentId: formatGlobalId('Issue', incident.id) },
  );
  return data.project?.incidentManagementTimelineEvents.nodes ?? null;
}

async function write(ask: Ask, who: CastName, name: string, input: object) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { data, errors } = await ask<Record<string, { timelineEvent: Shown | null; errors: string[] } | null>>(
    who,
    `mutation ($input: ${type}) { ${name}(input: $input) { timelineEvent { ${shown} } errors } }`,
    { input },
  );
  return { event: data?.[name]?.timelineEvent ?? null, errors: data?.[name]?.errors, refused: errors?.[0]?.message };
}

describe('the timeline of an incident', () => {
  test('TM-IC-04, TM-IC-07: developers write entries with text, time and tags, and everyone who reads the incident reads them', async ({
    build,
    ask,
  }) => {
    const incident = await build.issue({ type: 'incident' });
    const incidentId = formatGlobalId('Issue', incident.id);
    const add = (input: object, who: CastName = 'dana') =>
      write(ask, who, 'timelineEventCreate', { incidentId, note: 'x', occurredAt: '2026-01-02T10:00:00Z', ...input });
    const second = await add({ note: ' Restarted ', timelineEventTagNames: ['impact mitigated', 'Start time'] });
    expect(second).toMatchObject({
      errors: [],
      event: {
        note: 'Restarted',
        editable: true,
        action: 'comment',
        timelineEventTags: { nodes: [{ name: 'Start time' }, { name: 'Impact mitigated' }] },
      },
    });
    await add({ note: 'Disk full', occurredAt: '2026-01-02T09:30:45Z' });
    expect(
      (await read(ask, 'gwen', incident))?.map(({ note, occurredAt, editable }) => [note, occurredAt, editable]),
    ).toEqual([
      ['Disk full', '2026-01-02T09:30:00.000Z', false],
      ['Restarted', '2026-01-02T10:00:00.000Z', false],
    ]);

    expect((await add({ note: '  ' })).errors).toEqual(["Note can't be blank"]);
    expect((await add({ note: 'é'.repeat(281) })).errors).toEqual(['Note is too long (maximum is 280 characters)']);
    expect((await add({ note: '😀'.repeat(280) })).errors).toEqual([]);
    expect((await add({ timelineEventTagNames: ['Lunch'] })).errors).toEqual(["Following tags don't exist: lunch"]);
    expect((await add({ occurredAt: '-100000-01-01T00:00:00Z' })).errors).toEqual(['Occurred at is invalid']);
    const denied = /does not exist or you don't have permission/;
    for (const who of ['rita', 'gwen', 'otto', 'nobody'] as const) expect((await add({}, who)).refused).toMatch(denied);

    const id = second.event?.id;
    const changed = await write(ask, 'dana', 'timelineEventUpdate', {
      id,
      note: 'Rebooted',
      timelineEventTagNames: [],
    });
    expect(changed.event).toMatchObject({ note: 'Rebooted', occurredAt: '2026-01-02T10:00:00.000Z' });
    expect(changed.event?.timelineEventTags.nodes).toEqual([]);
    expect((await write(ask, 'rita', 'timelineEventUpdate', { id, note: 'No' })).refused).toMatch(denied);
    expect((await write(ask, 'rita', 'timelineEventDestroy', { id })).refused).toMatch(denied);
    expect((await write(ask, 'dana', 'timelineEventDestroy', { id })).event?.note).toBe('Rebooted');
    expect((await write(ask, 'dana', 'timelineEventDestroy', { id })).refused).toMatch(denied);
    expect((await read(ask, 'gwen', incident))?.map(({ note }) => note)).toEqual(['Disk full', '😀'.repeat(280)]);

    const issue = await build.issue();
    const onIssue = await add({ incidentId: formatGlobalId('Issue', issue.id) });
    expect(onIssue.refused).toMatch(denied);
    const secret = await build.issue({ type: 'incident', confidential: true, author: null });
    await add({ incidentId: formatGlobalId('Issue', secret.id) });
    expect(await read(ask, 'dana', secret)).toHaveLength(1);
    expect(await read(ask, 'gwen', secret)).toEqual([]);
  });

  test('TM-IC-05: a change of the severity adds an entry that nobody edits, and that a moved incident keeps', async ({
    build,
    ask,
  }) => {
    const incident = await build.issue({ type: 'incident' });
    await ask(
      'rita',
      `mutation { issueSetSeverity(input: { projectPath: "${incident.namespacePath}", iid: "${incident.iid}", severity: HIGH }) { errors } }`,
    );
    const events = await read(ask, 'dana', incident);
    expect(events).toMatchObject([
      {
        note: 'changed the severity to **High**',
        noteHtml: expect.stringContaining('<strong') as string,
        action: 'severity',
        editable: false,
        author: { username: 'rita' },
      },
    ]);
    for (const [name, more] of [
      ['timelineEventUpdate', { note: 'Low' }],
      ['timelineEventDestroy', {}],
    ] as const)
      expect((await write(ask, 'mina', name, { id: events?.[0]?.id, ...more })).refused).toMatch(/permission/);
    expect(await read(ask, 'dana', incident)).toEqual(events);
    const to = await build.project();
    const moved = await ask<{ issueMove: { issue: { id: string } } }>(
      'ada',
      `mutation { issueMove(input: { projectPath: "${incident.namespacePath}", iid: "${incident.iid}", targetProjectPath: "${to.fullPath}" }) { issue { id } errors } }`,
    );
    const id = Number(moved.data.issueMove.issue.id.split('/').at(-1)) as WorkItem['id'];
    const kept = await read(ask, 'dana', { ...incident, id, namespacePath: to.fullPath });
    expect(kept).toMatchObject([{ action: 'severity', author: { username: 'rita' } }]);
  });

  test('TM-IC-05: where the project says so, a change of labels adds an entry that nobody edits', async ({
    build,
    ask,
    call,
  }) => {
    const project = await build.project();
    const incident = await build.issue({ type: 'incident', project });
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/`;
    await call('mina', 'PUT', `${path}${incident.iid}`, { add_labels: 'before' });
    const setting = { incident_label_timeline_enabled: true };
    expect(await call('dana', 'PUT', `/projects/${project.id}`, setting)).toMatchObject({ status: 403 });
    expect(await call('mina', 'PUT', `/projects/${project.id}`, setting)).toMatchObject({ status: 200, body: setting });
    for (const { iid } of [incident, issue]) await call('rita', 'PUT', `${path}${iid}`, { add_labels: 'disk,db' });
    await call('rita', 'PUT', `${path}${incident.iid}`, { remove_labels: 'disk', title: 'Other' });
    await call('rita', 'PUT', `${path}${incident.iid}`, { title: 'Another' });
    const events = await read(ask, 'dana', incident);
    expect(events).toMatchObject([
      { note: 'added ~disk ~db labels', action: 'label', editable: false, author: { username: 'rita' } },
      { note: 'removed ~disk label', action: 'label', editable: false },
    ]);
    for (const [name, more] of [
      ['timelineEventUpdate', { note: 'Other' }],
      ['timelineEventDestroy', {}],
    ] as const)
      expect((await write(ask, 'mina', name, { id: events?.[0]?.id, ...more })).refused).toMatch(/permission/);
    expect(await read(ask, 'dana', issue)).toEqual([]);
    await call('mina', 'PUT', `/projects/${project.id}`, { incident_label_timeline_enabled: false });
    await call('rita', 'PUT', `${path}${incident.iid}`, { add_labels: 'after' });
    expect(await read(ask, 'dana', incident)).toHaveLength(2);
  });

  test('TM-IC-06, TM-IC-07: /timeline and comments add entries', async ({ build, ask }) => {
    const incident = await build.issue({ type: 'incident' });
    const comment = async (body: string, who: CastName = 'dana', internal = false) =>
      (
        await ask<{ createNote: { note: { id: string; createdAt: string } | null; errors: string[] } }>(
          who,
          `mutation ($body: String!) { createNote(input: { noteableId: "${formatGlobalId('Issue', incident.id)}", body: $body, internal: ${internal} }) { note { id createdAt } errors } }`,
          { body },
        )
      ).data.createNote;
    await comment('/timeline Disk full | 2026-01-02 09:30');
    await comment('/timeline A | B | 2026-01-03');
    const before = Date.now() - 60_000;
    await comment('/timeline Now');
    await comment('/timeline Never | tomorrow');
    await comment('/timeline Not mine', 'rita');
    const events = (await read(ask, 'gwen', incident)) ?? [];
    expect(events.map(({ note }) => note)).toEqual(['Disk full', 'A | B', 'Now']);
    expect(events[0]?.occurredAt).toBe('2026-01-02T09:30:00.000Z');
    expect(events[1]?.occurredAt).toMatch(/^2026-01-03T/);
    expect(Date.parse(events[2]?.occurredAt ?? '')).toBeGreaterThanOrEqual(before);

    const { note } = await comment('The **cache** was cold', 'gwen');
    const promoted = await write(ask, 'dana', 'timelineEventPromoteFromNote', { noteId: note?.id });
    expect(promoted.event).toMatchObject({ note: 'The **cache** was cold', occurredAt: note?.createdAt });
    expect((await write(ask, 'rita', 'timelineEventPromoteFromNote', { noteId: note?.id })).refused).toMatch(
      /permission/,
    );
    const internal = await comment('Secret', 'dana', true);
    expect((await write(ask, 'dana', 'timelineEventPromoteFromNote', { noteId: internal.note?.id })).errors).toEqual([
      'Only comments that are not internal can be added to the timeline',
    ]);
  });
});
