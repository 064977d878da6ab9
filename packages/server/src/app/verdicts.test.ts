import { describe, expect } from 'vitest';
import { castNames } from '../testing/cast.ts';
import { test } from '../testing/http.ts';
import { promised } from '../testing/permissions.ts';
import { tables } from '../testing/permissions/of-all-rooms.ts';

const changeEpic = "change someone's epic";
const changeIssue = "change someone's issue";
const setFacts = 'set weight, dates, labels and assignees of an issue';

/** The permission fields that pages decide by, each with the row of the table that it stands for. */
const verdicts = {
  group: {
    createEpic: 'create an epic in a group',
    createProjects: 'create a project in a group',
    createSubgroup: 'create a subgroup',
    viewEditPage: 'change the name, path, description or visibility of a group',
    archiveGroup: 'archive a group',
    removeGroup: 'delete a group',
    updateWorkItems: "bulk edit someone's epics",
    adminWebHook: 'add, see, change and remove a webhook of a group',
    adminMilestone: 'create a milestone of a group',
    adminLabel: 'create a label of a group',
    adminIteration: 'create an iteration',
    adminIterationCadence: 'create a cadence of iterations',
    adminCustomField: 'define a custom field',
    shareRoadmapView: 'share a view with everyone who sees the group',
    shareSavedView: 'share a view with everyone who sees the group',
    setRoadmapStaleLimit: 'set after how many days epics are stale',
    publishRoadmap: 'create a public link to a roadmap',
    adminGroupMember: 'add a member to a group',
  },
  project: {
    createIssue: 'create an issue in a project',
    viewEditPage: 'change the name, path, description or visibility of a project',
    archiveProject: 'archive a project',
    changeNamespace: 'move a project into another group',
    removeProject: 'delete a project',
    updateWorkItems: "bulk edit someone's issues",
    adminWebHook: 'add, see, change and remove a webhook of a project',
    adminMilestone: 'create a milestone of a project',
    adminLabel: 'create a label of a project',
    adminProjectMember: 'add a member to a project',
    createSavedView: 'save a view of a list for oneself',
    shareSavedView: 'share a view with everyone who sees the project',
  },
  epic: {
    adminEpic: changeEpic,
    updateEpic: changeEpic,
    createEpic: 'create an epic in a group',
    adminEpicRelation: 'link two items',
    createNote: 'comment',
    awardEmoji: 'react to an item',
    destroyEpic: "delete someone's epic",
  },
  issue: {
    updateIssue: changeIssue,
    reopenIssue: "close someone's issue",
    adminIssue: setFacts,
    createNote: 'comment',
    destroyIssue: "delete someone's issue",
    reportSpam: 'mark an issue as spam, which hides it',
    moveIssue: 'move an issue to another project',
    promoteToEpic: 'promote an issue to an epic',
  },
  workItem: {
    updateWorkItem: changeIssue,
    setWorkItemMetadata: setFacts,
    adminParentLink: 'set the parent of an item',
    adminWorkItemLink: 'link two items',
    markNoteAsInternal: 'comment internally',
  },
} as const;
type Subject = keyof typeof verdicts;
type Flags = Record<string, boolean>;

const rows = new Map(
  Object.values(tables)
    .flat()
    .map((row) => [row.operation, row]),
);
const fields = (subject: Subject): string => `userPermissions { ${Object.keys(verdicts[subject]).join(' ')} }`;

const query = `query ($group: ID!, $project: ID!, $epic: ID!, $issue: String!) {
  group(fullPath: $group) { ${fields('group')} epic(iid: $epic) { ${fields('epic')} } }
  project(fullPath: $project) { ${fields('project')} issue(iid: $issue) { ${fields('issue')} } }
  workspace: namespace(fullPath: $project) { workItem(iid: $issue) { ${fields('workItem')} } }
}`;

interface Answer {
  group: { userPermissions: Flags; epic: { userPermissions: Flags } };
  project: { userPermissions: Flags; issue: { userPermissions: Flags } };
  workspace: { workItem: { userPermissions: Flags } };
}

// The journeys look at the pages of those roles that get other verdicts than the role before.
describe('PM-GN-01, PM-GN-02, PM-EP-04 and TM-PM-01: permission flags equal the table of permissions', () => {
  for (const name of castNames) {
    test(`to ${name}`, async ({ ask, build }) => {
      const group = await build.group({ visibility: 'public' });
      const project = await build.project({ group });
      const epic = await build.epic({ group, author: null });
      const issue = await build.issue({ project, author: null });
      const ids = { epic: String(epic.iid), issue: String(issue.iid) };
      const { data, errors } = await ask<Answer>(name, query, {
        group: group.fullPath,
        project: project.fullPath,
        ...ids,
      });
      expect(errors).toBeUndefined();
      const given: Record<Subject, Flags> = {
        group: data.group.userPermissions,
        project: data.project.userPermissions,
        epic: data.group.epic.userPermissions,
        issue: data.project.issue.userPermissions,
        workItem: data.workspace.workItem.userPermissions,
      };
      const wanted = Object.fromEntries(
        Object.entries(verdicts).map(([subject, flags]) => [
          subject,
          Object.fromEntries(
            Object.entries(flags).map(([flag, operation]) => {
              const row = rows.get(operation);
              if (!row) throw new Error(`The table has no row “${operation}”`);
              return [flag, promised(row, name, 'public') === 'may'];
            }),
          ),
        ]),
      );
      expect(given).toEqual(wanted);
    });
  }
});
