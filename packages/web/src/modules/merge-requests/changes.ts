import { digitsOf, numberOfId } from '@milepost/core/global-ids';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';
import { projectRest } from '../repositories/api.ts';
import { type RequestAddress, requestRest } from './api.ts';

export interface MergeRequestChange {
  title?: string;
  description?: string;
  target_branch?: string;
  state_event?: 'close' | 'reopen';
  assignee_ids?: number[];
  reviewer_ids?: number[];
  add_labels?: string[];
  remove_labels?: string[];
  milestone_id?: number;
  /** What the editor began with: another change since then is a ConflictError. */
  lock_version?: number;
}

export async function changeMergeRequest(address: RequestAddress, body: MergeRequestChange): Promise<void> {
  await sendJson(restPath(requestRest(address)), { method: 'PUT', body });
}

export interface MergeChoices {
  /** The commit that the page shows. */
  sha: string;
  squash: boolean;
  should_remove_source_branch: boolean;
}

export async function merge(address: RequestAddress, body: MergeChoices): Promise<void> {
  await sendJson(restPath(requestRest(address, '/merge')), { method: 'PUT', body });
}

/** Approves the commit that the page shows, or revokes the approval. */
export async function setApproval(address: RequestAddress, isApproved: boolean, sha: string): Promise<void> {
  const path = requestRest(address, isApproved ? '/approve' : '/unapprove');
  await sendJson(restPath(path), { method: 'POST', body: isApproved ? { sha } : {} });
}

export async function retryCheck(address: RequestAddress, id: number): Promise<void> {
  await sendJson(restPath(requestRest(address, `/status_checks/${id}/retry`)), { method: 'POST', body: {} });
}

export interface NewMergeRequest {
  source_branch: string;
  target_branch: string;
  title: string;
  description: string;
}

/** Returns its number. */
export async function createMergeRequest(fullPath: string, body: NewMergeRequest): Promise<string> {
  const { iid } = await sendJson<{ iid: number }>(restPath(projectRest(fullPath, '/merge_requests')), {
    method: 'POST',
    body,
  });
  return String(iid);
}

/** A comment; the effects of its quick actions. */
export async function writeComment(
  address: RequestAddress,
  { body, internal, discussionId }: { body: string; internal?: boolean; discussionId?: string },
): Promise<null> {
  const path = discussionId === undefined ? '/notes' : `/discussions/${digitsOf(discussionId)}/notes`;
  await sendJson(restPath(requestRest(address, path)), {
    method: 'POST',
    body: { body, ...(internal && { internal }) },
  });
  return null;
}

export async function beginThread(address: RequestAddress, body: string): Promise<null> {
  await sendJson(restPath(requestRest(address, '/discussions')), { method: 'POST', body: { body } });
  return null;
}

export async function changeComment(address: RequestAddress, id: string, body: string): Promise<null> {
  await sendJson(restPath(requestRest(address, `/notes/${numberOfId(id)}`)), { method: 'PUT', body: { body } });
  return null;
}

export async function deleteComment(address: RequestAddress, id: string): Promise<void> {
  await sendJson(restPath(requestRest(address, `/notes/${numberOfId(id)}`)), { method: 'DELETE' });
}

export async function resolveThread(address: RequestAddress, id: string, resolved: boolean): Promise<void> {
  await sendJson(restPath(requestRest(address, `/discussions/${digitsOf(id)}`)), { method: 'PUT', body: { resolved } });
}
