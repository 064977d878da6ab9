import type { NamespaceId } from '@milepost/core/ids';
import { setBanned } from '../modules/users/commands/accounts.ts';
import type { CastName } from './cast.ts';
import type { Call } from './http.ts';
import type { Builders } from './test.ts';
import type { World } from './world.ts';

interface Made {
  id: number;
  iid: number;
}

/** Creates objects through the API, as clients do. */
export interface Hands {
  build: Builders;
  call: Call;
  world: World;
}

/** The ids and numbers of a public group with a project, which everybody may see. */
export interface OpenNamespace {
  groupId: NamespaceId;
  projectId: number;
  labelId: number;
  milestoneId: number;
  theme: Made;
  feature: Made;
  /** Linked with `other`; gwen and otto are subscribed to it. */
  issue: Made;
  other: Made;
  noteId: number;
  epicNoteId: number;
}

/** The people whose answers a round must not change. */
export type Outsider = 'nobody' | 'otto' | 'gwen';
export const outsiders: readonly Outsider[] = ['nobody', 'otto', 'gwen'];

interface Round {
  name: string;
  /** The people who may see nothing of the addition. */
  viewer: Outsider;
  hide: (hands: Hands, open: OpenNamespace) => Promise<void>;
}

const [groupPath, projectPath] = ['/groups/open', '/projects/open%2Fshop'];

