import { accepted, request } from '../../app/graphql.ts';
import { sendJson } from '../../app/http.ts';
import { restPath } from '../../app/rest.ts';
import { graphql } from '../../gen/gql.ts';

const createIssueDocument = graphql(`
  mutation createIssue($input: CreateIssueInput!) {
    createIssue(input: $input) {
      errors
      issue {
        id
        webPath
      }
    }
  }
`);

export interface IssueDraft {
  title: string;
  description: string;
  /** `2026-11-21`, or empty. */
  due: string;
  /** A whole number as it was typed, or empty. */
  weight: string;
  confidential: boolean;
}

/** Makes an issue of a project; gives the path of its page. */
export async function createIssue(projectPath: string, { due, weight, ...rest }: IssueDraft): Promise<string> {
  const input = {
    projectPath,
    ...rest,
    ...(due === '' ? {} : { dueDate: due }),
    ...(weight === '' ? {} : { weight: Number(weight) }),
  };
  const { createIssue: payload } = await request(createIssueDocument, { input });
  return accepted(payload, 'issue').webPath;
}

/** Links an issue, given by the path of its page, with another of the same project. */
export async function linkIssues(projectPath: string, webPath: string, iid: string): Promise<void> {
  const project = encodeURIComponent(projectPath);
  const own = webPath.slice(webPath.lastIndexOf('/') + 1);
  const body = { target_project_id: projectPath, target_issue_iid: iid };
  await sendJson(restPath(`/projects/${project}/issues/${own}/links`), { method: 'POST', body });
}
