import { Type, type Static } from 'typebox';
import { InputError } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { commitFiles, fileActions, type FileAction } from '../commands/commit-files.ts';
import { repoOf } from '../commands/refs.ts';
import { readCommit } from '../store/commits.ts';
import { readStats } from '../store/diffs.ts';
import { refInput, tags } from './code.ts';
import { presentCommit } from './presenters.ts';

const MAX_ACTIONS = 500;
const MAX_MESSAGE = 100_000;

const commitFields = {
  branch: refInput('The branch that gets the commit'),
  commit_message: Type.String({ minLength: 1, maxLength: MAX_MESSAGE }),
  start_branch: Type.Optional(refInput('Where the branch begins if it is new')),
  author_name: Type.Optional(Type.String({ maxLength: 255 })),
  author_email: Type.Optional(Type.String({ maxLength: 255 })),
} as const;
const encoding = Type.Optional(Type.Enum(['text', 'base64'], { default: 'text' }));
const lastCommitId = Type.Optional(
  refInput('The newest commit of the file that you have seen; the call is refused after a newer one'),
);
const executable = Type.Optional(Type.Boolean());

const newFile = { ...commitFields, content: Type.String(), encoding, execute_filemode: executable };
const actionInput = Type.Object({
  action: Type.Enum([...fileActions]),
  file_path: Type.String(),
  previous_path: Type.Optional(Type.String({ description: 'Of a file that is moved' })),
  content: Type.Optional(Type.String()),
  encoding,
  last_commit_id: lastCommitId,
  execute_filemode: executable,
});

/** Commits over REST. */
export function addWriteRoutes(routes: Routes): void {
  const file = '/projects/:id/repository/files/:file_path';
  routes.post(
    file,
    { summary: 'Create a file in a commit', tags, signedIn: true, input: Type.Object(newFile) },
    async ({ params, input }, ctx) => {
      const path = params['file_path'] ?? '';
      await commitFiles(ctx, params['id'] ?? '', commitOf(input, [actionOf('create', path, input)]));
      return { file_path: path, branch: input.branch };
    },
  );
  routes.put(
    file,
    {
      summary: 'Change a file in a commit',
      tags,
      signedIn: true,
      input: Type.Object({ ...newFile, last_commit_id: lastCommitId }),
    },
    async ({ params, input }, ctx) => {
      const path = params['file_path'] ?? '';
      await commitFiles(ctx, params['id'] ?? '', commitOf(input, [actionOf('update', path, input)]));
      return { file_path: path, branch: input.branch };
    },
  );
  routes.delete(
    file,
    {
      summary: 'Delete a file in a commit',
      tags,
      signedIn: true,
      input: Type.Object({ ...commitFields, last_commit_id: lastCommitId }),
    },
    async ({ params, input }, ctx) => {
      const action = actionOf('delete', params['file_path'] ?? '', input);
      await commitFiles(ctx, params['id'] ?? '', commitOf(input, [action]));
    },
  );
  routes.post(
    '/projects/:id/repository/commits',
    {
      summary: 'Commit several files',
      tags,
      signedIn: true,
      input: Type.Object({
        ...commitFields,
        start_sha: Type.Optional(refInput('The commit at which the branch begins if it is new')),
        stats: Type.Optional(Type.Boolean({ default: true, description: 'With the numbers of changed lines' })),
        actions: Type.Array(actionInput, { minItems: 1, maxItems: MAX_ACTIONS }),
      }),
    },
    async ({ params, input }, ctx) => {
      const actions = input.actions.map((each) => actionOf(each.action, each.file_path, each));
      const { code, commitId } = await commitFiles(ctx, params['id'] ?? '', commitOf(input, actions));
      const repo = repoOf(ctx, code);
      const commit = await readCommit(repo, commitId);
      const stats = input.stats === false ? null : await readStats(repo, [commitId]);
      return commit && presentCommit(commit, code, ctx, stats?.get(commitId));
    },
  );
}

const commitInput = Type.Object({ ...commitFields, start_sha: Type.Optional(Type.String()) });

function commitOf(input: Static<typeof commitInput>, actions: readonly FileAction[]) {
  return {
    branch: input.branch,
    start: input.start_branch || input.start_sha || undefined,
    message: input.commit_message,
    authorName: input.author_name,
    authorEmail: input.author_email,
    actions,
  };
}

interface FileInput {
  previous_path?: string;
  content?: string;
  encoding?: 'text' | 'base64';
  last_commit_id?: string;
  execute_filemode?: boolean;
}

function actionOf(action: FileAction['action'], path: string, input: FileInput): FileAction {
  return {
    action,
    path,
    previousPath: input.previous_path,
    content: input.content === undefined ? undefined : contentOf(input.content, input.encoding),
    lastCommitId: input.last_commit_id,
    isExecutable: input.execute_filemode,
  };
}

function contentOf(content: string, encoding: FileInput['encoding']): Buffer {
  if (encoding !== 'base64') return Buffer.from(content);
  if (!/^[\w+/=\s-]*$/.test(content)) throw new InputError(['content is invalid']);
  return Buffer.from(content, 'base64');
}
