import { NotFoundError } from '@milepost/core/errors';
import type { LinkId } from '@milepost/core/ids';
import { linkTypes, linkTypeSeenFrom, MAX_LAG_DAYS, type LinkType } from '@milepost/core/links';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../platform/rest/times.ts';
import { idParam } from '../../platform/rest/params.ts';
import { idInput } from '../../platform/rest/input.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { epicAt } from '../work-items/rest/epics.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import type { RestFields } from '../work-items/rest/plugs.ts';
import { presentEpic, presentIssue } from '../work-items/rest/presenters.ts';
import { choice } from '../work-items/rest/values.ts';
import { findVisibleWorkItem, issueTypes, nameOfType, workItemsById, type WorkItem } from '../work-items/store.ts';
import { changeLag, findLink, linkItems, unlinkItems } from './commands.ts';
import {
  countEpicLinks,
  epicLinksOnPage,
  linkedItemsOf,
  type EpicLinkListing,
  type LinkedItem,
  type SeenLink,
  type WorkItemLink,
} from './store.ts';

const linkType = choice(linkTypes);
const lagInput = Type.Integer({
  minimum: 0,
  maximum: MAX_LAG_DAYS,
  description: 'Milepost extension. Days that must pass after the blocker ends',
});
const namespaceInput = Type.Union([idInput(), Type.String()], { description: 'An id or a full path' });

export function addRoutes(routes: Routes): void {
  addIssueLinks(routes);
  addRelatedEpics(routes);
  addEpicLinksOfGroup(routes);
}

/** Links of issues. The issue in the path is the source, regardless of the link's direction. */
function addIssueLinks(routes: Routes): void {
  const tags = ['issue links'];
  const path = '/projects/:id/issues/:issue_iid/links';

  routes.get(path, { summary: 'Issues linked with an issue', tags }, async ({ params }, ctx) => {
    const issue = await issueAt(ctx, params);
    const linked = await linkedWith(ctx, issue, (other) => other.type !== 'epic');
    return Promise.all(
      linked.map(async ({ linkId, linkType: type, linkedAt, linkUpdatedAt, lagDays, item }) => ({
        ...(await presentIssue(ctx, item)),
        issue_link_id: linkId,
        link_type: type,
        link_created_at: linkedAt,
        link_updated_at: linkUpdatedAt,
        lag_days: lagDays,
      })),
    );
  });

  routes.get(`${path}/:issue_link_id`, { summary: 'One link of an issue', tags }, async ({ params }, ctx) => {
    const issue = await issueAt(ctx, params);
    const { link, other } = await linkAt(ctx, issue, idParam(params, 'issue_link_id'));
    return presentIssueLink(ctx, link, issue, other);
  });

  routes.post(
    path,
    {
      summary: 'Link an issue with another',
      tags,
      signedIn: true,
      input: Type.Object({
        target_project_id: namespaceInput,
        target_issue_iid: Type.Integer(),
        link_type: linkType,
        lag_days: Type.Optional(lagInput),
      }),
    },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      const namespace = await findVisibleProject(ctx, input.target_project_id);
      const target = await findVisibleWorkItem(ctx, { namespace, iid: input.target_issue_iid, types: issueTypes });
      return presentIssueLink(ctx, await linkWith(ctx, issue, target, input), issue, target);
    },
  );

  routes.put(
    `${path}/:issue_link_id`,
    { summary: 'Change the lag of a link', tags, signedIn: true, input: Type.Object({ lag_days: lagInput }) },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      const { other } = await linkAt(ctx, issue, idParam(params, 'issue_link_id'));
      const link = await changeLag(ctx, { itemId: issue.id, otherId: other.id, lagDays: input.lag_days });
      return presentIssueLink(ctx, link, issue, other);
    },
  );

  routes.delete(
    `${path}/:issue_link_id`,
    { summary: 'Delete a link of an issue', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const issue = await issueAt(ctx, params);
      const { link, other } = await linkAt(ctx, issue, idParam(params, 'issue_link_id'));
      await unlinkItems(ctx, { itemId: issue.id, otherIds: [other.id] });
      return presentIssueLink(ctx, link, issue, other);
    },
  );
}

