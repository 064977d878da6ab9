import { describe, expect } from 'vitest';
import { updateWorkItem } from './commands.ts';
import { test, tokenFor } from '../../testing/http.ts';
import type { CastName } from '../../testing/cast.ts';

const headOf = `query ($path: ID!, $iid: String!) {
  project(fullPath: $path) {
    issue(iid: $iid) {
      iid title description webUrl updatedAt lockVersion createdAt state type
      author { name webUrl }
      taskCompletionStatus { count completedCount }
      confidential discussionLocked hidden imported firstContribution
      externalAuthor serviceDeskReplyTo zoomMeetingUrl publishedIncidentUrl createNoteEmail reference(full: true)
      blockedByIssues { nodes { iid webUrl } }
    }
  }
}`;

interface Asked {
  project: { issue: Record<string, unknown> };
}

describe('the head of an issue', () => {
  test('EN-IS-01, EN-IS-02, EN-IS-03, EN-IS-04, EN-IS-06, EN-IS-07, EN-IS-08, EN-IS-09: its endpoint gives every field the page reads', async ({
    send,
    build,
    as,
    world,
    db,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const twin = await build.issue({ project, author: 'paul' });
    const issue = await build.issue({ project, author: 'rita', type: 'incident', title: 'It burns' });
    await updateWorkItem(as('mina'), issue.id, { description: '- [x] water\n- [ ] sand' });
    await updateWorkItem(as('mina'), issue.id, {
      meetingUrl: 'https://meet.example/fire',
      publishedUrl: 'https://status.example/1',
    });
    await db
      .updateTable('workItems')
      .set({ duplicatedToId: twin.id, movedToId: twin.id, serviceDeskReplyTo: 'carl@customer.example' })
      .where('id', '=', issue.id)
      .execute();
    const url = `/${project.fullPath}/-/issues/${issue.iid}`;
    const headers = { 'private-token': await tokenFor(world, 'rita') };
    const { body } = await send({ url: `${url}.json`, headers });
    expect(body).toMatchObject({
      iid: issue.iid,
      title: 'It burns',
      title_text: 'It burns',
      description_text: '- [x] water\n- [ ] sand',
      web_url: `http://milepost.test${url}`,
      updated_by_name: 'Mina Maintainer',
      updated_by_path: '/mina',
      lock_version: 1,
      task_completion_status: { count: 2, completed_count: 1 },
      confidential: false,
      discussion_locked: false,
      hidden: false,
      imported: false,
      first_contribution: true,
      author: { name: 'Rita Reporter' },
      state: 'opened',
      issue_type: 'incident',
      duplicated_to_url: `http://milepost.test/${project.fullPath}/-/issues/${twin.iid}`,
      moved_to_url: `http://milepost.test/${project.fullPath}/-/issues/${twin.iid}`,
      promoted_to_epic_url: null,
      zoom_meeting_url: 'https://meet.example/fire',
      published_incident_url: 'https://status.example/1',
      service_desk_reply_to: 'carl@customer.example',
      reference: `${project.fullPath}#${issue.iid}`,
      create_note_email: null,
    });
    const { updated_at: updatedAt, created_at: createdAt } = body as Record<string, string>;
    expect([Date.parse(updatedAt ?? ''), Date.parse(createdAt ?? '')].every(Number.isFinite)).toBe(true);
  });

  test('EN-IS-05, EN-IS-10: GraphQL has the same fields, including blockers, and masks outside authors for viewers who cannot answer them', async ({
    ask,
    build,
    db,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const blocker = await build.issue({ project, author: 'paul' });
    const issue = await build.issue({ project, author: 'rita' });
    await build.link({ from: blocker, to: issue, type: 'blocks' });
    await db
      .updateTable('workItems')
      .set({ serviceDeskReplyTo: 'carl@customer.example', isImported: true })
      .where('id', '=', issue.id)
      .execute();
    const received = async (who: CastName) =>
      (await ask<Asked>(who, headOf, { path: project.fullPath, iid: String(issue.iid) })).data.project.issue;
    expect(await received('rita')).toMatchObject({
      externalAuthor: 'carl@customer.example',
      serviceDeskReplyTo: 'carl@customer.example',
      imported: true,
      hidden: false,
      firstContribution: true,
      createNoteEmail: null,
      blockedByIssues: {
        nodes: [
          { iid: String(blocker.iid), webUrl: `http://milepost.test/${project.fullPath}/-/issues/${blocker.iid}` },
        ],
      },
    });
    for (const who of ['nobody', 'otto', 'gwen', 'paul'] as const) {
      expect(await received(who)).toMatchObject({ externalAuthor: 'ca*****@cu*****.e****' });
    }
  });

  test('EN-IS-05: only the first of an author in a project is a first contribution', async ({ ask, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issues = [
      await build.issue({ project, author: 'rita' }),
      await build.issue({ project, author: 'paul' }),
      await build.issue({ project, author: 'rita' }),
      await build.issue({ project, author: null }),
    ];
    const received = await Promise.all(
      issues.map(async ({ iid }) =>
        ask<Asked>('nobody', headOf, { path: project.fullPath, iid: String(iid) }).then(
          ({ data }) => data.project.issue['firstContribution'],
        ),
      ),
    );
    expect(received).toEqual([true, true, false, false]);
  });

  test('an owner’s first item in their own namespace is no first contribution', async ({ ask, build }) => {
    const group = await build.group({ visibility: 'public', members: { gwen: 'owner' } });
    const project = await build.project({ visibility: 'public', group });
    const issue = await build.issue({ project, author: 'gwen' });
    const { data } = await ask<Asked>('nobody', headOf, { path: project.fullPath, iid: String(issue.iid) });
    expect(data.project.issue['firstContribution']).toBe(false);
  });

  test('links are web addresses, set from planner up, and only an incident is published', async ({
    ask,
    build,
    as,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'ada' });
    const set = async (who: CastName, input: object) => {
      const answer = await ask<{ workItemUpdate: { errors: string[] } | null }>(
        who,
        'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
        { input: { id: `gid://gitlab/WorkItem/${issue.id}`, ...input } },
      );
      return answer.data?.workItemUpdate?.errors ?? answer.errors?.map(({ message }) => message);
    };
    expect(await set('paul', { zoomMeetingUrl: 'https://zoom.us/j/1' })).toEqual([]);
    expect(await set('paul', { zoomMeetingUrl: 'javascript:alert(1)' })).toEqual([
      'Zoom meeting url is not the address of a web page',
    ]);
    expect(await set('paul', { publishedIncidentUrl: 'https://status.example' })).toEqual([
      'Published incident url is for incidents only',
    ]);
    expect((await set('gwen', { zoomMeetingUrl: '' }))?.length).toBe(1);
    await updateWorkItem(as('paul'), issue.id, { type: 'incident' });
    expect(await set('paul', { publishedIncidentUrl: 'https://status.example', zoomMeetingUrl: '' })).toEqual([]);
    const { data } = await ask<Asked>('nobody', headOf, { path: project.fullPath, iid: String(issue.iid) });
    expect(data.project.issue).toMatchObject({
      zoomMeetingUrl: null,
      publishedIncidentUrl: 'https://status.example',
    });
  });
});
