import { fullReference, shortReference } from '../text/references.ts';

export const mergeRequestStates = ['opened', 'closed', 'merged', 'locked'] as const;
export type MergeRequestState = 'opened' | 'closed' | 'merged';

/** Maximum characters of a title and of a description. */
export const MAX_TITLE = 255;
export const MAX_DESCRIPTION = 1_048_576;
/** Maximum number of approvals that a project can require. */
export const MAX_APPROVALS_REQUIRED = 20;
/** Maximum number of assignees and reviewers of one merge request. */
export const MAX_PEOPLE = 100;

/** Why a merge request can or cannot be merged, in the words of the published API. */
export const mergeStatuses = [
  'mergeable',
  'conflict',
  'draft_status',
  'not_open',
  'not_approved',
  'status_checks_must_pass',
  'checking',
  'commits_status',
] as const;
export type MergeStatus = (typeof mergeStatuses)[number];

export const checkStatuses = ['pending', 'passed', 'failed'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** Maximum number of external status checks of one project. */
export const MAX_STATUS_CHECKS = 100;

/** The first problem of a status check's input; null for none. */
export function checkProblem({
  name,
  url,
  secret,
}: {
  name?: string | undefined;
  url?: string | undefined;
  secret?: string | undefined;
}): string | null {
  if (name !== undefined && name.trim() === '') return "Name can't be blank";
  if (name !== undefined && name.length > 255) return 'Name is too long (maximum is 255 characters)';
  if (url !== undefined && (!/^https?:\/\/[^\s/?#@]+[^\s]*$/i.test(url) || url.length > 2048 || !URL.canParse(url))) {
    return 'External url must be a valid URL of http or https';
  }
  return (secret ?? '').length > 255 ? 'Shared secret is too long (maximum is 255 characters)' : null;
}

/** What the merge status is decided from. */
export interface MergeFacts {
  state: MergeRequestState;
  isDraft: boolean;
  /** Whether both branches exist in this repository and the source has commits that the target lacks. */
  hasCommits: boolean;
  /** Null: not checked yet. */
  hasConflicts: boolean | null;
  approvalsLeft: number;
  /** Whether a check that has to pass has not passed. */
  isHeldByChecks: boolean;
}

/** The first reason that keeps a merge request from being merged. */
export function mergeStatusOf(facts: MergeFacts): MergeStatus {
  if (facts.state !== 'opened') return 'not_open';
  if (!facts.hasCommits) return 'commits_status';
  if (facts.isDraft) return 'draft_status';
  if (facts.hasConflicts) return 'conflict';
  if (facts.approvalsLeft > 0) return 'not_approved';
  if (facts.isHeldByChecks) return 'status_checks_must_pass';
  return facts.hasConflicts === null ? 'checking' : 'mergeable';
}

const DRAFT = /^\s*(?:draft:|\[draft\]|\(draft\))/i;

/** Whether a title marks a draft: `Draft: …`. */
export function isDraftTitle(title: string): boolean {
  return DRAFT.test(title);
}

/** `!12`, or `group/project!12`. */
export function mergeRequestReference(projectPath: string | null, iid: number): string {
  const target = { kind: 'mergeRequest', path: projectPath, name: String(iid) } as const;
  return projectPath === null ? shortReference(target) : fullReference(target);
}

export function mergeRequestPath(projectPath: string, iid: number): string {
  return `/${projectPath}/-/merge_requests/${iid}`;
}

/** Validation errors of a title, as predicates. */
export function mergeRequestTitleProblems(title: string): string[] {
  if (title.trim() === '') return ["can't be blank"];
  return Array.from(title).length > MAX_TITLE ? [`is too long (maximum is ${MAX_TITLE} characters)`] : [];
}
