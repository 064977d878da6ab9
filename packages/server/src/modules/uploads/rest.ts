import type { Readable } from 'node:stream';
import { UPLOAD_SECRET, uploadMarkdown } from '@milepost/core/files/uploads';
import { Type, type TObject } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { RouteRequest, Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { findVisibleGroup, findVisibleProject, type NamespaceKey } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { usersById } from '../users/store.ts';
import { addUpload, deleteUpload, findUpload, listUploads, type UploadKey } from './commands.ts';
import { uploadPolicy } from './policy.ts';
import { receiveForm } from './rest/form.ts';
import { filesOf } from './reference.ts';
import { answerFile } from './rest/serve.ts';
import type { Upload } from './store.ts';

const tags = ['uploads'];

interface Face {
  kind: 'project' | 'group';
  find: (ctx: Context, key: NamespaceKey) => Promise<Namespace>;
}

const faces: readonly Face[] = [
  { kind: 'project', find: findVisibleProject },
  { kind: 'group', find: findVisibleGroup },
];

/** The path of a file; restricted to valid secrets, because other routes share the prefix. */
const FILE = `/:secret(^${UPLOAD_SECRET}$)/:filename`;

type Request = RouteRequest<TObject>;

/** The REST API: writers attach files, maintainers list and delete them. */
export function addRoutes(routes: Routes): void {
  for (const face of faces) {
    const { kind, find } = face;
    const path = `/${kind}s/:id/uploads`;
    routes.post(
      path,
      { summary: `Attach a file to a ${kind} (form with \`file\`)`, tags, signedIn: true, isStreamed: true },
      async (request, ctx) => presentNew(await receive(ctx, face, request), kind),
    );
    routes.get(
      path,
      { summary: `Files attached in a ${kind}`, tags, signedIn: true, input: Type.Object(pagingInput) },
      async ({ params, input }, ctx) => {
        const page = pageRequest(input);
        const { rows, total } = await listUploads(ctx, await find(ctx, params['id'] ?? ''), page);
        return new RestPage(await Promise.all(rows.map((row) => present(ctx, row))), total, page);
      },
    );
    routes.get(
      `${path}/:upload_id`,
      { summary: `One file of a ${kind}, by its id`, tags, signedIn: true },
      (request, ctx) => answer(ctx, face, request, uploadPolicy.manage),
    );
    routes.get(`${path}${FILE}`, { summary: `One file of a ${kind}, by its address`, tags }, (request, ctx) =>
      answer(ctx, face, request),
    );
    for (const each of [`${path}/:upload_id`, `${path}${FILE}`]) {
      routes.delete(each, { summary: `Remove a file from a ${kind}`, tags, signedIn: true }, async ({ params }, ctx) =>
        deleteUpload(ctx, await find(ctx, params['id'] ?? ''), keyOf(params)),
      );
    }
  }
}

/** Endpoints below a group or project: upload, and the file URLs of older texts. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const face of faces) {
    const path = `/${face.kind}/:id/uploads`;
    const options = { tags, isBare: true };
    routes.post(
      path,
      {
        ...options,
        summary: `Attach a file to a ${face.kind} (form with \`file\`)`,
        signedIn: true,
        isStreamed: true,
        status: 200,
      },
      async (request, ctx) => ({ link: uploadMarkdown(await receive(ctx, face, request)) }),
    );
    routes.get(path + FILE, { ...options, summary: `One file of a ${face.kind}` }, (request, ctx) =>
      answer(ctx, face, request),
    );
  }
}

/** File URLs in rendered texts: by namespace id, so that they survive renaming the group or project. */
export function addSiteRoutes(routes: Routes): void {
  for (const face of faces) {
    routes.get(
      `/-/${face.kind}/:id(^\\d+$)/uploads${FILE}`,
      { summary: `One file of a ${face.kind}`, tags },
      (request, ctx) => answer(ctx, face, request),
    );
  }
}

/** Checks the permission before it reads the body. */
async function receive(ctx: Context, { find }: Face, { params, http }: Request): Promise<Upload> {
  const namespace = await find(ctx, params['id'] ?? '');
  ctx.require(uploadPolicy.create, namespace);
  const { file } = await receiveForm(ctx, http);
  return addUpload(ctx, namespace, file);
}

async function answer(
  ctx: Context,
  { find }: Face,
  request: Request,
  rule: (typeof uploadPolicy)[keyof typeof uploadPolicy] = uploadPolicy.read,
): Promise<Readable | undefined> {
  const namespace = await find(ctx, request.params['id'] ?? '');
  ctx.require(rule, namespace);
  return answerFile(ctx, request, await findUpload(ctx, namespace, keyOf(request.params)));
}

function keyOf(params: Readonly<Record<string, string>>): UploadKey {
  const { secret, filename } = params;
  if (secret !== undefined) return { secret, fileName: (filename ?? '').normalize('NFC') };
  return { id: idParam<'Upload'>(params, 'upload_id') };
}

/** The published response to an upload. */
function presentNew(upload: Upload, kind: Face['kind']): object {
  const { alt, url, markdown } = uploadMarkdown(upload);
  return { id: upload.id, alt, url, full_path: `${filesOf(kind, upload.namespaceId)}${url}`, markdown };
}

async function present(ctx: Context, upload: Upload): Promise<object> {
  const by = upload.uploadedById === null ? null : await ctx.load(usersById, upload.uploadedById);
  return {
    id: upload.id,
    size: upload.byteSize,
    filename: upload.fileName,
    created_at: upload.createdAt.toISOString(),
    uploaded_by: by && { id: by.id, name: by.name, username: by.username },
  };
}
