import type { Context } from '../../../platform/context.ts';
import { mergedWithCommits } from '../../merge-requests/store/lists.ts';
import type { MergeRequest } from '../../merge-requests/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { gitOf } from '../../repositories/commands.ts';
import { repositoryPolicy } from '../../repositories/policy.ts';
import { listCommits, readCommit, type Repo } from '../../repositories/store/commits.ts';
import { folderOf, isUsable } from '../../repositories/store/folders.ts';
import { repositoriesByProject } from '../../repositories/store.ts';
import { successBefore } from '../store/deployments.ts';
import type { Deployment } from '../table.ts';

/** Commits of one deployment whose merge requests are listed, newest first. */
const MAX_COMMITS = 10_000;

/** The repository of a deployment's project; null if it has none, or none that the viewer may read. */
export async function repoOf(
  ctx: Context,
  { projectId }: Deployment,
): Promise<{ repo: Repo; project: Namespace } | null> {
  const project = (await ctx.load(namespacesById, projectId)) as Namespace;
  if (!ctx.can(repositoryPolicy.read, project) || !(await ctx.load(repositoriesByProject, projectId))) return null;
  const folder = folderOf(ctx.services.dataDir, projectId);
  return (await isUsable(folder)) ? { repo: { git: gitOf(ctx), folder }, project } : null;
}

/** The requests merged between the previous successful deployment to the environment and this one; none without the commit here. */
export async function mergeRequestsOf(ctx: Context, deployment: Deployment): Promise<MergeRequest[]> {
  const at = await repoOf(ctx, deployment);
  if (!at || !(await readCommit(at.repo, deployment.sha))) return [];
  const previous = await successBefore(ctx.db, deployment);
  const from = previous && (await readCommit(at.repo, previous.sha)) ? `${previous.sha}..` : '';
  const shas = await listCommits(at.repo, from + deployment.sha, { offset: 0, limit: MAX_COMMITS });
  return mergedWithCommits(ctx, at.project.id, shas);
}
