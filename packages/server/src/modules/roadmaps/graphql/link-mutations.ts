import { mutation } from '../../../platform/graphql/mutations.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { createRoadmapLink, revokeRoadmapLink } from '../commands/links.ts';
import { RoadmapLinkKindEnum, RoadmapLinkRef } from './types.ts';

/** The URLs of a secret, relative to the server. */
export const sharedPath = (secret: string): string => `/-/shared/roadmap/${secret}`;
export const calendarPath = (secret: string): string => `${sharedPath(secret)}/calendar.ics`;

/** Mutations of links. */
export function mutateLinks(): void {
  mutation('roadmapLinkCreate', {
    description: 'Creates a secret address of a roadmap, which is returned only here',
    input: (t) => ({
      fullPath: t.id({ required: true }),
      kind: t.field({ type: RoadmapLinkKindEnum, required: true }),
      name: t.string({ required: true }),
      query: t.string({
        required: true,
        description: 'The filters and settings it shows, as parameters of an address',
      }),
      expiresAt: t.field({ type: 'Date', description: 'The first day on which it is no longer valid' }),
    }),
    resolve: ({ fullPath, kind, name, query, expiresAt }, ctx) =>
      createRoadmapLink(ctx, fullPath, { kind, name, query, expiresAt: expiresAt ?? null }),
    payload: (t) => ({
      roadmapLink: t.field({ type: RoadmapLinkRef, nullable: true, resolve: ({ result }) => result?.link ?? null }),
      pageUrl: t.string({
        nullable: true,
        description: 'The public page of the roadmap; null for a feed',
        resolve: ({ result }, _args, ctx) =>
          result?.link.kind === 'page' ? ctx.baseUrl + sharedPath(result.secret) : null,
      }),
      calendarUrl: t.string({
        nullable: true,
        description: 'The address for calendar programs',
        resolve: ({ result }, _args, ctx) => (result ? ctx.baseUrl + calendarPath(result.secret) : null),
      }),
    }),
  });
  mutation('roadmapLinkRevoke', {
    description: 'Revokes a secret address',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => revokeRoadmapLink(ctx, readGlobalId<'RoadmapLink'>(id, 'RoadmapLink')),
    payload: (t) => ({
      roadmapLink: t.field({ type: RoadmapLinkRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
}
