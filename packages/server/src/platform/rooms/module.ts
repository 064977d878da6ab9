import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { AnyAnnouncement, Context, Listener, Preload, Services } from '../context.ts';
import type { LimitsConfig } from '../config/limits.ts';
import type { JobTask } from '../jobs/tasks.ts';
import type { Routes } from '../rest/routes.ts';
import type { SealedColumn } from '../sealing/rotate.ts';

/** The entry point of a room: everything that the app uses of it. */
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
  /**
   * The room's part of the bootstrap data of a page. The parts of all rooms are merged, except `isFound: false`, which makes the
   * response a 404, `redirectTo`, and `late` (`PageStart`), which one room may have.
   */
  readonly bootstrap?: (ctx: Context, request: FastifyRequest) => Promise<object>;
  /** The room's part of the bootstrap data of its public pages; null for every other page. */
  readonly publicBootstrap?: (services: Services, url: string) => Promise<PublicBootstrap | null>;
  /** Plugs into sockets of lower rooms; called once before the server starts. */
  readonly plugIn?: () => void;
  readonly listeners?: readonly Listener[];
  /** What its listeners read. */
  readonly preloads?: readonly Preload[];
  readonly jobs?: readonly JobTask[];
  /** The columns that it encrypts: those of all rooms are encrypted again when the key changes. */
  readonly sealedColumns?: readonly SealedColumn[];
  /** The authentication of requests, provided by one room. */
  readonly authentication?: Authentication;
  /** The notification of a change to the other processes; null for none. Provided by one room. */
  readonly noticeOf?: (announcements: readonly AnyAnnouncement[]) => Notice | null;
}

export interface Notice {
  payload: object;
  /** Whether it must not get lost, whatever happens to this process: somebody may have lost access. */
  isUrgent: boolean;
}

/** The parts of the server that endpoints may use. */
export interface Host {
  services: Services;
  /** The context of a request; throws for a change without the CSRF token. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
  schema: GraphQLSchema;
  limits?: LimitsConfig;
}

export interface PublicBootstrap {
  /** False makes the response a 404. */
  isFound: boolean;
  /** URL to which the page redirects. */
  redirectTo?: string;
  parts: object;
}

export interface Authentication {
  /** The context of a request. Throws unless its credentials allow the operation. */
  contextOf: (services: Services, request: FastifyRequest) => Promise<Context>;
  /** The context of a request, without a check of the scope. */
  viewerContextOf: (services: Services, request: FastifyRequest) => Promise<Context>;
  /** Throws unless the credentials of this request allow changes. */
  requireWriteScope: (services: Services, request: FastifyRequest) => Promise<void>;
  /** Removes the cookie of a session that has ended. Whether there was one. */
  dropEndedSession: (services: Services, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /** The credentials of a request, validated or not; null for none. */
  secretOf: (request: FastifyRequest) => string | null;
  /** Whether this request was authenticated: false for invalid credentials, and before authentication. */
  isAuthenticated: (request: FastifyRequest) => Promise<boolean>;
  /** Whether an error means that a token is invalid. */
  isInvalidToken: (error: unknown) => error is Error;
}
