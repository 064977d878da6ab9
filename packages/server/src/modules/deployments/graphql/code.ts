import { webPathOf } from '@milepost/core/namespaces';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { readCommit, type Commit } from '../../repositories/store/commits.ts';
import { refsWith } from '../../repositories/store/refs.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { usersByPublicEmail } from '../../users/store.ts';
import { repoOf } from '../commands/code.ts';
import type { Deployment } from '../table.ts';

interface CommitAt {
  commit: Commit;
  project: Namespace;
}
interface TagAt {
  name: string;
  project: Namespace;
}

export const CommitRef = builder.objectRef<CommitAt>('Commit');
export const DeploymentTagRef = builder.objectRef<TagAt>('DeploymentTag');
export const CiJobRef = builder.objectRef<object>('CiJob');
const PipelineRef = builder.interfaceRef<object>('PipelineInterface');

export async function commitOf(ctx: Context, deployment: Deployment): Promise<CommitAt | null> {
  const at = await repoOf(ctx, deployment);
  const commit = at && (await readCommit(at.repo, deployment.sha));
  return at && commit && { commit, project: at.project };
}

/** The tags whose history contains the commit. */
export async function tagsOf(ctx: Context, deployment: Deployment): Promise<TagAt[]> {
  const at = await repoOf(ctx, deployment);
  if (!at || !(await readCommit(at.repo, deployment.sha))) return [];
  const refs = await refsWith(at.repo, deployment.sha);
  return refs.filter(({ type }) => type === 'tag').map(({ name }) => ({ name, project: at.project }));
}

export function describeCode(): void {
  CommitRef.implement({
    description: 'A commit of the repository',
    fields: (t) => ({
      id: t.id({ resolve: ({ commit }) => `gid://gitlab/Commit/${commit.id}` }),
      sha: t.string({ resolve: ({ commit }) => commit.id }),
      shortId: t.string({ resolve: ({ commit }) => commit.id.slice(0, 8) }),
      title: t.string({ nullable: true, resolve: ({ commit }) => commit.message.trimStart().split('\n', 1)[0] ?? '' }),
      authorName: t.string({ nullable: true, resolve: ({ commit }) => commit.author.name }),
      authorEmail: t.string({ nullable: true, resolve: ({ commit }) => commit.author.email }),
      authorGravatar: t.string({ nullable: true, resolve: () => null }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        description: 'The account whose public address is the author’s',
        resolve: ({ commit }, _args, ctx) => ctx.load(usersByPublicEmail, commit.author.email.toLowerCase()),
      }),
      webPath: t.string({ resolve: ({ commit, project }) => `${webPathOf(project)}/-/commit/${commit.id}` }),
    }),
  });
  DeploymentTagRef.implement({
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true }),
      path: t.string({ nullable: true, resolve: ({ name }) => `tags/${name}` }),
      webPath: t.string({ nullable: true, resolve: ({ name, project }) => `${webPathOf(project)}/-/tags/${name}` }),
    }),
  });
  PipelineRef.implement({
    description: 'For documents of the published API only: pipelines run outside Milepost',
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: () => null }),
      path: t.string({ nullable: true, resolve: () => null }),
    }),
  });
  CiJobRef.implement({
    description: 'For documents of the published API only: pipelines run outside Milepost',
    fields: (t) => ({
      id: t.field({ type: 'JobID', nullable: true, resolve: () => null }),
      name: t.string({ nullable: true, resolve: () => null }),
      webPath: t.string({ nullable: true, resolve: () => null }),
      canPlayJob: t.boolean({ resolve: () => false }),
      manualJob: t.boolean({ nullable: true, resolve: () => false }),
      playable: t.boolean({ resolve: () => false }),
      pipeline: t.field({ type: PipelineRef, nullable: true, resolve: () => null }),
    }),
  });
}
