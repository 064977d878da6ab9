import { insertApproval, removeApprovals } from '../../modules/merge-requests/store.ts';
import { code, comment, developer, maintainer, owner, reporter, type DeliveryCall } from './calls.ts';
import type { Site } from './site.ts';

const at = '/projects/{id}';
const repository = `${at}/repository`;
const requestPath = `${at}/merge_requests/{merge_request_iid}`;
const discussion = `${requestPath}/discussions/{discussion_id}`;

const onRequest = ({ request }: Site) => ({ merge_request_iid: request.iid });
const onNote = (site: Site) => ({
  ...onRequest(site),
  discussion_id: site.note.discussionId,
  note_id: site.note.id,
});
const onNewNote = async (site: Site) => {
  const note = await site.newNote();
  return { params: { ...onRequest(site), discussion_id: note.discussionId, note_id: note.id } };
};
const onNewRequest = async (site: Site) => ({ params: { merge_request_iid: (await site.newRequest()).iid } });
const firstRequest = ({ request }: Site) => request.id;

/** Calls about code. */
export const repositoryCalls: readonly DeliveryCall[] = [
  ...[
    'archive',
    'archive.{format}',
    'branches',
    'branches/{branch}',
    'commits',
    'commits/{sha}',
    'commits/{sha}/diff',
    'commits/{sha}/refs',
    'compare',
    'files/{file_path}',
    'files/{file_path}/raw',
    'tags',
    'tags/{tag_name}',
    'tree',
  ].map((path): DeliveryCall => ({
    ...code,
    call: `GET ${repository}/${path}`,
    readsFiles: /^(archive|files|tree)/.test(path),
    given: ({ tag, sha }) => ({
      params: { format: 'tar', branch: 'main', sha, file_path: 'README.md', tag_name: tag },
      ...(path === 'compare' && { input: { from: 'main', to: 'feature' } }),
      ...(path === 'files/{file_path}' && { input: { ref: 'main' } }),
    }),
  })),
  ...(['POST', 'PUT', 'DELETE'] as const).map((verb): DeliveryCall => ({
    ...developer,
    call: `${verb} ${repository}/files/{file_path}`,
    given: (site) => ({
      params: { file_path: verb === 'POST' ? 'new.txt' : 'README.md' },
      input: { branch: site.next(), start_branch: 'main', commit_message: 'Change', content: 'text' },
    }),
  })),
  {
    ...developer,
    call: `POST ${repository}/commits`,
    given: (site) => ({
      input: {
        branch: site.next(),
        start_branch: 'main',
        commit_message: 'Change',
        actions: [{ action: 'create', file_path: 'new.txt', content: 'text' }],
      },
    }),
  },
  {
    ...developer,
    call: `POST ${repository}/branches`,
    given: (site) => ({ input: { branch: site.next(), ref: 'main' } }),
  },
  {
    ...developer,
    call: `DELETE ${repository}/branches/{branch}`,
    given: async (site) => ({ params: { branch: await site.newRef('heads') } }),
  },
  {
    ...developer,
    call: `POST ${repository}/tags`,
    given: (site) => ({ input: { tag_name: site.next(), ref: 'main' } }),
  },
  {
    ...developer,
    call: `DELETE ${repository}/tags/{tag_name}`,
    given: async (site) => ({ params: { tag_name: await site.newRef('tags') } }),
  },
];

