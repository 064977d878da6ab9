import type { NamespaceId } from '@milepost/core/ids';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/tables.ts';
import { sha256Of } from '../util/tokens.ts';
import { LagClock, ReplayedPosition, type Position } from './position.ts';
import type { Replicas } from './replicas.ts';

/**
 * `single`: no other sites are set up. `primary`: accepts changes. `secondary`: its database is a standby. `demoted`: a former primary
 * after another site was promoted.
 */
export type SiteRole = 'single' | 'primary' | 'secondary' | 'demoted';

/** How long the last position of a credential without cookies is kept. */
const POSITION_SECONDS = 60;
const MAX_POSITIONS = 50_000;

/** Without contact to the primary for this long, a secondary cannot know which sessions and tokens were revoked. */
export const TRUST_MINUTES = 15;
const TRUST_MS = TRUST_MINUTES * 60_000;

/** What this process knows about its site. The room `sites` keeps it current. */
export class Site {
  role: SiteRole = 'single';
  /** Null until the row of this site is known. */
  name: string | null = null;
  /** The internal URL of the primary; null unless this is a secondary. */
  primaryUrl: string | null = null;
  readonly replayed: ReplayedPosition;
  readonly clock = new LagClock();
  /** Standbys that answer reads of this site; null for none. */
  replicas: Replicas | null = null;
  /** Whether the folder of a repository has what its row says; set on secondaries. */
  hasRepository: ((projectId: NamespaceId, pushedAt: Date | null) => Promise<boolean>) | null = null;
  readonly #positions = new LRUCache<string, Position>({ max: MAX_POSITIONS, ttl: POSITION_SECONDS * 1_000 });
  readonly #roleListeners = new Set<(role: SiteRole) => void>();
  readonly #cut = new Set<() => void>();
  #isPrimaryReachable = true;

  /** `configuredName`: of MILEPOST_SITE_NAME; null to find the site by the URL of this server. */
  constructor(
    db: Db,
    readonly configuredName: string | null = null,
  ) {
    this.replayed = new ReplayedPosition(db);
  }

  get isSecondary(): boolean {
    return this.role === 'secondary';
  }

  /** Whether other processes serve reads of this site's changes, so that answers to changes name their position. */
  get hasReaders(): boolean {
    return this.role === 'primary' || this.replicas !== null;
  }

  get isPrimaryReachable(): boolean {
    return this.#isPrimaryReachable;
  }

  /** Records whether the primary answered. When it stops answering, requests that wait for it are cut. */
  setPrimaryReachable(isReachable: boolean): void {
    this.#isPrimaryReachable = isReachable;
    if (isReachable) return;
    for (const cut of this.#cut) cut();
  }

  /** Calls `cut` when the primary stops answering. Returns a function that ends this. */
  onUnreachable(cut: () => void): () => void {
    this.#cut.add(cut);
    return () => this.#cut.delete(cut);
  }

  setRole(role: SiteRole): void {
    if (role === this.role) return;
    this.role = role;
    for (const listen of this.#roleListeners) listen(role);
  }

  /** Calls `listen` when the role changes. Returns a function that ends this. */
  onRole(listen: (role: SiteRole) => void): () => void {
    this.#roleListeners.add(listen);
    return () => this.#roleListeners.delete(listen);
  }

  /** How far a secondary is behind the primary; null if that is not known. */
  get lag(): { bytes: number; seconds: number } | null {
    return this.clock.lag(this.replayed.latest);
  }

  /** Whether a secondary was up to date recently enough to rely on its sessions and tokens. */
  get isTrusted(): boolean {
    if (!this.isSecondary) return true;
    void this.lag;
    // Before the first contact after a start, the newest transaction says until when the site knew everything: a restart renews no trust.
    const knownAt = this.clock.currentAt ?? this.replayed.committedAt;
    return knownAt !== null && performance.now() - knownAt < TRUST_MS;
  }

  /** Records the position of a change that was made with a credential. */
  notePosition(credential: string, position: Position): void {
    const key = keyOf(credential);
    if (position > (this.#positions.get(key) ?? 0n)) this.#positions.set(key, position);
  }

  /** The position of the last change with a credential; null after a minute. */
  positionOf(credential: string): Position | null {
    return this.#positions.get(keyOf(credential)) ?? null;
  }
}

function keyOf(credential: string): string {
  return sha256Of(credential).toString('base64url');
}
