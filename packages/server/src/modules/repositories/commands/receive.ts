import type { Context } from '../../../platform/context.ts';
import type { Git } from '../../../platform/git/git.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { ProjectCode } from '../commands.ts';
import { repositoryPolicy } from '../policy.ts';
import { linesOf } from '../store/commits.ts';
import { INITIAL_BRANCH } from '../store/folders.ts';
import { pointHead } from '../store/refs.ts';
import { repositoryOf, savePush } from '../store.ts';
import { NO_OBJECT, type PushRules, type RefUpdate } from './push.ts';

const MEGABYTE = 1024 * 1024;

/** What this viewer may push, and how much. */
export function rulesOfPush(
  ctx: Context,
  { project, repository }: ProjectCode,
): PushRules & { size: { maxBytes: number; tooLarge: string } } {
  const { maxPushBytes, maxRepositoryBytes } = ctx.services.git.limits;
  const free = maxRepositoryBytes - (repository?.sizeBytes ?? 0);
  const repositoryText = `the repository is larger than its limit of ${maxRepositoryBytes / MEGABYTE} MB`;
  return {
    defaultBranch: repository?.defaultBranch ?? INITIAL_BRANCH,
    mayPushToDefaultBranch: ctx.can(repositoryPolicy.pushToDefaultBranch, project),
    refusedAtAll: free <= 0 ? repositoryText : null,
    size: {
      maxBytes: Math.min(maxPushBytes, free),
      tooLarge:
        free < maxPushBytes ? repositoryText : `the push is larger than the limit of ${maxPushBytes / MEGABYTE} MB`,
    },
  };
}

declare module '../../../platform/context.ts' {
  interface Events {
    /** Branches that moved, were made or removed: those of one push, or by a merge. */
    'repository.pushed': { branches: readonly MovedBranch[] };
  }
}

export interface MovedBranch {
  name: string;
  /** Null: it is new. */
  before: string | null;
  /** Null: it was removed. */
  after: string | null;
}

/** Further branches of one push are not announced. */
const MAX_ANNOUNCED = 100;

/**
 * Stores what a push or fetch changed: the size, and the default branch after the first push. Announces the branches. `newDefault`: the
 * default branch of a fetch.
 */
export async function afterPush(
  ctx: Context,
  project: Namespace,
  folder: string,
  updates: readonly RefUpdate[],
  newDefault: string | null = null,
): Promise<void> {
  if (updates.length === 0) return;
  const repository = await repositoryOf(ctx.db, project.id);
  const before = repository?.defaultBranch ?? null;
  const defaultBranch = newDefault ?? before ?? (await chooseDefaultBranch(ctx, folder, updates));
  if (defaultBranch !== null && defaultBranch !== before) await pointHead(ctx.services.git, folder, defaultBranch);
  const sizeBytes = await sizeOf(ctx.services.git, folder);
  await ctx.transaction(async (trx) => {
    await savePush(trx, project.id, { defaultBranch, sizeBytes });
    const branches = updates.flatMap(movedBranch).slice(0, MAX_ANNOUNCED);
    if (branches.length === 0) return;
    trx.announce({ name: 'repository.pushed', namespaceId: project.id, data: { branches } });
  });
}

function movedBranch({ ref, before, after }: RefUpdate): MovedBranch[] {
  const name = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const commitOf = (oid: string): string | null => (NO_OBJECT.test(oid) ? null : oid);
  return name === undefined ? [] : [{ name, before: commitOf(before), after: commitOf(after) }];
}

/** `main`, else `master`, else the first one by name; null without branches. */
async function chooseDefaultBranch(
  ctx: Context,
  folder: string,
  updates: readonly RefUpdate[],
): Promise<string | null> {
  const isFirstChoice = ({ ref, after }: RefUpdate) => ref === `refs/heads/${INITIAL_BRANCH}` && !NO_OBJECT.test(after);
  if (updates.some(isFirstChoice)) return INITIAL_BRANCH;
  const { git } = ctx.services;
  const output = await git.run(['for-each-ref', '--count=1000', '--format=%(refname:lstrip=2)', 'refs/heads/'], {
    folder,
  });
  const names = linesOf(output);
  return [INITIAL_BRANCH, 'master'].find((name) => names.includes(name)) ?? names[0] ?? null;
}

/** The bytes of the objects. */
export async function sizeOf(git: Git, folder: string): Promise<number> {
  const output = await git.run(['count-objects', '-v'], { folder });
  const figures = new Map(linesOf(output).map((line) => line.split(': ', 2) as [string, string]));
  return 1024 * (Number(figures.get('size') ?? 0) + Number(figures.get('size-pack') ?? 0));
}
