import { DomainError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { mergeRequestPath, mergeRequestReference } from '@milepost/core/merge-requests/rules';
import { namedIssues, type NamedIssue } from '@milepost/core/text/closing-words';
import { mentionedInNote } from '@milepost/core/text/system-notes';
import { webPathOf } from '@milepost/core/namespaces';
import type { Context, Trx } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { writeSystemNote } from '../../notes/commands/system.ts';
import { listMessages, type CommitMessage, type Repo } from '../../repositories/store/commits.ts';
import { updateWorkItem } from '../../work-items/commands.ts';
import type { ClosingCause } from '../../work-items/commands/fields.ts';
import { mayChangeState } from '../../work-items/commands/status.ts';
import { workItemsById, type WorkItem } from '../../work-items/store.ts';
import type { MergeRequest } from '../store.ts';
import { addNamedIssues, issuesNamed, keepNamedIssues } from '../store/issues.ts';

/** Commits of one push or request whose texts are read. */
export const MAX_COMMITS_READ = 1_000;
/** All of them together. */
const MAX_BYTES_READ = 8 * 1024 * 1024;

/** The commits of a range, oldest first. */
export async function commitsOf(repo: Repo, range: string): Promise<CommitMessage[]> {
  return (await listMessages(repo, range, { limit: MAX_COMMITS_READ, maxBytes: MAX_BYTES_READ })).toReversed();
}

/** The issues that the texts of a merge request name: title, description and commits. */
export function namedInRequest(
  request: Pick<MergeRequest, 'title' | 'description'>,
  commits: readonly CommitMessage[],
): NamedIssue[] {
  return [request.title, request.description, ...commits.map(({ message }) => message)].flatMap((text) =>
    namedIssues(text),
  );
}

/** Stores which issues a merge request names. Each newly named one gets a note. */
export async function storeNamedIssues(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  request: MergeRequest,
  commits: readonly CommitMessage[],
): Promise<void> {
  const within = ctx.within(trx);
  const issues = await issuesNamed(within, project, namedInRequest(request, commits));
  await keepNamedIssues(within, trx, request.id, issues);
  const added = await addNamedIssues(trx, request.id, issues);
  await noteMentions(within, trx, project, added, (item) => causeOfRequest(ctx, project, request, item));
}

/** Writes "mentioned in …" on issues. */
export async function noteMentions(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  issueIds: readonly WorkItemId[],
  causeFor: (item: WorkItem) => ClosingCause,
): Promise<void> {
  for (const item of await ctx.loadMany(workItemsById, issueIds)) {
    writeSystemNote(ctx, trx, item, mentionedInNote(causeFor(item).text), null, project.id);
  }
}

/** Closes open issues, those that the viewer may close. Returns the ones it may not, or that could not be closed. */
export async function closeIssues(
  ctx: Context,
  trx: Trx,
  issueIds: readonly WorkItemId[],
  causeFor: (item: WorkItem) => ClosingCause,
): Promise<void> {
  const within = ctx.within(trx);
  for (const item of await within.loadMany(workItemsById, issueIds)) {
    if (item.state !== 'opened' || !(await mayChangeState(within, item))) continue;
    try {
      await trx.attempt(() => updateWorkItem(within, item.id, { stateEvent: 'close', closingCause: causeFor(item) }));
    } catch (error) {
      // A rule of the issue, such as a required field, must not undo the merge.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** A merge request as a note of an issue names it. */
export function causeOfRequest(ctx: Context, project: Namespace, request: MergeRequest, item: WorkItem): ClosingCause {
  const reference = mergeRequestReference(item.namespaceId === project.id ? null : project.fullPath, request.iid);
  const href = `${ctx.baseUrl}${mergeRequestPath(project.fullPath, request.iid)}`;
  return { text: `merge request [${escaped(reference)}](${href})`, projectId: project.id };
}

/** A commit as a note of an issue names it. */
export function causeOfCommit(
  ctx: Context,
  project: Namespace,
  { id, href: commitUrl }: { id: string; href?: string | null },
  item: WorkItem,
): ClosingCause {
  const reference = (item.namespaceId === project.id ? '' : `${project.fullPath}@`) + id.slice(0, 8);
  const href = commitUrl ? asLinkTarget(commitUrl) : `${ctx.baseUrl}${webPathOf(project)}/-/commit/${id}`;
  return { text: `commit [${escaped(reference)}](${href})`, projectId: project.id };
}

/** Parentheses would end the address of a Markdown link. */
function asLinkTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('\\', '%5C');
}

/** Markup characters and references of the text are shown literally within the link. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>!#@&]/g, String.raw`\$&`);
}
