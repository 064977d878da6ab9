import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../../platform/context.ts';
import { callSite } from '../../../platform/sites/call.ts';
import { parsePosition } from '../../../platform/sites/position.ts';
import { messageOf } from '../../../platform/util/errors.ts';
import { version } from '../../../platform/version.ts';
import { allSites } from '../store.ts';
import { timelineOf } from '../store/log.ts';
import type { Site, SiteReport } from '../table.ts';
import { stateOfSite } from './call.ts';
import { Copies } from './copies.ts';
import { currentSite } from './current.ts';

/** A secondary asks the primary this often. Two failures in a row mean that it is unreachable: found within five seconds. */
const BEAT_MS = 1_000;
/** Each process of a site reads at every beat whether it was demoted. */
export const EVERY_PROCESS_KNOWS_MS = 2 * BEAT_MS;
const MAX_FAILURES = 2;
/** After a first failure. */
const RETRY_MS = 250;
/** Of a server without other sites: so that one that is added is noticed. */
const SINGLE_BEAT_MS = 5_000;
/** The interval at which a primary asks whether another site was promoted. */
const RIVALS_EVERY_MS = 5_000;
const REPORT_EVERY_MS = 10_000;
const REPORT_TIMEOUT_MS = 5_000;

export interface FollowerOptions {
  report: (message: string, error?: unknown) => void;
  /** Whether a secondary copies files and repositories in the background; true by default. */
  copies?: boolean;
}

const followers = new WeakMap<Services, SiteFollower>();

/** The follower of this process; null for commands and tests that have none. */
export function followerOf(services: Services): SiteFollower | null {
  return followers.get(services) ?? null;
}

/** Keeps `services.site` equal to the rows and the state of the database, and a secondary in contact with its primary. */
export class SiteFollower {
  readonly copies: Copies;
  readonly #services: Services;
  readonly #report: FollowerOptions['report'];
  readonly #stopping = new AbortController();
  readonly #doesCopy: boolean;
  #running: Promise<void> = Promise.resolve();
  #row: Site | null = null;
  #failures = 0;
  #rivalsAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #copying: Promise<void> | null = null;

