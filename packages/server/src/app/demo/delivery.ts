import { Readable } from 'node:stream';
import { addDays, formatDay, type Day } from '@milepost/core/days';
import type { MergeRequestId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import { sql } from 'kysely';
import { createEnvironment } from '../../modules/deployments/commands.ts';
import { createDeployment, updateDeployment } from '../../modules/deployments/commands/deployments.ts';
import { protectEnvironment } from '../../modules/deployments/commands/protection.ts';
import { createMergeRequest } from '../../modules/merge-requests/commands.ts';
import { approve } from '../../modules/merge-requests/commands/approvals.ts';
import { commentOnRequest } from '../../modules/merge-requests/commands/comments.ts';
import { findMergeRequest } from '../../modules/merge-requests/commands/find.ts';
import { mergeRequest } from '../../modules/merge-requests/commands/merge.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { createRepository } from '../../modules/repositories/commands.ts';
import { afterPush } from '../../modules/repositories/commands/receive.ts';
import { linesOf } from '../../modules/repositories/store/commits.ts';
import { INITIAL_BRANCH } from '../../modules/repositories/store/folders.ts';
import { withReceived } from '../../modules/vulnerabilities/commands/received.ts';
import { storeReport } from '../../modules/vulnerabilities/commands/reports.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { gitVersion, isGitUsable } from '../../platform/git/version.ts';
import {
  deployments,
  mainHistory,
  report,
  requests,
  type SampleCommit,
  type SampleDeployment,
  type SampleRequest,
} from './story/code.ts';
import { people } from './story/company.ts';

/** Who writes, by username. */
export type Writers = ReadonlyMap<string, Context>;

/**
 * Gives the sample project a repository, merge requests, deployments, one of which waits for approval, and findings. Without git it gets
 * findings only.
 */
export async function makeDelivery(writers: Writers, trx: Trx, project: Namespace, today: Day): Promise<void> {
  const delivery = new Delivery(writers, trx, project, today);
  if (isGitUsable(await gitVersion())) await delivery.makeCode();
  await delivery.makeFindings();
}

class Delivery {
  readonly #writers: Writers;
  readonly #trx: Trx;
  readonly #project: Namespace;
  readonly #today: Day;

  constructor(writers: Writers, trx: Trx, project: Namespace, today: Day) {
    this.#writers = writers;
    this.#trx = trx;
    this.#project = project;
    this.#today = today;
  }

  async makeCode(): Promise<void> {
    const ctx = this.#as('yuki');
    const folder = await createRepository(ctx, this.#project);
    const { git } = ctx.services;
    await git.run(['fast-import', '--quiet'], { folder, input: this.#stream() });
    const branches = [INITIAL_BRANCH, ...requests.map(({ branch }) => branch)];
    const heads = linesOf(await git.run(['rev-parse', ...branches], { folder }));
    const none = '0'.repeat(40);
    const updates = branches.map((name, at) => ({
      ref: `refs/heads/${name}`,
      before: none,
      after: heads[at] as string,
    }));
    await afterPush(ctx, this.#project, folder, updates);
    for (const request of requests) await this.#makeRequest(request);
    const commits = linesOf(await git.run(['log', '--first-parent', '--format=%H', INITIAL_BRANCH], { folder }));
    await this.#deploy(commits.toReversed());
  }

  /** What `git fast-import` reads. */
  #stream(): string {
    const main = mainHistory.map((commit, at) => this.#commit(INITIAL_BRANCH, commit, `mark :${at + 1}\n`, ''));
    const branches = requests.flatMap(({ branch, commits }) =>
      commits.map((commit, at) => this.#commit(branch, commit, '', at === 0 ? `from :${mainHistory.length}\n` : '')),
    );
    return [...main, ...branches].join('');
  }

  #commit(branch: string, { by, day, message, files }: SampleCommit, mark: string, from: string): string {
    const name = people.find(({ username }) => username === by)?.name ?? by;
    const seconds = Math.floor(this.#timeOf(day).getTime() / 1000);
    const who = `${name} <${by}@tidewater.example> ${seconds} +0000`;
    const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
    const changes = Object.entries(files).map(([path, content]) => `M 100644 inline ${path}\n${data(content)}`);
    return `commit refs/heads/${branch}\n${mark}author ${who}\ncommitter ${who}\n${data(message)}${from}${changes.join('')}\n`;
  }

  async #makeRequest(wanted: SampleRequest): Promise<void> {
    const { branch, title, description, by, reviewer, comments = [] } = wanted;
    const key = this.#project.id;
    const reviewerId = this.#as(reviewer).viewer.id;
    const { id, iid } = await createMergeRequest(this.#as(by), key, {
      title,
      description,
      sourceBranch: branch,
      targetBranch: INITIAL_BRANCH,
      reviewerIds: reviewerId === null ? [] : [reviewerId],
      removesSourceBranch: true,
    });
    for (const { by: author, body } of comments) {
      const ctx = this.#as(author);
      await commentOnRequest(ctx, await findMergeRequest(ctx, key, iid), { body });
    }
    if (wanted.approvedBy !== undefined) await approve(this.#as(wanted.approvedBy), key, iid);
    if (wanted.merged !== undefined) await mergeRequest(this.#as(reviewer), key, iid, {});
    await this.#date(id, wanted);
  }

  /** Moves a request, with its comments, to the days of the story: pages and analytics read these times. */
  async #date(id: MergeRequestId, { created, merged }: SampleRequest): Promise<void> {
    const [createdAt, mergedAt] = [this.#timeOf(created), merged === undefined ? null : this.#timeOf(merged)];
    await sql`
      UPDATE merge_requests SET created_at = ${createdAt}, updated_at = coalesce(${mergedAt}::timestamptz, ${createdAt}),
        merged_at = CASE WHEN state = 'merged' THEN ${mergedAt}::timestamptz END WHERE id = ${id}`.execute(this.#trx);
    await sql`
      UPDATE merge_request_notes SET created_at = ${createdAt}::timestamptz + interval '5 hours' WHERE merge_request_id = ${id}`.execute(
      this.#trx,
    );
  }

  async #deploy(commits: readonly string[]): Promise<void> {
    const days = [...mainHistory.map(({ day }) => day), ...requests.flatMap(({ merged }) => merged ?? [])];
    const newestAt = (day: number): string => commits[days.findLastIndex((each) => each <= day)] as string;
    for (const tier of ['development', 'staging', 'production'] as const) {
      await createEnvironment(this.#as('yuki'), this.#project, tier, { tier });
    }
    for (const each of deployments.toSorted((one, other) => one.day - other.day)) {
      await this.#makeDeployment(each, newestAt(each.day));
    }
    await protectEnvironment(this.#as('yuki'), this.#project, 'production', {
      deployAccessLevels: [{ accessLevel: accessLevelOf.developer }],
      approvalRules: [{ accessLevel: accessLevelOf.maintainer, requiredApprovals: 1 }],
    });
    await createDeployment(this.#as('olu'), this.#project, {
      environment: 'production',
      sha: newestAt(0),
      ref: INITIAL_BRANCH,
      isTag: false,
      status: 'running',
    });
  }

  async #makeDeployment({ environment, day, status, by }: SampleDeployment, sha: string): Promise<void> {
    const ctx = this.#as(by);
    const { id } = await createDeployment(ctx, this.#project, {
      environment,
      sha,
      ref: INITIAL_BRANCH,
      isTag: false,
      status: 'running',
    });
    await updateDeployment(ctx, this.#project, id, status);
    const started = this.#timeOf(day);
    await sql`
      UPDATE deployments SET created_at = ${started}, finished_at = ${started}::timestamptz + interval '4 minutes',
        updated_at = ${started}::timestamptz + interval '4 minutes' WHERE id = ${id}`.execute(this.#trx);
  }

  async makeFindings(): Promise<void> {
    const ctx = this.#as('tomas');
    const source = Readable.from([JSON.stringify(report)]);
    await withReceived(ctx, source, (file) => storeReport(ctx, this.#project, { file }));
  }

  #as(username: string): Context {
    return this.#writers.get(username) as Context;
  }

  /** The morning of a day, relative to today. */
  #timeOf(day: number): Date {
    return new Date(`${formatDay(addDays(this.#today, day))}T09:20:00Z`);
  }
}
