import { UnauthenticatedError } from './errors.ts';
import type { NamespaceId, UserId } from './ids.ts';
import type { WithFeatures } from './settings/features.ts';

/** In ascending order; each role may do all that the previous ones may. */
export const roles = ['guest', 'planner', 'reporter', 'developer', 'maintainer', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The access levels of REST. */
export const accessLevelOf: Readonly<Record<Role, number>> = {
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
};

/** The role of an access level; null when no role has that number. */
export function roleOfAccessLevel(level: number): Role | null {
  return roles.find((role) => accessLevelOf[role] === level) ?? null;
}

export const visibilities = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** The namespace of an object as the input of policies: its ancestors, visibility and features. */
export interface NamespaceScope extends WithFeatures {
  namespaceId: NamespaceId;
  /** From the top-level namespace down to `namespaceId` itself. */
  traversalIds: readonly NamespaceId[];
  visibility: Visibility;
  /** Marked for deletion: visible to its owners and to administrators only. */
  isDeleted: boolean;
  /** A job is moving it to another group: read-only until then. */
  isTransferring: boolean;
}

/** The person (or anonymous visitor) for whom a request is answered. Pure: built once per request, with synchronous checks. */
export class Viewer {
  readonly id: UserId | null;
  readonly isAdmin: boolean;
  /** Set for an anonymous visitor with a public link to this group, who sees this group and its descendants only. */
  readonly linkedTo: NamespaceId | null;
  /** The account of an access token of a group or project, which sees this group or project and its descendants only. */
  readonly isBot: boolean;
  readonly #levels: ReadonlyMap<NamespaceId, number>;

  /** `levels`: access levels of direct memberships that have not expired. */
  constructor(
    id: UserId | null,
    isAdmin = false,
    levels: ReadonlyMap<NamespaceId, number> = new Map(),
    linkedTo: NamespaceId | null = null,
    isBot = false,
  ) {
    this.id = id;
    this.isAdmin = isAdmin;
    this.linkedTo = linkedTo;
    this.isBot = isBot;
    this.#levels = levels;
  }

  /** A visitor with a public link to this group: anonymous, without any role. */
  static ofLink(namespaceId: NamespaceId): Viewer {
    return new Viewer(null, false, new Map(), namespaceId);
  }

  get isSignedIn(): boolean {
    return this.id !== null;
  }

  /** The account. Throws UnauthenticatedError for an anonymous viewer. */
  requireId(): UserId {
    if (this.id === null) throw new UnauthenticatedError();
    return this.id;
  }

  /** A cache key: equal only for viewers with exactly the same permissions. */
  get key(): string {
    const levels = [...this.#levels].toSorted(([one], [other]) => one - other);
    return JSON.stringify([this.id, this.isAdmin, this.linkedTo, levels]);
  }

  is(userId: UserId | null): boolean {
    return this.id !== null && this.id === userId;
  }

  /** The highest access level held in this namespace or above, 0 for none; an administrator has 60 everywhere. */
  levelIn(scope: Pick<NamespaceScope, 'traversalIds'>): number {
    if (this.isAdmin) return 60;
    let highest = 0;
    for (const id of scope.traversalIds) highest = Math.max(highest, this.#levels.get(id) ?? 0);
    return highest;
  }

  atLeast(role: Role, scope: Pick<NamespaceScope, 'traversalIds'>): boolean {
    return this.levelIn(scope) >= accessLevelOf[role];
  }

  canSee(scope: NamespaceScope): boolean {
    if (scope.isDeleted) return this.atLeast('owner', scope);
    if (this.linkedTo !== null) return scope.traversalIds.includes(this.linkedTo);
    if (this.levelIn(scope) > 0) return true;
    return !this.isBot && (scope.visibility === 'public' || (scope.visibility === 'internal' && this.isSignedIn));
  }

  /** Namespaces whose direct membership grants at least this role: the input of the visibility SQL. */
  namespacesWith(role: Role): NamespaceId[] {
    return [...this.#levels].filter(([, level]) => level >= accessLevelOf[role]).map(([id]) => id);
  }
}

export const anonymous = new Viewer(null);