  constructor(services: Services, { report, copies = true }: FollowerOptions) {
    this.#services = services;
    this.#report = report;
    this.#doesCopy = copies;
    this.copies = new Copies(services, this.#stopping.signal);
    followers.set(services, this);
  }

  /** Resolves once the role is known: a former primary is demoted before it accepts a change. */
  async start(): Promise<void> {
    await this.beat();
    this.#running = this.#beatUntilStopped();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#copying;
    followers.delete(this.#services);
  }

  /** The report of this process about the secondary of a name; null if that is another site. */
  reportOf(name: string): SiteReport | null {
    const { site } = this.#services;
    if (!site.isSecondary || site.name !== name) return null;
    const { lag } = site;
    return {
      version,
      lagBytes: lag?.bytes ?? null,
      lagSeconds: lag?.seconds ?? null,
      filePlace: this.copies.filePlace,
      copies: this.copies.counts,
      failures: this.copies.failures,
    };
  }

  /** One round. Never throws. */
  async beat(): Promise<void> {
    try {
      await this.#readRole();
    } catch (error) {
      // The database is away: everything stays as it was.
      this.#report('could not read the sites', error);
    }
    const { site } = this.#services;
    if (site.isSecondary) await this.#pollPrimary();
    const isReportDue = performance.now() - this.#reportedAt >= REPORT_EVERY_MS;
    if (site.isSecondary && isReportDue && site.isPrimaryReachable) await this.sendReport();
    if (site.isSecondary && this.#doesCopy) this.#copy();
  }

  /** Refuses changes from now on, also after a restart, until the database is a standby. */
  async demote(): Promise<void> {
    const { dataDir, site } = this.#services;
    await mkdir(dirname(markOf(dataDir)), { recursive: true });
    await writeFile(markOf(dataDir), '');
    if (site.role !== 'demoted') this.#report('This site was demoted: another one is the primary');
    site.setRole('demoted');
  }

  async #beatUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const usual = this.#services.site.role === 'single' ? SINGLE_BEAT_MS : BEAT_MS;
      const pause = this.#failures === 1 ? RETRY_MS : usual;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.beat();
    }
  }

  async #readRole(): Promise<void> {
    const { db, site, baseUrl, dataDir } = this.#services;
    const [{ isStandby }, sites] = await Promise.all([site.replayed.read(), allSites(db)]);
    const row = currentSite(sites, { siteName: site.configuredName, baseUrl });
    this.#row = row;
    site.name = row?.name ?? site.configuredName ?? (isStandby ? 'secondary' : null);
    if (isStandby) {
      await clearDemotion(dataDir);
      site.primaryUrl = sites.find(({ isPrimary }) => isPrimary)?.internalUrl ?? null;
      site.hasRepository = (projectId, pushedAt) => this.copies.hasRepository(projectId, pushedAt);
      site.setRole('secondary');
      return;
    }
    site.primaryUrl = null;
    site.hasRepository = null;
    const others = sites.filter(({ id }) => id !== row?.id);
    if ((await isMarked(dataDir)) || (row?.isPrimary && (await this.#hasRival(others)))) return this.demote();
    // During a promotion the database accepts changes a moment before the row says so.
    if (row !== null && !row.isPrimary) site.setRole('demoted');
    else site.setRole(row !== null && others.length > 0 ? 'primary' : 'single');
  }

  /** Whether another site was promoted after this one. */
  async #hasRival(others: readonly Site[]): Promise<boolean> {
    if (performance.now() - this.#rivalsAt < RIVALS_EVERY_MS) return false;
    this.#rivalsAt = performance.now();
    const own = await timelineOf(this.#services.db);
    const states = await Promise.all(
      others.map(({ internalUrl }) => stateOfSite(this.#services, internalUrl).catch(() => null)),
    );
    return states.some((state) => state?.isPrimary === true && (state.timeline ?? 0) > own);
  }

  async #pollPrimary(): Promise<void> {
    const { site } = this.#services;
    try {
      if (site.primaryUrl === null) throw new Error('No site is the primary: add one with its URL');
      const { position, isPrimary } = await stateOfSite(this.#services, site.primaryUrl);
      if (!isPrimary) throw new Error('The site that should be the primary does not accept changes');
      site.clock.sample(parsePosition(position) ?? 0n);
      // Requests that wait for lag see this sample with the position that the standby has now.
      await site.replayed.read();
      if (!site.isPrimaryReachable) this.#report('The primary site is reachable again');
      this.#failures = 0;
      site.setPrimaryReachable(true);
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === MAX_FAILURES) this.#report('The primary site is unreachable', messageOf(error));
      if (this.#failures >= MAX_FAILURES) site.setPrimaryReachable(false);
    }
  }

  /** Tells the primary how this secondary is. Never throws. */
  async sendReport(): Promise<void> {
    const { site } = this.#services;
    const report = site.name === null ? null : this.reportOf(site.name);
    if (!report || site.primaryUrl === null) return;
    this.#reportedAt = performance.now();
    try {
      await callSite(this.#services, site.primaryUrl, '/-/sites/status', {
        method: 'POST',
        body: report,
        signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
      });
    } catch (error) {
      this.#report('could not report to the primary site', error);
    }
  }

  #copy(): void {
    const row = this.#row;
    if (this.#copying || !row?.isEnabled || !this.#services.site.isPrimaryReachable) return;
    this.#copying = this.copies
      .run(row)
      .catch((error: unknown) => this.#report('could not copy files and repositories', error))
      .finally(() => {
        this.#copying = null;
      });
  }
}

const markOf = (dataDir: string): string => join(dataDir, 'site', 'demoted');

/** Lets a site accept changes again: its database is a standby, or was promoted. */
export async function clearDemotion(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}

async function isMarked(dataDir: string): Promise<boolean> {
  return (await stat(markOf(dataDir)).catch(() => null)) !== null;
}
