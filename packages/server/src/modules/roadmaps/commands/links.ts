import { parseDay, utcDayOf } from '@milepost/core/days';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { RoadmapLinkId, UserId } from '@milepost/core/ids';
import { parseQuery } from '@milepost/core/query';
import { Viewer } from '@milepost/core/roles';
import { readSettings } from '@milepost/core/roadmap/settings';
import { linkLimits, viewQueryOf } from '@milepost/core/roadmap/views';
import { viewLimits, viewNameProblems } from '@milepost/core/views/views';
import { Context, type Services } from '../../../platform/context.ts';
import { notify } from '../../../platform/live/channel.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import type { LiveNotice } from '../../live/commands/notice.ts';
import { viewerOfAccount } from '../../members/commands/identify.ts';
import { findVisibleGroup, type NamespaceKey } from '../../namespaces/commands.ts';
import { namespaceById, namespacesById, type Namespace } from '../../namespaces/store.ts';
import { roadmapLinkPolicy, roadmapPolicy } from '../policy.ts';
import {
  countLinks,
  feedsOf,
  insertLink,
  lockLink,
  recordLinkUse,
  pageLinksOf,
  revokeLink,
  activeLink,
  type RoadmapLink,
} from '../store/links.ts';
import type { RoadmapLinkKind } from '../table.ts';

export interface RoadmapLinkFields {
  kind: RoadmapLinkKind;
  name: string;
  /** The parameters of an address that the link shows, independent of the view it was created from. */
  query: string;
  /** `YYYY-MM-DD`: the first day (UTC) on which it is no longer valid; null without expiry. */
  expiresAt?: string | null;
}

/** A new link with its secret, which is shown once. */
export interface NewRoadmapLink {
  link: RoadmapLink;
  secret: string;
}

/** Creates a public link (maintainers) or a calendar feed (everyone, for themselves). Throws ValidationError. */
export async function createRoadmapLink(
  ctx: Context,
  key: NamespaceKey,
  fields: RoadmapLinkFields,
): Promise<NewRoadmapLink> {
  const group = await findVisibleGroup(ctx, key);
  ctx.require(fields.kind === 'page' ? roadmapPolicy.publish : roadmapPolicy.keep, group);
  const authorId = ctx.viewer.id as UserId;
  const values = checked(fields);
  const secret = `mprl-${randomLetters(40)}`;
  const link = await ctx.transaction(async (trx) => {
    const isPage = fields.kind === 'page';
    const limit = isPage ? linkLimits.pages : linkLimits.feeds;
    if ((await countLinks(trx, fields.kind, group.id, isPage ? null : authorId)) >= limit) {
      throw new ValidationError({ base: [`There are ${limit} links already: revoke one of them first`] });
    }
    return insertLink(trx, {
      ...values,
      kind: fields.kind,
      namespaceId: group.id,
      authorId,
      tokenHash: sha256Of(secret),
    });
  });
  return { link, secret };
}

/** The public links of a group, for those who may revoke them. Throws ForbiddenError for others. */
export async function listRoadmapLinks(ctx: Context, group: Namespace): Promise<RoadmapLink[]> {
  ctx.require(roadmapPolicy.manageLinks, group);
  return pageLinksOf(ctx.db, group.id);
}

/** The viewer's own calendar feeds of a group. */
export async function listRoadmapFeeds(ctx: Context, group: Namespace): Promise<RoadmapLink[]> {
  return ctx.viewer.id === null ? [] : feedsOf(ctx.db, group.id, ctx.viewer.id);
}

/** Revokes a link. */
export async function revokeRoadmapLink(ctx: Context, id: RoadmapLinkId): Promise<RoadmapLink> {
  return ctx.transaction(async (trx) => {
    const link = await lockLink(trx, id);
    const group = link && (await ctx.load(namespacesById, link.namespaceId));
    if (!link || !group) throw new NotFoundError('Link');
    const guard = { kind: link.kind, authorId: link.authorId, group };
    // Public links are known to those who may list them, feeds only to their owner.
    if (link.kind === 'feed' ? !ctx.can(roadmapLinkPolicy.read, guard) : !ctx.can(roadmapPolicy.read, group)) {
      throw new NotFoundError('Link');
    }
    ctx.require(roadmapLinkPolicy.revoke, guard);
    await revokeLink(trx, id);
    if (link.kind === 'page') await notify(trx, { links: [group.id] } satisfies LiveNotice);
    return { ...link, revokedAt: new Date() };
  });
}

/** The target of a secret: the link, its group, and a context with the link's viewer. */
export interface OpenedLink {
  link: RoadmapLink;
  group: Namespace;
  ctx: Context;
}

/**
 * Resolves a link. A page is read as an anonymous viewer who sees the group and everything below it, nothing confidential; a
 * feed as its owner, with their current permissions. A page as of a past day keeps that day. Throws NotFoundError for an invalid secret.
 */
export async function openRoadmapLink(services: Services, secret: string): Promise<OpenedLink> {
  const link = secret.length <= 100 ? await activeLink(services.db, sha256Of(secret)) : null;
  const group = link && (await namespaceById(services.db, link.namespaceId));
  if (!link || !group) throw new NotFoundError('Link');
  const viewer = link.kind === 'page' ? Viewer.ofLink(group.id) : await feedViewer(services, link);
  const present = new Context(services, viewer);
  const asOf = link.kind === 'page' ? parseDay(readSettings(parseQuery(link.query)).asOf ?? '') : null;
  const ctx = asOf !== null && asOf < utcDayOf(new Date()) ? present.at(asOf) : present;
  if (!ctx.can(roadmapPolicy.read, group)) throw new NotFoundError('Link');
  await recordLinkUse(services.db, link.id);
  return { link, group, ctx };
}

async function feedViewer(services: Services, link: RoadmapLink): Promise<Viewer> {
  if (link.authorId === null) throw new NotFoundError('Link');
  return viewerOfAccount(services.db, link.authorId);
}

function checked({ name, query, expiresAt }: RoadmapLinkFields) {
  const problems: Record<string, string[]> = {};
  const nameProblems = viewNameProblems(name.trim());
  if (nameProblems.length > 0) problems['name'] = nameProblems;
  const written = query.length > viewLimits.queryLength ? '' : viewQueryOf(parseQuery(query));
  if (written === '' || written.length > viewLimits.queryLength) {
    problems['query'] = [`is too long (maximum is ${viewLimits.queryLength} characters)`];
  }
  const last = expiresAt ? parseDay(expiresAt) : null;
  if (expiresAt && (last === null || last <= utcDayOf(new Date()))) problems['expires_at'] = ['must be in the future'];
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { name: name.trim(), query: written, expiresAt: expiresAt || null };
}
