import type { Day } from '@milepost/core/days';
import { accessLevelOf } from '@milepost/core/roles';
import { createEnvironment } from '../../modules/deployments/commands.ts';
import { createDeployment } from '../../modules/deployments/commands/deployments.ts';
import { protectEnvironment } from '../../modules/deployments/commands/protection.ts';
import type { Environment } from '../../modules/deployments/table.ts';
import { nextIids, type Namespace } from '../../modules/namespaces/store.ts';
import { createRepository, gitOf } from '../../modules/repositories/commands.ts';
import { sizeOf } from '../../modules/repositories/commands/receive.ts';
import { INITIAL_BRANCH } from '../../modules/repositories/store/folders.ts';
import { savePush } from '../../modules/repositories/store.ts';
import { readSarif } from '../../modules/vulnerabilities/commands/report/sarif.ts';
import { Part } from '../../modules/vulnerabilities/commands/report/values.ts';
import { storeScans } from '../../modules/vulnerabilities/commands/reports.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { GitMissingError } from '../../platform/git/errors.ts';
import { requireGit } from '../../platform/git/version.ts';
import { timeOf, writeHistory, type History } from './history.ts';
import { insertRequests } from './requests.ts';
import { deployments, report, requests } from './story/code.ts';

const DEPLOYED_IN_MS = 4 * 60 * 1000;

/** Who writes, by username. */
export type Writers = ReadonlyMap<string, Context>;

/**
 * Gives the sample project a repository, merge requests, deployments, one of which waits for approval, and findings. Without git it gets
 * findings only. The past is written as an import does, in few statements and two processes of git.
 */
export async function makeDelivery(writers: Writers, trx: Trx, project: Namespace, today: Day): Promise<void> {
  const delivery = new Delivery(writers, trx, project, today);
  if (await hasGit()) await delivery.makeCode();
  await delivery.makeFindings();
}

async function hasGit(): Promise<boolean> {
  try {
    await requireGit();
    return true;
  } catch (error) {
    if (error instanceof GitMissingError) return false;
    throw error;
  }
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
    const [ctx, project, today] = [this.#as('yuki'), this.#project, this.#today];
    const folder = await createRepository(ctx, project);
    const firstIid = await nextIids(this.#trx, project.id, 'merge_requests', requests.length);
    const git = gitOf(ctx);
    const history = await writeHistory({ git, folder }, { today, fullPath: project.fullPath, firstIid });
    const sizeBytes = await sizeOf(git, folder);
    await savePush(this.#trx, project.id, { defaultBranch: INITIAL_BRANCH, sizeBytes });
    const as = (username: string) => this.#as(username);
    await insertRequests(this.#trx, { project, today, firstIid, commits: history.requests, as });
    await this.#deploy(history);
  }

  async #deploy(history: History): Promise<void> {
    const environments = new Map<string, Environment>();
    for (const tier of ['development', 'staging', 'production'] as const) {
      environments.set(tier, await createEnvironment(this.#as('yuki'), this.#project, tier, { tier }));
    }
    await this.#insertPast(history, environments);
    await protectEnvironment(this.#as('yuki'), this.#project, 'production', {
      deployAccessLevels: [{ accessLevel: accessLevelOf.developer }],
      approvalRules: [{ accessLevel: accessLevelOf.maintainer, requiredApprovals: 1 }],
    });
    await createDeployment(this.#as('olu'), this.#project, {
      environment: 'production',
      sha: newestAt(history, 0),
      ref: INITIAL_BRANCH,
      isTag: false,
      status: 'running',
    });
  }

  /** The deployments that have ended. */
  async #insertPast(history: History, environments: ReadonlyMap<string, Environment>): Promise<void> {
    const firstIid = await nextIids(this.#trx, this.#project.id, 'deployments', deployments.length);
    const inOrder = deployments.toSorted((one, other) => one.day - other.day);
    await this.#trx
      .insertInto('deployments')
      .values(
        inOrder.map(({ environment, day, status, by }, index) => {
          const createdAt = timeOf(this.#today, day);
          const finishedAt = new Date(createdAt.getTime() + DEPLOYED_IN_MS);
          return {
            projectId: this.#project.id,
            environmentId: (environments.get(environment) as Environment).id,
            iid: firstIid + index,
            status,
            ref: INITIAL_BRANCH,
            isTag: false,
            sha: newestAt(history, day),
            userId: this.#as(by).viewer.id,
            createdAt,
            updatedAt: finishedAt,
            finishedAt,
          };
        }),
      )
      .execute();
  }

  async makeFindings(): Promise<void> {
    await storeScans(this.#as('tomas'), this.#project, readSarif(new Part(report)));
  }

  #as(username: string): Context {
    return this.#writers.get(username) as Context;
  }
}

/** The commit of the default branch at the end of a day. */
function newestAt({ main }: History, day: number): string {
  return main.findLast((commit) => commit.day <= day)?.sha as string;
}
