import { createHash } from 'node:crypto';
import { NotFoundError } from '@milepost/core/errors';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { type CounterOf, sharedCounter } from '../../../platform/http/request-limits.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import type { ProjectCode } from '../commands.ts';
import { lastCommitOf, type Repo } from '../store/commits.ts';
import { pathInCommit } from '../store/names.ts';
import { entryAt, listTree, listWholeTree, type TreeEntry } from '../store/trees.ts';
import { codeOf, commitOf, countRead, endWithReply, MAX_EXPENSIVE_READS, setFileHeaders, tags } from './code.ts';

/** Larger files are only streamed, by the raw call. */
const MAX_JSON_BYTES = 50 * 1024 * 1024;
const LARGE_BYTES = 10 * 1024 * 1024;
/** Up to here a file is read through the process that stays open. */
const MAX_READ_BYTES = 1024 * 1024;
/** How many bytes decide whether a file is text. */
const SNIFFED_BYTES = 8_000;

const refInput = { description: 'A branch, tag or commit' };

/** Files and folders of a commit. */
export function addFileRoutes(routes: Routes): void {
  const largeReads = sharedCounter(MAX_EXPENSIVE_READS, 'large files');
  routes.get(
    '/projects/:id/repository/files/:file_path',
    {
      summary: 'A file with its content',
      tags,
      access: 'readFiles',
      input: Type.Object({ ref: Type.String(refInput) }),
    },
    async ({ params, input, reply, http }, ctx) => {
      const file = await fileOf(ctx, params, input.ref);
      const { entry, size, commitId, code, repo } = file;
      if (size > LARGE_BYTES && http.method !== 'HEAD') countRead(largeReads, ctx, code, http.ip);
      if (size > MAX_JSON_BYTES) {
        return reply.code(413).send({ message: 'The file is too large. Read it with the raw call.' });
      }
      const { git, folder } = repo;
      const object = await git.objects.read(folder, entry.id, MAX_JSON_BYTES);
      const content = object?.content ?? Buffer.alloc(0);
      const answer = {
        file_name: entry.name,
        file_path: entry.path,
        size,
        encoding: 'base64',
        content_sha256: createHash('sha256').update(content).digest('hex'),
        ref: input.ref,
        blob_id: entry.id,
        commit_id: commitId,
        last_commit_id: await lastCommitOf(repo, commitId, entry.path),
        execute_filemode: entry.mode === '100755',
      };
      setFileHeaders(
        reply,
        Object.fromEntries(Object.entries(answer).map(([name, value]) => [name.replaceAll('_', '-'), value])),
      );
      return { ...answer, content: content.toString('base64') };
    },
  );
  routes.get(
    '/projects/:id/repository/files/:file_path/raw',
    {
      summary: 'The bytes of a file',
      tags,
      access: 'readFiles',
      input: Type.Object({ ref: Type.Optional(Type.String(refInput)) }),
    },
    async (request, ctx) => sendRaw(request, ctx, largeReads, request.input.ref),
  );
  routes.get(
    '/projects/:id/repository/tree',
    {
      summary: 'The files and folders of a folder',
      tags,
      access: 'readFiles',
      input: Type.Object({
        ...pagingInput,
        path: Type.Optional(Type.String({ description: 'The folder; the root without it' })),
        ref: Type.Optional(Type.String({ description: 'A branch, tag or commit; the default branch without it' })),
        recursive: Type.Optional(Type.Boolean({ description: 'With everything below' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const found = await codeOf(ctx, params);
      const commitId = await commitOf(found, input.ref, 'Tree');
      const given = (input.path ?? '').replace(/\/$/, '');
      const path = given === '' ? '' : pathInCommit(given);
      const list = input.recursive ? listWholeTree : listTree;
      const entries = path === null ? null : await list(found.repo, commitId, path);
      if (!entries) throw new NotFoundError('Tree');
      const page = pageRequest(input);
      return new RestPage(entries.slice(page.offset, page.offset + page.perPage), entries.length, page);
    },
  );
}

interface FoundFile {
  code: ProjectCode;
  repo: Repo;
  commitId: string;
  entry: TreeEntry;
  size: number;
}

/** The file of a route. A symbolic link is a file with its target as content. */
async function fileOf(
  ctx: Context,
  params: Readonly<Record<string, string>>,
  ref: string | undefined,
): Promise<FoundFile> {
  const found = await codeOf(ctx, params);
  const path = pathInCommit(params['file_path'] ?? '');
  const commitId = await commitOf(found, ref);
  const entry = path === null ? null : await entryAt(found.repo, commitId, path);
  if (entry?.type !== 'blob') throw new NotFoundError('File');
  const { git, folder } = found.repo;
  const info = await git.objects.info(folder, entry.id);
  return { ...found, commitId, entry, size: info?.size ?? 0 };
}

async function sendRaw(
  { params, reply, http }: Pick<RouteRequest<never>, 'params' | 'reply' | 'http'>,
  ctx: Context,
  largeReads: CounterOf,
  ref: string | undefined,
): Promise<unknown> {
  const { entry, size, repo, code } = await fileOf(ctx, params, ref);
  const { git, folder } = repo;
  const typed = (type: string): FastifyReply =>
    reply
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .header('content-length', size)
      .type(type);
  if (size <= MAX_READ_BYTES) {
    const content = (await git.objects.read(folder, entry.id, MAX_READ_BYTES))?.content ?? Buffer.alloc(0);
    const isText = !content.subarray(0, SNIFFED_BYTES).includes(0);
    return typed(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream').send(content);
  }
  if (http.method === 'HEAD') return typed('application/octet-stream').send();
  if (size > LARGE_BYTES) countRead(largeReads, ctx, code, http.ip);
  const process = await git.stream(['cat-file', 'blob', entry.id], { folder });
  endWithReply(reply, process);
  return typed('application/octet-stream').send(process.stdout);
}
