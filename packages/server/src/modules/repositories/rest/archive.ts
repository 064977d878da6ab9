import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { DomainError, NotFoundError } from '@milepost/core/errors';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { type CounterOf, sharedCounter } from '../../../platform/http/request-limits.ts';
import { asDownload } from '../../../platform/rest/download.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { gitEnvironment } from '../../../platform/git/environment.ts';
import { pathInCommit } from '../store/names.ts';
import { codeOf, commitOf, countRead, endWithReply, MAX_EXPENSIVE_READS, tags } from './code.ts';

interface Format {
  /** What git writes. */
  format: 'tar' | 'zip' | 'tar.bz2';
  type: string;
  isGzip?: true;
}

const formats: Readonly<Record<string, Format>> = {
  'tar.gz': { format: 'tar', type: 'application/gzip', isGzip: true },
  tgz: { format: 'tar', type: 'application/gzip', isGzip: true },
  'tar.bz2': { format: 'tar.bz2', type: 'application/x-bzip2' },
  tbz2: { format: 'tar.bz2', type: 'application/x-bzip2' },
  tar: { format: 'tar', type: 'application/x-tar' },
  zip: { format: 'zip', type: 'application/zip' },
};

class NoBzipError extends DomainError {
  override name = 'NoBzipError';
  readonly code = 'BZIP2_MISSING' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('The program bzip2 is not installed. Choose another format.');
  }
}

const input = Type.Object({
  sha: Type.Optional(Type.String({ description: 'A branch, tag or commit; the default branch without it' })),
  path: Type.Optional(Type.String({ description: 'Only this folder' })),
});

/** A commit as an archive. */
export function addArchiveRoutes(routes: Routes): void {
  const reads = sharedCounter(MAX_EXPENSIVE_READS, 'archives');
  const path = '/projects/:id/repository/archive';
  const about = { summary: 'The files of a commit as an archive', tags, access: 'readFiles', input } as const;
  routes.get(path, about, (request, ctx) => sendArchive(request, ctx, reads, 'tar.gz'));
  routes.get(`${path}.:format`, about, (request, ctx) =>
    sendArchive(request, ctx, reads, request.params['format'] ?? ''),
  );
}

async function sendArchive(
  { params, input: wanted, reply, http }: RouteRequest<typeof input>,
  ctx: Context,
  reads: CounterOf,
  extension: string,
): Promise<unknown> {
  const found = await codeOf(ctx, params);
  const chosen = Object.hasOwn(formats, extension) ? formats[extension] : undefined;
  if (!chosen) throw new NotFoundError('Format');
  const { project } = found.code;
  const { git, folder } = found.repo;
  const commitId = await commitOf(found, wanted.sha, 'File');
  const below = wanted.path === undefined || wanted.path === '' ? '' : pathInCommit(wanted.path.replace(/\/$/, ''));
  const tree = below === null ? null : await git.objects.info(folder, `${commitId}:${below}`);
  if (tree?.type !== 'tree') throw new NotFoundError('File');
  countRead(reads, ctx, found.code, http.ip);
  if (chosen.format === 'tar.bz2' && !(await hasBzip())) throw new NoBzipError();
  const ref = (wanted.sha ?? found.code.repository?.defaultBranch ?? '').replaceAll(/[^\w.-]/g, '-');
  const name = [project.path, ref, ...(commitId === wanted.sha ? [] : [commitId])].join('-');
  const sent = (): FastifyReply => asDownload(reply, chosen.type, `${name}.${extension}`);
  if (http.method === 'HEAD') return sent().send();
  const process = await git.stream(
    ['archive', `--format=${chosen.format}`, `--prefix=${name}/`, below === '' ? commitId : `${commitId}:${below}`],
    { folder, config: ['tar.tar.bz2.command=bzip2 -c'] },
  );
  endWithReply(reply, process);
  return sent().send(chosen.isGzip ? process.stdout.pipe(createGzip()) : process.stdout);
}

async function hasBzip(): Promise<boolean> {
  for (const folder of (gitEnvironment()['PATH'] ?? '').split(delimiter)) {
    try {
      await access(join(folder, 'bzip2'), constants.X_OK);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}
