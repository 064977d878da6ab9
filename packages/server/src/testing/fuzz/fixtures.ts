import type { FastifyInstance } from 'fastify';
import { encodeCursor } from '../../platform/cursors.ts';
import { dayFromNow } from '../build/milestones.ts';
import { tokenFor } from '../http.ts';
import { buildersIn } from '../test.ts';
import type { World } from '../world.ts';
import type { Pools } from './values.ts';

/** Builds the subjects of generated inputs: a group with a project and one or two of every kind of object. */
export async function buildFixtures(world: World, server: FastifyInstance, isPublic: boolean): Promise<Pools> {
  const build = buildersIn(world);
  const visibility = isPublic ? 'public' : 'private';
  // Only the owner is of the cast, because inputs may delete accounts.
  const group = await build.group({ visibility, members: { ada: 'owner' } });
  const [project, other] = [await build.project({ group, visibility }), await build.project({ group, visibility })];
  const subgroup = await build.group({ parent: group, visibility });
  const milestone = await build.milestone({ namespace: project, startDate: dayFromNow(-9), dueDate: dayFromNow(9) });
  const groupMilestone = await build.milestone({ namespace: group });
  const cadence = await build.cadence({ group });
  const iteration = await build.iteration({ cadence, startDate: dayFromNow(-3), dueDate: dayFromNow(10) });
  const epic = await build.epic({
    group,
    startDate: dayFromNow(-20),
    dueDate: dayFromNow(20),
    description: '- [ ] one',
  });
  const child = await build.epic({ group, parent: epic });
  const loose = await build.epic({ group: subgroup });
  const issue = await build.issue({ project, parent: epic, assignees: ['ada'], milestoneId: milestone.id, weight: 3 });
  const second = await build.issue({ project, description: '- [ ] one' });
  const incident = await build.issue({ project, type: 'incident' });
  const task = await build.issue({ project, type: 'task', parent: issue });
  const labels = [
    await build.label({ namespace: group, on: [issue, epic] }),
    await build.label({ namespace: project, title: `scope::${world.next()}`, priority: 1 }),
  ];
  const link = await build.link({ from: issue, to: second });
  const epicLink = await build.link({ from: epic, to: child });
  const notes = [
    await build.note({ on: issue }),
    await build.note({ on: epic }),
    await build.note({ on: issue, author: 'ada' }),
  ];
  for (const note of notes) await build.reaction(note, 'ada');
  await build.reaction(issue, 'ada');
  const upload = await build.upload(project);
  const field = await build.customField({ group, chosen: { Low: [issue] } });
  const accounts = [await build.user(), await build.user()] as const;
  for (const account of accounts) await build.member(group, account, 'developer');

  const post = async (path: string, payload: object): Promise<Record<string, unknown>> => {
    const headers = { 'private-token': await tokenFor(world, 'ada') };
    const response = await server.inject({ method: 'POST', url: `/api/v4${path}`, headers, payload });
    return response.headers['content-type']?.toString().startsWith('application/json') ? response.json() : {};
  };
  const hook = await post(`/projects/${project.id}/hooks`, { url: 'http://hook.example/x' });
  const template = await post(`/projects/${project.id}/description_templates`, {
    type: 'issue',
    name: 'T',
    content: 'x',
  });
  const todo = await post(`/projects/${project.id}/issues/${second.iid}/todo`, {});
  const reactions = await world.db.selectFrom('reactions').select('id').orderBy('id', 'desc').limit(4).execute();
  const token = await post('/user/personal_access_tokens', { name: 'x', scopes: ['api'] });

  const gid = (type: string, ...ids: readonly (number | undefined)[]) =>
    ids.flatMap((id) => (id === undefined ? [] : [`gid://gitlab/${type}/${id}`]));
  const id = (body: Record<string, unknown>) => (typeof body['id'] === 'number' ? [body['id']] : []);
  const issues = [issue, second, incident, task];
  const epics = [epic, child];
  return {
    groupId: [group.id, subgroup.id],
    groupPath: [group.fullPath, subgroup.fullPath],
    projectId: [project.id],
    projectPath: [project.fullPath, other.fullPath],
    groupKey: [group.id, group.fullPath],
    projectKey: [project.id, project.fullPath],
    issueIid: issues.map(({ iid }) => iid),
    issueId: issues.map((each) => each.id),
    epicIid: epics.map(({ iid }) => iid),
    epicId: [...epics, loose].map((each) => each.id),
    labelId: labels.map((each) => each.id),
    labelTitle: labels.map(({ title }) => title),
    milestoneId: [milestone.id, groupMilestone.id],
    milestoneTitle: [milestone.title],
    iterationId: [iteration.id],
    cadenceId: [cadence.id],
    userId: accounts.map((each) => each.id),
    username: [...accounts.map(({ username }) => username), 'ada'],
    noteId: notes.map((each) => each.id),
    discussionId: notes.map(({ discussionId }) => discussionId),
    linkId: [link.id],
    epicLinkId: [epicLink.id],
    taskId: [task.id],
    awardId: reactions.map((each) => each.id),
    uploadId: [upload.id],
    secret: [upload.secret],
    filename: [upload.fileName],
    hookId: id(hook),
    templateId: id(template),
    templateName: ['T'],
    todoId: id(todo),
    tokenId: id(token),
    fieldId: [field.id],
    reference: [`#${second.iid}`, `&${child.iid}`, `${project.fullPath}#${issue.iid}`],
    emoji: ['thumbsup', 'tada'],
    lockVersion: [0, 1],
    cursor: [
      encodeCursor(['x', 1]),
      encodeCursor([1]),
      encodeCursor([1, 1]),
      encodeCursor(['2026-01-01 00:00:00+00', 1]),
    ],
    UserID: gid('User', ...accounts.map((each) => each.id)),
    GroupID: gid('Group', group.id, subgroup.id),
    ProjectID: gid('Project', project.id),
    NamespaceID: gid('Group', group.id),
    EpicID: gid('Epic', epic.id, child.id, loose.id),
    IssueID: gid('Issue', ...issues.map((each) => each.id)),
    WorkItemID: gid('WorkItem', ...issues.map((each) => each.id), epic.id, child.id),
    LabelID: [...gid('GroupLabel', labels[0]?.id), ...gid('ProjectLabel', labels[1]?.id)],
    MilestoneID: gid('Milestone', milestone.id, groupMilestone.id),
    IterationID: gid('Iteration', iteration.id),
    IterationsCadenceID: gid('Iterations::Cadence', cadence.id),
    NoteID: gid('Note', ...notes.map((each) => each.id)),
    DiscussionID: notes.map(({ discussionId }) => `gid://gitlab/Discussion/${discussionId}`),
    NoteableID: [...gid('Issue', issue.id), ...gid('Epic', epic.id)],
    AwardableID: [...gid('Issue', issue.id), ...gid('Note', notes[0]?.id)],
    EpicTreeSortingID: [...gid('Epic', child.id), ...gid('EpicIssue', issue.id)],
    WorkItemsRelatedWorkItemLinkID: gid('WorkItems::RelatedWorkItemLink', link.id),
    IssuablesCustomFieldID: gid('Issuables::CustomField', field.id),
    TodoID: gid('Todo', ...id(todo)),
    TodoableID: [...gid('Issue', issue.id), ...gid('Epic', epic.id)],
    IssuableID: gid('Issue', issue.id),
    ID: [group.fullPath, project.fullPath, issue.iid, `gid://gitlab/Issue/${issue.id}`, `gid://gitlab/Epic/${epic.id}`],
    GlobalID: gid('Issue', issue.id),
  };
}
