import type { Context } from '../../../platform/context.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { findMergeRequest, type FoundRequest } from '../commands/find.ts';

export type Params = Readonly<Record<string, string>>;

export const tags = ['merge requests'];
export const requestPath = '/projects/:id/merge_requests/:merge_request_iid';

export const projectOf = (params: Params): string => params['id'] ?? '';
export const iidOf = (params: Params): number => idParam<'MergeRequest'>(params, 'merge_request_iid');

/** The merge request of a path. */
export function requestAt(ctx: Context, params: Params): Promise<FoundRequest> {
  return findMergeRequest(ctx, projectOf(params), iidOf(params));
}
