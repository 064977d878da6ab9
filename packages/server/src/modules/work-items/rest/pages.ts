import { ConflictError, DomainError, ValidationError } from '@milepost/core/errors';
import { webPathOf, type StateEvent, type WorkItemType } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import { etagOf, hasRepresentation } from '../../../platform/http/etag.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { usersById } from '../../users/store.ts';
import { deleteWorkItem } from '../commands.ts';
import { rewriteWorkItem, type WrittenWorkItem } from '../commands/actions.ts';
import { setSpam } from '../commands/hidden.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import { createEpicAt, epicAt, newEpicInput } from './epics.ts';
import { referenceOf } from '../graphql/fields.ts';
import { addressShownOf } from '../commands/heads.ts';
import { presentPerson } from './presenters.ts';
import { issueAt } from './issues.ts';
import { choice, flag, nullableText } from './values.ts';
import { headsById } from '../store/heads.ts';
import { descriptionsById, issueTypes, visibleWorkItem, type WorkItem } from '../store.ts';

const tags = ['pages'];
/** Polling interval of an open page in milliseconds. */
const POLL_INTERVAL_MS = 2_000;
/** Polling interval of a page with live updates in milliseconds: polling covers lost messages. */
const LIVE_POLL_INTERVAL_MS = 60_000;

class UnconfirmedError extends DomainError {
  override name = 'UnconfirmedError';
  readonly code = 'UNCONFIRMED' as const;
  readonly kind = 'invalid' as const;
}

type Params = Readonly<Record<string, string>>;

/** The common parts of epic and issue pages; `name` is also the prefix of form fields: `epic[title]`. */
interface Face {
  name: 'epic' | 'issue';
  item: string;
  find: (ctx: Context, params: Params) => Promise<WorkItem>;
}

const faces: readonly Face[] = [
  { name: 'issue', item: '/project/:id/issues/:issue_iid', find: issueAt },
  { name: 'epic', item: '/group/:id/epics/:epic_iid', find: epicAt },
];

const changes = Type.Object({
  title: Type.Optional(Type.String()),
  description: nullableText,
  lock_version: Type.Optional(Type.Integer()),
  issue_type: choice(issueTypes),
  state_event: choice(['close', 'reopen']),
  confidential: flag,
  discussion_locked: flag,
  zoom_meeting_url: nullableText,
  published_incident_url: nullableText,
});
const confirmation = Type.Object({ destroy_confirm: flag });
const form = Type.Object({ _method: choice(['delete']), destroy_confirm: flag });

/** The endpoints of epic and issue pages: polling, saving and forms. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const face of faces) {
    readRoutes(routes, face);
    changeRoutes(routes, face);
    removeRoutes(routes, face);
  }
  spamRoutes(routes);
  routes.post(
    '/group/:id/epics',
    { summary: 'Create an epic', tags, signedIn: true, input: newEpicInput(), spreads: 'epic' },
    async ({ params, input }, ctx) => presentTexts(ctx, await createEpicAt(ctx, params, input)),
  );
}

function readRoutes(routes: Routes, { name, item, find }: Face): void {
  const show = async ({ params, http, reply }: RouteRequest<never>, ctx: Context) => {
    const texts = await presentTexts(ctx, await find(ctx, params));
    const etag = etagOf(JSON.stringify(texts));
    const isLive = http.headers['milepost-live'] === 'on';
    const interval = isLive ? LIVE_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    void reply.headers({ 'poll-interval': String(interval), 'cache-control': 'no-store', etag });
    return hasRepresentation(http, etag) ? reply.code(304).send() : texts;
  };
  routes.get(`${item}.json`, { summary: `The ${name} as its page polls it`, tags }, show);
  routes.get(`${item}/realtime_changes`, { summary: 'The same under its older name', tags }, show);
}

function changeRoutes(routes: Routes, { name, item, find }: Face): void {
  routes.put(
    `${item}.json`,
    { summary: `Change, close or reopen the ${name}`, tags, signedIn: true, input: changes, spreads: name },
    async ({ params, input }, ctx) => {
      const found = await find(ctx, params);
      return presentTexts(ctx, await rewriteWorkItem(ctx, found.id, changeOf(input, found)));
    },
  );
}

function removeRoutes(routes: Routes, { name, item, find }: Face): void {
  const remove = async (ctx: Context, params: Params, isConfirmed: boolean | undefined): Promise<string> => {
    const found = await find(ctx, params);
    if (!isConfirmed) throw new UnconfirmedError(`Destroy confirmation not provided for ${name}`);
    await deleteWorkItem(ctx, found.id);
    return webPathOf(found).replace(/\/\d+$/, '');
  };
  routes.delete(
    `${item}.json`,
    { summary: `Remove the ${name}`, tags, signedIn: true, status: 200, input: confirmation },
    async ({ params, input }, ctx) => ({ web_url: ctx.baseUrl + (await remove(ctx, params, input.destroy_confirm)) }),
  );
  routes.post(
    item,
    { summary: `The form that removes the ${name}`, tags, signedIn: true, input: form },
    async ({ params, input, reply }, ctx) => {
      if (input._method !== 'delete') throw new ValidationError({ _method: ['does not have a valid value'] });
      return reply.redirect(await remove(ctx, params, input.destroy_confirm), 303);
    },
  );
}

/** Marks the issue as spam, or reverts that with `_method=delete`. A form, which redirects to the issue's page. */
function spamRoutes(routes: Routes): void {
  routes.post(
    '/project/:id/issues/:issue_iid/mark_as_spam',
    {
      summary: 'The form that marks an issue as spam',
      tags,
      signedIn: true,
      input: Type.Object({ _method: choice(['delete']) }),
    },
    async ({ params, input, reply }, ctx) => {
      const found = await issueAt(ctx, params);
      await setSpam(ctx, found.id, input._method !== 'delete');
      return reply.redirect(webPathOf(found), 303);
    },
  );
}

