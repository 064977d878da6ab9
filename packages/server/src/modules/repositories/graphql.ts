import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { findLocation, type Location } from './commands/locations.ts';
import { repositoryPolicy } from './policy.ts';
import { readCommit, type Commit } from './store/commits.ts';
import { lastChangesOf } from './store/last-changes.ts';
import { isMirror } from './store/remotes.ts';
import type { TreeEntry } from './store/trees.ts';
import { repositoriesByProject } from './store.ts';

/** Entries of one page of a folder. */
const PAGE_OF_ENTRIES = 100;

interface EntryAt {
  entry: TreeEntry;
  commit: Commit | null;
}

const RepositoryRef = builder.objectRef<Namespace>('Repository');
const LocationRef = builder.objectRef<Location>('RepositoryLocation');
const EntryRef = builder.objectRef<EntryAt>('RepositoryEntry');
const EntryTypeEnum = builder.enumType('EntryType', { values: ['blob', 'commit', 'tree'] as const });
const CommitRef = builder.objectRef<Commit>('RepositoryCommit');
const FileRef = builder.objectRef<NonNullable<Location['file']>>('RepositoryFile');

async function defaultBranchOf(ctx: Context, { id }: Namespace): Promise<string | null> {
  return (await ctx.load(repositoriesByProject, id))?.defaultBranch ?? null;
}

/** The code of a project, as its pages show it. */
export function extendSchema(): void {
  describeLocation();
  RepositoryRef.implement({
    description: 'The Git repository of a project',
    fields: (t) => ({
      exists: t.boolean({ resolve: async ({ id }, _args, ctx) => Boolean(await ctx.load(repositoriesByProject, id)) }),
      empty: t.boolean({ resolve: async (project, _args, ctx) => (await defaultBranchOf(ctx, project)) === null }),
      rootRef: t.string({
        nullable: true,
        description: 'The default branch',
        resolve: (project, _args, ctx) => defaultBranchOf(ctx, project),
      }),
      isMirror: t.boolean({
        description: 'Milepost extension. Whether it follows a remote: nobody can push to it',
        resolve: async ({ id }, _args, ctx) => (await ctx.load(isMirror, id)) ?? false,
      }),
      location: t.field({
        type: LocationRef,
        nullable: true,
        description: 'Milepost extension. The file or folder at `ref/path`; the root of the default branch without it',
        args: { at: t.arg.string({ defaultValue: '' }) },
        resolve: (project, { at }, ctx) => findLocation(ctx, project.id, at ?? ''),
      }),
    }),
  });
  builder.objectFields(ProjectRef, (t) => ({
    repository: t.field({
      type: RepositoryRef,
      nullable: true,
      description: 'Null for those who may not read the code',
      resolve: (project, _args, ctx) => (ctx.can(repositoryPolicy.read, project) ? project : null),
    }),
    httpUrlToRepo: t.string({
      nullable: true,
      resolve: ({ fullPath }, _args, ctx) => `${ctx.baseUrl}/${fullPath}.git`,
    }),
  }));
  builder.objectFields(ProjectPermissionsRef, (t) => ({
    downloadCode: t.boolean({ resolve: (project, _args, ctx) => ctx.can(repositoryPolicy.read, project) }),
    pushCode: t.boolean({
      resolve: async (project, _args, ctx) =>
        ctx.can(repositoryPolicy.push, project) && !(await ctx.load(isMirror, project.id)),
    }),
  }));
}

function describeLocation(): void {
  CommitRef.implement({
    description: 'Milepost extension. A commit of a file or folder',
    fields: (t) => ({
      sha: t.string({ resolve: ({ id }) => id }),
      shortId: t.string({ resolve: ({ id }) => id.slice(0, 8) }),
      title: t.string({ resolve: ({ message }) => message.trimStart().split('\n', 1)[0] ?? '' }),
      authorName: t.string({ resolve: ({ author }) => author.name }),
      authoredDate: t.string({ resolve: ({ author }) => author.date }),
    }),
  });
  EntryRef.implement({
    description: 'Milepost extension. An entry of a folder, with the newest commit that changed it',
    fields: (t) => ({
      name: t.string({ resolve: ({ entry }) => entry.name }),
      path: t.string({ resolve: ({ entry }) => entry.path }),
      type: t.field({ type: EntryTypeEnum, resolve: ({ entry }) => entry.type }),
      mode: t.string({ resolve: ({ entry }) => entry.mode }),
      lastCommit: t.field({ type: CommitRef, nullable: true, resolve: ({ commit }) => commit }),
    }),
  });
  FileRef.implement({
    description: 'Milepost extension. A file',
    fields: (t) => ({
      name: t.string({ resolve: ({ entry }) => entry.name }),
      size: t.int({ resolve: ({ size }) => Math.min(size, 2 ** 31 - 1) }),
      text: t.string({ nullable: true, description: 'Null if it is large or no text', resolve: ({ text }) => text }),
    }),
  });
  LocationRef.implement({
    description: 'Milepost extension. A file or folder of a branch, tag or commit',
    fields: (t) => ({
      ref: t.exposeString('ref'),
      path: t.exposeString('path'),
      lastCommit: t.field({
        type: CommitRef,
        nullable: true,
        description: 'The commit of the ref',
        resolve: ({ repo, commitId }) => readCommit(repo, commitId),
      }),
      entryCount: t.int({ nullable: true, resolve: ({ entries }) => entries && entries.length }),
      entries: t.field({
        type: [EntryRef],
        nullable: true,
        description: `Of a folder, folders first, ${PAGE_OF_ENTRIES} at a time`,
        args: { offset: t.arg.int({ defaultValue: 0 }) },
        resolve: async ({ repo, commitId, path, entries }, { offset }) => {
          const from = Math.max(0, offset ?? 0);
          const some = entries?.slice(from, from + PAGE_OF_ENTRIES);
          if (!some) return null;
          const changes = await lastChangesOf(repo, commitId, path, some);
          return Promise.all(
            some.map(async (entry) => ({ entry, commit: await readCommit(repo, changes.get(entry.name) ?? commitId) })),
          );
        },
      }),
      file: t.field({ type: FileRef, nullable: true, resolve: ({ file }) => file }),
    }),
  });
}