/** Calls about merge requests, their comments and their status checks. */
export const mergeRequestCalls: readonly DeliveryCall[] = [
  // Lists beyond one project show only what the reader may read.
  {
    ...code,
    call: 'GET /merge_requests',
    isSignedIn: true,
    contains: firstRequest,
    given: () => ({ input: { scope: 'all', per_page: 100 } }),
  },
  ...[
    '/groups/{id}/merge_requests',
    `${at}/issues/{issue_iid}/closed_by`,
    `${at}/issues/{issue_iid}/related_merge_requests`,
    `${at}/milestones/{milestone_id}/merge_requests`,
  ].map((path): DeliveryCall => ({
    ...code,
    call: `GET ${path}`,
    contains: firstRequest,
    given: ({ issue, milestones }) => ({ params: { issue_iid: issue.iid, milestone_id: milestones.project.id } }),
  })),
  {
    ...code,
    call: 'GET /groups/{id}/milestones/{milestone_id}/merge_requests',
    contains: ({ requestOfGroupMilestone }) => requestOfGroupMilestone.id,
    given: ({ milestones }) => ({ params: { milestone_id: milestones.group.id } }),
  },
  ...[`${at}/merge_requests`, `${repository}/commits/{sha}/merge_requests`, `${at}/approvals`].map(
    (path): DeliveryCall => ({ ...code, call: `GET ${path}`, given: ({ sha }) => ({ params: { sha } }) }),
  ),
  ...['', '/approvals', '/changes', '/closes_issues', '/commits', '/diffs', '/notes', '/discussions'].map(
    (path): DeliveryCall => ({
      ...code,
      call: `GET ${requestPath}${path}`,
      given: (site) => ({ params: onRequest(site) }),
    }),
  ),
  ...[`${requestPath}/notes/{note_id}`, discussion, `${discussion}/notes/{note_id}`].map((path): DeliveryCall => ({
    ...code,
    call: `GET ${path}`,
    given: (site) => ({ params: onNote(site) }),
  })),
  {
    ...maintainer,
    call: `POST ${at}/approvals`,
    given: () => ({ input: { approvals_before_merge: 0 } }),
  },
  {
    ...developer,
    call: `POST ${at}/merge_requests`,
    given: async (site) => ({
      input: { title: 'Made', source_branch: await site.newSource(), target_branch: 'main' },
    }),
  },
  {
    ...developer,
    call: `PUT ${requestPath}`,
    given: (site) => ({ params: onRequest(site), input: { title: site.next() } }),
  },
  { ...owner, call: `DELETE ${requestPath}`, given: onNewRequest },
  { ...maintainer, call: `PUT ${requestPath}/merge`, given: onNewRequest },
  {
    ...developer,
    call: `POST ${requestPath}/approve`,
    given: async (site) => {
      await removeApprovals(site.db, site.request.id);
      return { params: onRequest(site) };
    },
  },
  {
    ...developer,
    call: `POST ${requestPath}/unapprove`,
    isOfCaller: true,
    given: async (site, userId) => {
      await removeApprovals(site.db, site.request.id);
      if (userId !== null) await insertApproval(site.db, site.request.id, userId);
      return { params: onRequest(site) };
    },
  },
  ...[`${requestPath}/notes`, `${requestPath}/discussions`, `${discussion}/notes`].map((path): DeliveryCall => ({
    ...comment,
    call: `POST ${path}`,
    given: (site) => ({ params: onNote(site), input: { body: 'text' } }),
  })),
  {
    ...developer,
    call: `PUT ${discussion}`,
    given: async (site) => ({ ...(await onNewNote(site)), input: { resolved: true } }),
  },
  // Of another author.
  ...[`${requestPath}/notes/{note_id}`, `${discussion}/notes/{note_id}`].flatMap((path): DeliveryCall[] => [
    {
      ...maintainer,
      call: `PUT ${path}`,
      given: async (site) => ({ ...(await onNewNote(site)), input: { body: 'changed' } }),
    },
    { ...maintainer, call: `DELETE ${path}`, given: onNewNote },
  ]),

  { ...developer, call: `GET ${at}/external_status_checks`, given: () => ({}) },
  {
    ...maintainer,
    call: `POST ${at}/external_status_checks`,
    given: (site) => ({ input: { name: site.next(), external_url: 'https://check.example' } }),
  },
  {
    ...maintainer,
    call: `PUT ${at}/external_status_checks/{check_id}`,
    given: (site) => ({ params: { check_id: site.check.id }, input: { name: site.next() } }),
  },
  {
    ...maintainer,
    call: `DELETE ${at}/external_status_checks/{check_id}`,
    given: async (site) => ({ params: { check_id: (await site.newCheck()).id } }),
  },
  { ...reporter, call: `GET ${requestPath}/status_checks`, given: (site) => ({ params: onRequest(site) }) },
  {
    ...developer,
    call: `POST ${requestPath}/status_check_responses`,
    given: (site) => ({
      params: onRequest(site),
      input: { sha: site.sha, external_status_check_id: site.check.id },
    }),
  },
  {
    ...developer,
    call: `POST ${requestPath}/status_checks/{external_status_check_id}/retry`,
    given: async (site) => ({
      params: { ...onRequest(site), external_status_check_id: (await site.newFailedCheck()).id },
    }),
  },
];
