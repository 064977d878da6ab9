import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { AnyAnnouncement, Context, Listener, Services } from '../context.ts';
import type { LimitsConfig } from '../config/config.ts';
import type { JobTask } from '../jobs/tasks.ts';
import type { Routes } from '../rest/routes.ts';

/** A room's door: everything the app needs to know of it. Leave out what the room does not have. */
export interface Module {
  readonly name: string;
  readonly extendSchema?: () => void;
  readonly addRoutes?: (routes: Routes) => void;
  /** Endpoints of the pages of groups and projects: `/project/:id/issues/:issue_iid.json` is `/FULL/PATH/-/issues/12.json`. */
  readonly addNamespaceRoutes?: (routes: Routes) => void;
  /** Endpoints of Milepost's pages outside namespaces: `/-/frequent_items`. */
  readonly addSiteRoutes?: (routes: Routes) => void;
  /** Endpoints that set cookies, take forms or stream: they need the server itself. */
  readonly addPages?: (server: FastifyInstance, host: Host) => void;
  /** What a page of this viewer knows when it starts. The parts of all rooms are sent together. */
  readonly bootstrap?: (ctx: Context, request: FastifyRequest) => Promise<object>;
  /** The same for a page that anyone may open, signed in or not; null for every other page. */
  readonly publicBootstrap?: (services: Services, url: string) => Promise<PublicBootstrap | null>;
  /** Plugs into sockets of lower rooms, done once before anything is served. */
  readonly plugIn?: () => void;
  readonly listeners?: readonly Listener[];
  readonly jobs?: readonly JobTask[];
  /** Who a request is from. One room answers that. */
  readonly authentication?: Authentication;
  /** What the processes of an installation send each other of a change; null for nothing. One room decides that. */
  readonly noticeOf?: (announcements: readonly AnyAnnouncement[]) => object | null;
}

/** What endpoints may need of the server that they are added to. */
export interface Host {
  services: Services;
  /** Who a request is from; throws for a change without the session's token. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
  schema: GraphQLSchema;
  limits?: LimitsConfig;
}

export interface PublicBootstrap {
  /** False: the address opens nothing, and is answered with 404. */
  isFound: boolean;
  parts: object;
}

export interface Authentication {
  /** The context of a request, whose credentials must allow what its route is about to do. */
  contextOf: (services: Services, request: FastifyRequest) => Promise<Context>;
  /** The context of a request, whatever its credentials allow. */
  viewerContextOf: (services: Services, request: FastifyRequest) => Promise<Context>;
  /** Throws unless the credentials of this request allow changes. */
  requireWriteScope: (services: Services, request: FastifyRequest) => Promise<void>;
  /** The credentials that a request carries, checked or not; null for none. */
  secretOf: (request: FastifyRequest) => string | null;
  /** Whether this request was found to be somebody's: false for bad credentials, and where nobody asked. */
  isAuthenticated: (request: FastifyRequest) => Promise<boolean>;
  /** Whether an error says that a token does not hold. */
  isInvalidToken: (error: unknown) => error is Error;
}