/** Links of epics. The epic in the path is the source, regardless of the link's direction. */
function addRelatedEpics(routes: Routes): void {
  const tags = ['linked epics'];
  const path = '/groups/:id/epics/:epic_iid/related_epics';

  routes.get(path, { summary: 'Epics linked with an epic', tags, signedIn: true }, async ({ params }, ctx) => {
    const epic = await epicAt(ctx, params);
    const linked = await linkedWith(ctx, epic, (other) => other.type === 'epic');
    return Promise.all(
      linked.map(async ({ linkId, linkType: type, linkedAt, linkUpdatedAt, lagDays, item }) => ({
        ...(await presentEpic(ctx, item)),
        related_epic_link_id: linkId,
        link_type: type,
        link_created_at: linkedAt,
        link_updated_at: linkUpdatedAt,
        lag_days: lagDays,
      })),
    );
  });

  routes.post(
    path,
    {
      summary: 'Link an epic with another',
      tags,
      signedIn: true,
      input: Type.Object({
        target_group_id: namespaceInput,
        target_epic_iid: Type.Integer(),
        link_type: linkType,
        lag_days: Type.Optional(lagInput),
      }),
    },
    async ({ params, input }, ctx) => {
      const epic = await epicAt(ctx, params);
      const namespace = await findVisibleGroup(ctx, input.target_group_id);
      const target = await findVisibleWorkItem(ctx, { namespace, iid: input.target_epic_iid, types: ['epic'] });
      return presentEpicLink(ctx, await linkWith(ctx, epic, target, input), epic, target);
    },
  );

  routes.put(
    `${path}/:related_epic_link_id`,
    { summary: 'Change the lag of a link', tags, signedIn: true, input: Type.Object({ lag_days: lagInput }) },
    async ({ params, input }, ctx) => {
      const epic = await epicAt(ctx, params);
      const { other } = await linkAt(ctx, epic, idParam(params, 'related_epic_link_id'));
      const link = await changeLag(ctx, { itemId: epic.id, otherId: other.id, lagDays: input.lag_days });
      return presentEpicLink(ctx, link, epic, other);
    },
  );

  routes.delete(
    `${path}/:related_epic_link_id`,
    { summary: 'Delete a link of an epic', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const epic = await epicAt(ctx, params);
      const { link, other } = await linkAt(ctx, epic, idParam(params, 'related_epic_link_id'));
      await unlinkItems(ctx, { itemId: epic.id, otherIds: [other.id] });
      return presentEpicLink(ctx, link, epic, other);
    },
  );
}

function addEpicLinksOfGroup(routes: Routes): void {
  const listed = Type.Object({
    ...pagingInput,
    created_after: timeInput('At this time or later'),
    created_before: timeInput('At this time or earlier'),
    updated_after: timeInput('At this time or later'),
    updated_before: timeInput('At this time or earlier'),
  });

  routes.get(
    '/groups/:id/related_epic_links',
    {
      summary: 'Links among epics of a group and the groups below it',
      tags: ['linked epics'],
      signedIn: true,
      input: listed,
    },
    async ({ params, input }, ctx) => {
      const listing: EpicLinkListing = {
        group: await findVisibleGroup(ctx, params['id'] ?? ''),
        createdAfter: timeOf('created_after', input.created_after),
        createdBefore: timeOf('created_before', input.created_before),
        updatedAfter: timeOf('updated_after', input.updated_after),
        updatedBefore: timeOf('updated_before', input.updated_before),
      };
      const page = pageRequest(input);
      const [links, total] = await Promise.all([epicLinksOnPage(ctx, listing, page), countEpicLinks(ctx, listing)]);
      const rows = await Promise.all(links.map((link) => presentStoredLink(ctx, link)));
      const found = rows.filter((row) => row !== null);
      return new RestPage(found, total, page);
    },
  );
}

function linkedWith(ctx: Context, item: WorkItem, fits: (other: SeenLink['far']) => boolean): Promise<LinkedItem[]> {
  return linkedItemsOf(ctx, item.id, ({ far }) => fits(far));
}

/** The link in a path, to another item of the same kind. */
async function linkAt(ctx: Context, item: WorkItem, id: LinkId): Promise<{ link: WorkItemLink; other: WorkItem }> {
  const { link, source, target } = await findLink(ctx, item.id, id);
  const other = source.id === item.id ? target : source;
  if (nameOfType(other.type) !== nameOfType(item.type)) throw new NotFoundError('Link');
  return { link, other };
}

async function linkWith(
  ctx: Context,
  item: WorkItem,
  target: WorkItem,
  { link_type: type = 'relates_to', lag_days: lagDays = 0 }: { link_type?: LinkType; lag_days?: number },
): Promise<WorkItemLink> {
  const [link] = await linkItems(ctx, { itemId: item.id, linkType: type, otherIds: [target.id], lagDays });
  return link as WorkItemLink;
}

async function presentIssueLink(ctx: Context, link: WorkItemLink, issue: WorkItem, other: WorkItem) {
  const [source, target] = await Promise.all([presentIssue(ctx, issue), presentIssue(ctx, other)]);
  return {
    id: link.id,
    source_issue: source,
    target_issue: target,
    link_type: linkTypeSeenFrom(link, issue.id),
    lag_days: link.lagDays,
  };
}

async function presentEpicLink(ctx: Context, link: WorkItemLink, epic: WorkItem, other: WorkItem): Promise<RestFields> {
  const [source, target] = await Promise.all([presentEpic(ctx, epic), presentEpic(ctx, other)]);
  return {
    id: link.id,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
    link_type: linkTypeSeenFrom(link, epic.id),
    lag_days: link.lagDays,
    source_epic: source,
    target_epic: target,
  };
}

/** Null if an end was deleted meanwhile. */
async function presentStoredLink(ctx: Context, link: WorkItemLink): Promise<RestFields | null> {
  const [source, target] = await Promise.all([
    ctx.load(workItemsById, link.sourceId),
    ctx.load(workItemsById, link.targetId),
  ]);
  return source && target && presentEpicLink(ctx, link, source, target);
}