interface Changes {
  title?: string;
  description?: string | null;
  lock_version?: number;
  issue_type?: (typeof issueTypes)[number];
  state_event?: StateEvent;
  confidential?: boolean;
  discussion_locked?: boolean;
  zoom_meeting_url?: string | null;
  published_incident_url?: string | null;
}

function changeOf(input: Changes, found: WorkItem): WorkItemChange {
  const type: WorkItemType | undefined = input.issue_type;
  if (type && found.type === 'epic') throw new ConflictError('An epic is not an issue');
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.description !== undefined && { description: input.description ?? '' }),
    ...(input.lock_version !== undefined && { lockVersion: input.lock_version }),
    ...(type && type !== found.type && { type }),
    ...(input.state_event && { stateEvent: input.state_event }),
    ...(input.confidential !== undefined && { isConfidential: input.confidential }),
    ...(input.discussion_locked !== undefined && { isDiscussionLocked: input.discussion_locked }),
    ...(input.zoom_meeting_url !== undefined && { meetingUrl: input.zoom_meeting_url }),
    ...(input.published_incident_url !== undefined && { publishedUrl: input.published_incident_url }),
  };
}

/** Titles and descriptions as HTML (`title`) and as Markdown (`title_text`). */
export async function presentTexts(
  ctx: Context,
  item: WorkItem & Partial<Pick<WrittenWorkItem, 'quickActions'>>,
): Promise<object> {
  const [texts, editor] = await Promise.all([
    ctx.load(descriptionsById, item.id),
    item.lastEditedById === null ? null : ctx.load(usersById, item.lastEditedById),
  ]);
  return {
    id: item.id,
    iid: item.iid,
    type: item.type,
    ...(item.type !== 'epic' && { issue_type: item.type }),
    state: item.state,
    title: escapeHtml(item.title),
    title_text: item.title,
    description: presentHtml(ctx.services, texts?.descriptionHtml ?? ''),
    description_text: texts?.description ?? '',
    task_completion_status: { count: item.taskCount, completed_count: item.taskCompletedCount },
    lock_version: item.lockVersion,
    confidential: item.isConfidential,
    discussion_locked: item.isDiscussionLocked,
    hidden: item.isHidden,
    imported: item.isImported,
    ...(item.type !== 'epic' && (await issueHead(ctx, item))),
    author: await presentPerson(ctx, item.authorId),
    reference: referenceOf(item, true),
    create_note_email: null,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    edited_at: item.lastEditedAt,
    updated_by_name: editor?.name ?? null,
    updated_by_path: editor ? `/${editor.username}` : null,
    web_url: ctx.baseUrl + webPathOf(item),
    ...(item.quickActions && {
      quick_actions: { messages: item.quickActions.messages, errors: item.quickActions.errors },
    }),
  };
}

/** Data of the issue page that the epic page does not have. */
async function issueHead(ctx: Context, issue: WorkItem): Promise<object> {
  const [head, duplicate, moved, epic] = await Promise.all([
    ctx.load(headsById, issue.id),
    ...[issue.duplicatedToId, issue.movedToId, issue.promotedToId].map((id) => visibleWorkItem(ctx, id)),
  ]);
  const urlOf = (item: WorkItem | null | undefined) => (item ? ctx.baseUrl + webPathOf(item) : null);
  return {
    first_contribution: head?.isFirstContribution ?? false,
    service_desk_reply_to: addressShownOf(ctx, issue, head?.serviceDeskReplyTo ?? null),
    zoom_meeting_url: head?.meetingUrl ?? null,
    published_incident_url: head?.publishedUrl ?? null,
    duplicated_to_url: urlOf(duplicate),
    moved_to_url: urlOf(moved),
    promoted_to_epic_url: urlOf(epic),
  };
}
