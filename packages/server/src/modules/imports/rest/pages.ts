import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { findImport, listImports, startImport } from '../commands/uploads.ts';
import { receiveArchive } from './upload.ts';
import type { Import } from '../store.ts';

/** Number of imports on the page, newest first. */
const SHOWN = 20;

/** Endpoints of the Import page: an upload, and its progress. */
export function addImportPages(
  server: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  const schema = { hide: true };

  server.post('/-/imports', { schema }, async (request, reply) => {
    const ctx = await contextOf(request);
    const { upload, fileName, fields } = await receiveArchive(ctx, request);
    const into = fields['into'] || null;
    const name = fields['name'] || null;
    return reply.code(201).send(present(await startImport(ctx, upload, { fileName, into, name })));
  });

  server.get('/-/imports', { schema }, async (request, reply) => {
    // The page and its data have the same URL: a navigation requests HTML, the page requests JSON.
    if (request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const { rows } = await listImports(await contextOf(request), { perPage: SHOWN, offset: 0 });
    return reply.header('cache-control', 'no-store').send(rows.map(present));
  });

  server.get('/-/imports/:id', { schema }, async (request, reply) => {
    const id = idParam<'Import'>(request.params as Record<string, string>, 'id');
    const found = await findImport(await contextOf(request), id);
    return reply.header('cache-control', 'no-store').send(present(found));
  });
}

function present(each: Import): object {
  return {
    id: each.id,
    state: each.state,
    fileName: each.fileName,
    size: each.size,
    into: each.intoPath,
    phase: each.phase,
    done: each.done,
    total: each.total,
    report: each.report,
    error: each.error,
    createdAt: each.createdAt.toISOString(),
    startedAt: each.startedAt?.toISOString() ?? null,
    finishedAt: each.finishedAt?.toISOString() ?? null,
  };
}
