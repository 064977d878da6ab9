import { queryOptions } from '@tanstack/react-query';
import { accepted, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';
import { graphql } from '../../gen/gql.ts';
import type { WorkItemCreateInput } from '../../gen/graphql.ts';
import type { ShownMilestone } from '../../modules/work-items/sidebar/options.tsx';

const createIssueDocument = graphql(`
  mutation createIssue($input: WorkItemCreateInput!) {
    workItemCreate(input: $input) {
      errors
      workItem {
        id
        webPath
      }
    }
  }
`);

/** The types offered by the form, by their API numbers. */
const typeIds = { issue: 1, incident: 2 } as const;
export type NewIssueType = keyof typeof typeIds;

export interface IssueDraft {
  type: NewIssueType;
  title: string;
  description: string;
  /** `2026-11-21`, or empty. */
  due: string;
  /** A whole number as typed, or empty. */
  weight: string;
  confidential: boolean;
  assigneeIds: string[];
  labelIds: string[];
  milestoneId: string | null;
  /** The epic's id as a work item. */
  parentId: string | null;
  customFields: NonNullable<WorkItemCreateInput['customFieldsWidget']>;
  /** The vulnerability from which it is created. */
  vulnerabilityId: string | null;
}

/** Creates an issue in a project with all input or not at all; returns the path of its page. */
export async function createIssue(projectPath: string, draft: IssueDraft): Promise<string> {
  const { type, title, description, confidential, due, weight, assigneeIds, labelIds, milestoneId, parentId } = draft;
  // Empty fields are not sent: a reporter may only send a title and a description.
  const input: WorkItemCreateInput = {
    namespacePath: projectPath,
    workItemTypeId: `gid://gitlab/WorkItems::Type/${typeIds[type]}`,
    title,
    confidential,
    descriptionWidget: { description },
    ...(due !== '' && { startAndDueDateWidget: { dueDate: due } }),
    ...(weight !== '' && { weightWidget: { weight: Number(weight) } }),
    ...(assigneeIds.length > 0 && { assigneesWidget: { assigneeIds } }),
    ...(labelIds.length > 0 && { labelsWidget: { labelIds } }),
    ...(milestoneId !== null && { milestoneWidget: { milestoneId } }),
    ...(parentId !== null && { hierarchyWidget: { parentId } }),
    ...(draft.customFields.length > 0 && { customFieldsWidget: draft.customFields }),
    ...(draft.vulnerabilityId !== null && { vulnerabilityId: draft.vulnerabilityId }),
  };
  const { workItemCreate } = await request(createIssueDocument, { input });
  return accepted(workItemCreate, 'workItem').webPath;
}

/** Links an issue, given by the path of its page, to another of the same project. */
export async function linkIssues(projectPath: string, webPath: string, iid: string): Promise<void> {
  const project = encodeURIComponent(projectPath);
  const own = webPath.slice(webPath.lastIndexOf('/') + 1);
  const body = { target_project_id: projectPath, target_issue_iid: iid };
  await sendJson(restPath(`/projects/${project}/issues/${own}/links`), { method: 'POST', body });
}

interface RestMilestone {
  id: number;
  title: string;
  start_date: string | null;
  due_date: string | null;
  web_url: string;
}

/** The active milestone that a URL names by number, of the project or an ancestor group; null if there is none. */
export function namedMilestoneQuery(projectPath: string, id: string) {
  return queryOptions({
    queryKey: ['named-milestone', projectPath, id],
    queryFn: async ({ signal }): Promise<ShownMilestone | null> => {
      const parameters = { state: 'active', include_ancestors: true, per_page: 100 };
      const path = restPath(`/projects/${encodeURIComponent(projectPath)}/milestones`, parameters);
      const found = (await sendJson<RestMilestone[]>(path, { signal })).find((each) => String(each.id) === id);
      return found
        ? {
            id: `gid://gitlab/Milestone/${found.id}`,
            title: found.title,
            startDate: found.start_date,
            dueDate: found.due_date,
            webPath: URL.canParse(found.web_url) ? new URL(found.web_url).pathname : found.web_url,
          }
        : null;
    },
    enabled: /^\d+$/.test(id),
  });
}

const issueEmailDocument = graphql(`
  query issueEmail($fullPath: ID!) {
    project(fullPath: $fullPath) {
      createIssueEmail
    }
  }
`);

/** The viewer's address that creates issues in a project by mail. */
export const issueEmailQuery = (fullPath: string) =>
  queryOptions({
    queryKey: ['issue-email', fullPath],
    queryFn: ({ signal }) => request(issueEmailDocument, { fullPath }, signal),
  });

/** Ends an address of the viewer for comments or issues by mail. */
export function resetEmailAddress(address: string): Promise<void> {
  return sendJson('/-/incoming_mail/reset', { method: 'POST', body: { address } });
}
