import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { Activity } from '../notes/Activity.tsx';
import { AddToTimeline } from './AddToTimeline.tsx';
import { IncidentTabs } from './IncidentTabs.tsx';

const event = (id: string, occurredAt: string, note: string, more: object = {}) => ({
  id,
  note,
  noteHtml: `<p>${note}</p>`,
  occurredAt,
  editable: true,
  author: { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo' },
  timelineEventTags: { nodes: [] },
  ...more,
});

const owner = { fullPath: 'alpha/web', iid: '3', id: 'gid://gitlab/Issue/3' };

async function open(mayWrite: boolean) {
  const asked = fakeServer({
    incidentTimeline: () => ({
      project: {
        id: 'p',
        incidentManagementTimelineEvents: {
          nodes: [
            event('1', '2026-01-02T09:30:00', 'Disk full', {
              timelineEventTags: { nodes: [{ id: 't', name: 'Start time' }] },
            }),
            event('2', '2026-01-02T10:00:00', 'Restarted'),
            event('3', '2026-01-03T08:00:00', 'changed the severity', { editable: false }),
          ],
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    }),
    createTimelineEvent: () => ({ timelineEventCreate: { errors: [] } }),
    destroyTimelineEvent: () => ({ timelineEventDestroy: { errors: [] } }),
  });
  const { user } = await renderAt(
    '/alpha/web/-/issues/3',
    <IncidentTabs owner={owner} mayWrite={mayWrite}>
      Description
    </IncidentTabs>,
  );
  expect(screen.getByText('Description')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Timeline' }));
  await screen.findByText('Disk full');
  return { user, sent: (name: string) => asked.find(({ operation }) => operation === name)?.body };
}

test('TM-IC-03, TM-IC-04: the tab shows the entries by day, and adds one with the time now preset', async () => {
  const { user, sent } = await open(true);
  const first = within(screen.getByRole('region', { name: 'Jan 2, 2026' }));
  expect(first.getAllByRole('listitem')).toHaveLength(2);
  expect(first.getAllByRole('listitem')[0]).toHaveTextContent(/9:30.*Disk full.*Theo Alvarez.*Start time/);
  const automatic = within(screen.getByRole('region', { name: 'Jan 3, 2026' }));
  expect(automatic.queryByRole('button')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add an entry to the timeline' }));
  await user.click(form.getByRole('button', { name: 'Add entry' }));
  expect(await form.findByText(/can't be blank/i)).toBeVisible();
  expect(sent('createTimelineEvent')).toBeUndefined();
  await user.type(form.getByRole('textbox', { name: /^Text/ }), 'Cache was cold');
  await user.click(form.getByRole('checkbox', { name: 'Cause identified' }));
  await user.click(form.getByRole('button', { name: 'Add entry' }));
  await waitFor(() =>
    expect(sent('createTimelineEvent')).toMatchObject({
      variables: {
        input: { incidentId: owner.id, note: 'Cache was cold', timelineEventTagNames: ['Cause identified'] },
      },
    }),
  );
  const { variables } = sent('createTimelineEvent') as { variables: { input: { occurredAt: string } } };
  expect(Math.abs(Date.now() - Date.parse(variables.input.occurredAt))).toBeLessThan(120_000);

  await user.click(first.getByRole('button', { name: /^Delete entry of 9:30/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent('destroyTimelineEvent')).toMatchObject({ variables: { input: { id: '1' } } }));
});

test('TM-IC-06: the menu of a comment adds it to the timeline; internal comments cannot be added', async () => {
  const comment = (id: number, body: string, internal: boolean) => ({
    id: `gid://gitlab/Discussion/${id}`,
    resolvable: true,
    resolved: false,
    resolvedBy: null,
    userPermissions: { resolveNote: false },
    notes: {
      nodes: [
        {
          id: `gid://gitlab/Note/${id}`,
          body,
          bodyHtml: `<p>${body}</p>`,
          createdAt: '2026-01-02T10:00:00Z',
          lastEditedAt: null,
          userPermissions: { adminNote: false, awardEmoji: false },
          system: false,
          internal,
          hidden: false,
          awardEmoji: { nodes: [] },
          author: { id: 'gid://gitlab/User/7', name: internal ? 'Mina' : 'Theo', username: 'theo', avatarUrl: null },
        },
      ],
    },
  });
  const asked = fakeServer({
    issueActivity: () => ({
      project: {
        id: 'p',
        issue: {
          id: 'i',
          discussions: {
            nodes: [comment(1, 'Cache was cold', false), comment(2, 'Secret', true)],
            pageInfo: { hasNextPage: false, endCursor: null },
          },
        },
      },
    }),
    promoteNoteToTimeline: () => ({ timelineEventPromoteFromNote: { errors: [] } }),
  });
  const { user } = await renderAt(
    '/alpha/web/-/issues/3',
    <Activity
      kind="issue"
      fullPath="alpha/web"
      iid="3"
      noteableId={owner.id}
      webPath="/alpha/web/-/issues/3"
      mayComment={false}
      mayWriteInternally={false}
      isLocked={false}
      NoteAction={AddToTimeline}
    />,
  );
  await user.click(await screen.findByRole('button', { name: /Theo/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add to timeline' }));
  expect(await screen.findByText('Added to the timeline')).toBeVisible();
  expect(asked.find(({ operation }) => operation === 'promoteNoteToTimeline')?.body).toMatchObject({
    variables: { input: { noteId: 'gid://gitlab/Note/1' } },
  });
  await user.click(screen.getByRole('button', { name: /Mina/ }));
  expect(await screen.findByRole('menuitem', { name: /Copy link/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Add to timeline' })).toBeNull();
});
