import type { Day } from '@milepost/core/days';
import type { MergeRequestId, UserId } from '@milepost/core/ids';
import type { Insertable } from 'kysely';
import type { MergeRequestNoteTable } from '../../modules/merge-requests/table.ts';
import { newDiscussionId } from '../../modules/notes/store/discussion-ids.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { INITIAL_BRANCH } from '../../modules/repositories/store/folders.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { renderTexts } from '../../platform/markdown/sockets.ts';
import { timeOf, type RequestCommits } from './history.ts';
import { requests, type SampleRequest } from './story/code.ts';

const COMMENTED_AFTER_MS = 5 * 60 * 60 * 1000;

/** The merge requests to insert. */
interface SampleRequests {
  project: Namespace;
  today: Day;
  firstIid: number;
  /** By the position of the request. */
  commits: readonly RequestCommits[];
  /** The context of a person. */
  as: (username: string) => Context;
}

/**
 * Inserts the merge requests with reviewers, comments and approvals, as creating, approving and merging them leaves them, and announces
 * these changes.
 */
export async function insertRequests(trx: Trx, sample: SampleRequests): Promise<void> {
  const ids = await insertRows(trx, sample);
  await insertPeople(trx, sample, ids);
  await insertNotes(trx, sample, ids);
  for (const [index, request] of requests.entries()) {
    await announce(sample, request, ids[index] as MergeRequestId);
  }
}

async function insertRows(trx: Trx, sample: SampleRequests): Promise<MergeRequestId[]> {
  const { project, firstIid, commits, as, today } = sample;
  const html = await renderedHtml(
    sample,
    trx,
    requests.map(({ description }) => description),
  );
  const rows = await trx
    .insertInto('mergeRequests')
    .values(
      requests.map(({ title, description, branch, by, reviewer, created, merged }, index) => {
        const { head, base, merge } = commits[index] as RequestCommits;
        const createdAt = timeOf(today, created);
        const mergedAt = merged === undefined ? null : timeOf(today, merged);
        return {
          projectId: project.id,
          iid: firstIid + index,
          title,
          description,
          descriptionHtml: html[index] ?? '',
          state: mergedAt ? ('merged' as const) : ('opened' as const),
          authorId: as(by).viewer.id,
          sourceBranch: branch,
          targetBranch: INITIAL_BRANCH,
          headSha: head,
          baseSha: mergedAt && base,
          mergeCommitSha: merge,
          mergedAt,
          mergedById: mergedAt && as(reviewer).viewer.id,
          removesSourceBranch: true,
          createdAt,
          updatedAt: mergedAt ?? createdAt,
        };
      }),
    )
    .returning(['id', 'iid'])
    .execute();
  return rows.toSorted((one, other) => one.iid - other.iid).map(({ id }) => id);
}

async function insertPeople(trx: Trx, { as, today }: SampleRequests, ids: readonly MergeRequestId[]): Promise<void> {
  const each = requests.map((request, index) => ({ ...request, id: ids[index] as MergeRequestId }));
  await trx
    .insertInto('mergeRequestPeople')
    .values(each.map(({ id, reviewer }) => ({ mergeRequestId: id, userId: userIdOf(as(reviewer)), role: 'reviewer' })))
    .execute();
  const approved = each.flatMap(({ id, approvedBy, created }) =>
    approvedBy === undefined
      ? []
      : [{ mergeRequestId: id, userId: userIdOf(as(approvedBy)), createdAt: timeOfNotes(today, created) }],
  );
  await trx.insertInto('mergeRequestApprovals').values(approved).execute();
}

async function insertNotes(trx: Trx, sample: SampleRequests, ids: readonly MergeRequestId[]): Promise<void> {
  const { as, today } = sample;
  const notes = requests.flatMap(({ comments = [], approvedBy, merged, reviewer, created }, index) => {
    const at = timeOfNotes(today, created);
    const base = { mergeRequestId: ids[index] as MergeRequestId, createdAt: at, updatedAt: at };
    return [
      ...comments.map(({ by, body }) => ({ ...base, authorId: as(by).viewer.id, body, isSystem: false })),
      ...(approvedBy === undefined
        ? []
        : [{ ...base, authorId: as(approvedBy).viewer.id, body: 'approved this merge request', isSystem: true }]),
      ...(merged === undefined ? [] : [{ ...base, authorId: as(reviewer).viewer.id, body: 'merged', isSystem: true }]),
    ];
  });
  const html = await renderedHtml(
    sample,
    trx,
    notes.map(({ body }) => body),
  );
  const rows: Insertable<MergeRequestNoteTable>[] = notes.map((note, index) => ({
    ...note,
    discussionId: newDiscussionId(),
    bodyHtml: html[index] ?? '',
  }));
  await trx.insertInto('mergeRequestNotes').values(rows).execute();
}

/** Listeners give reviewers their to-dos. */
async function announce(
  { project, as }: SampleRequests,
  { by, reviewer, approvedBy, merged }: SampleRequest,
  mergeRequestId: MergeRequestId,
): Promise<void> {
  const subject = { namespaceId: project.id, data: { mergeRequestId } };
  const called = { mergeRequestId, role: 'reviewer' as const, userIds: [userIdOf(as(reviewer))] };
  await as(by).transaction(async (trx) => {
    trx.announce({ name: 'mergeRequest.peopleAdded', namespaceId: project.id, data: called });
    trx.announce({ name: 'mergeRequest.created', ...subject });
  });
  if (approvedBy !== undefined) {
    await as(approvedBy).transaction(async (trx) => trx.announce({ name: 'mergeRequest.approved', ...subject }));
  }
  if (merged === undefined) return;
  await as(reviewer).transaction(async (trx) => trx.announce({ name: 'mergeRequest.merged', ...subject }));
}

function renderedHtml({ project, as }: SampleRequests, trx: Trx, texts: readonly string[]): Promise<string[]> {
  const base = { path: project.fullPath, kind: 'project' } as const;
  return renderTexts(
    as('yuki').within(trx),
    texts.map((text) => ({ text, base })),
  );
}

const userIdOf = ({ viewer }: Context): UserId => viewer.id as UserId;

const timeOfNotes = (today: Day, created: number): Date =>
  new Date(timeOf(today, created).getTime() + COMMENTED_AFTER_MS);