/** Creates or changes something as this person, and returns the answer. */
async function write(
  { call }: Hands,
  who: CastName,
  path: string,
  data: object = {},
  verb: 'POST' | 'PUT' = 'POST',
): Promise<Made> {
  const { status, body } = await call<Made>(who, verb, path, data);
  if (status >= 400) throw new Error(`${verb} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const span = (from: string, to: string) => ({
  start_date_is_fixed: true,
  start_date_fixed: from,
  due_date_is_fixed: true,
  due_date_fixed: to,
});
const wide = { labels: 'bug', ...span('2025-02-01', '2026-12-01') };
const ban = ({ build, world }: Hands, isBanned: boolean) => setBanned(build.as('root'), world.userIds.rita, isBanned);
const blocking = ({ projectId, issue }: OpenNamespace) => ({
  target_project_id: projectId,
  target_issue_iid: issue.iid,
  link_type: 'blocks',
});

/** Creates the group `open` and the project `open/shop`. Rita is banned from the start. */
export async function makeOpenNamespace(hands: Hands): Promise<OpenNamespace> {
  const { build } = hands;
  const make = (path: string, data?: object) => write(hands, 'ada', path, data);
  const group = await build.group({ path: 'open', visibility: 'public' });
  const project = await build.project({ group, path: 'shop', visibility: 'public' });
  const label = await make(`${groupPath}/labels`, { name: 'bug', color: '#123456' });
  const dates = { start_date: '2026-01-01', due_date: '2026-06-01' };
  const milestone = await make(`${groupPath}/milestones`, { title: 'Spring', ...dates });
  // Inherited dates belong to the epic, whatever their source (docs/decisions/0008), so they are fixed here.
  const fixed = span('2026-02-01', '2026-05-01');
  const theme = await make(`${groupPath}/epics`, { title: 'Theme', labels: 'bug', ...fixed });
  const feature = await make(`${groupPath}/epics`, { title: 'Feature', parent_id: theme.id, ...fixed });
  const marked = { labels: 'bug', milestone_id: milestone.id };
  const issue = await make(`${projectPath}/issues`, { title: 'Open', ...marked, epic_id: theme.id, weight: 3 });
  const other = await make(`${projectPath}/issues`, { title: 'Other', epic_id: feature.id });
  const toIssue = { target_project_id: project.id, target_issue_iid: issue.iid };
  await make(`${projectPath}/issues/${other.iid}/links`, toIssue);
  const note = await make(`${projectPath}/issues/${issue.iid}/notes`, { body: 'Hello @gwen' });
  const epicNote = await make(`${groupPath}/epics/${theme.id}/notes`, { body: 'Hello @otto' });
  for (const who of ['gwen', 'otto'] as const) await write(hands, who, `${projectPath}/issues/${issue.iid}/subscribe`);
  await ban(hands, true);
  return {
    groupId: group.id,
    projectId: project.id,
    labelId: label.id,
    milestoneId: milestone.id,
    theme,
    feature,
    issue,
    other,
    noteId: note.id,
    epicNoteId: epicNote.id,
  };
}

function secretOf({ world }: Hands, { milestoneId, issue, theme }: OpenNamespace) {
  const description = `Look at #${issue.iid} and open&${theme.iid}, @gwen and @otto`;
  const marked = { labels: 'bug', milestone_id: milestoneId };
  return { ...marked, description, weight: 7, due_date: '2027-01-01', assignee_ids: [world.userIds.dana] };
}

/** Each adds an object among public ones that one of the outsiders may not see. */
export const rounds: readonly Round[] = [
  {
    name: 'Confidential',
    viewer: 'gwen',
    async hide(hands, open) {
      const make = (path: string, data: object) => write(hands, 'ada', path, data);
      const { other, feature, theme } = open;
      const leak = { title: 'Secret leak', confidential: true, ...secretOf(hands, open), epic_id: feature.id };
      const { iid } = await make(`${projectPath}/issues`, leak);
      await make(`${groupPath}/epics`, { title: 'Secret epic', confidential: true, parent_id: theme.id, ...wide });
      await make(`${projectPath}/issues/${iid}/links`, blocking(open));
      await make(`${projectPath}/issues/${iid}/notes`, { body: `Secret: see #${other.iid} @gwen @otto` });
      await make(`${projectPath}/issues/${iid}/add_spent_time`, { duration: '1h' });
      await write(hands, 'ada', `${projectPath}/issues/${iid}`, { state_event: 'close' }, 'PUT');
      const between = { body: 'Secret, between us, @gwen and @dana', internal: true };
      await make(`${projectPath}/issues/${other.iid}/notes`, between);
    },
  },
  {
    name: 'In a private subgroup',
    viewer: 'otto',
    async hide(hands, open) {
      const make = (path: string, data: object) => write(hands, 'ada', path, data);
      const { groupId, feature, theme } = open;
      const vault = await make('/groups', { name: 'Vault', path: 'vault', parent_id: groupId, visibility: 'private' });
      const safe = await make('/projects', {
        name: 'Safe',
        path: 'safe',
        namespace_id: vault.id,
        visibility: 'private',
      });
      await make(`/groups/${vault.id}/labels`, { name: 'Secret label', color: '#123456' });
      await make(`/groups/${vault.id}/milestones`, { title: 'Secret milestone' });
      const inside = { title: 'Secret safe', ...secretOf(hands, open), epic_id: feature.id };
      const { iid } = await make(`/projects/${safe.id}/issues`, inside);
      await make(`/groups/${vault.id}/epics`, { title: 'Secret epic', parent_id: theme.id, ...wide });
      await make(`/projects/${safe.id}/issues/${iid}/links`, blocking(open));
    },
  },
  {
    name: 'Written by somebody who was banned',
    viewer: 'nobody',
    async hide(hands, open) {
      const make = (path: string, data: object) => write(hands, 'rita', path, data);
      const { issue, other, theme } = open;
      await ban(hands, false);
      const spam = { title: 'Secret spam', ...secretOf(hands, open), epic_id: theme.id };
      const { iid } = await make(`${projectPath}/issues`, spam);
      await make(`${projectPath}/issues/${iid}/links`, blocking(open));
      await make(`${projectPath}/issues/${iid}/notes`, { body: `Secret: #${other.iid} @gwen` });
      await make(`${projectPath}/issues/${issue.iid}/notes`, { body: `Secret: cheap watches #${other.iid} @paul` });
      await ban(hands, true);
    },
  },
];
