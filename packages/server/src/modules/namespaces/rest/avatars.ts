import type { FastifyInstance } from 'fastify';
import { receiveImage, sendImage } from '../../../platform/images/image.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { answer } from '../../users/rest/page-endpoints.ts';
import { changeNamespaceAvatar, findNamespaceAvatar } from '../commands/avatars.ts';

const image = '/-/avatars/:kind(^group|project$)/:id(^\\d{1,18}$)';

/** The avatars of groups and projects: upload, removal, and the image itself. */
export function addAvatarPages(server: FastifyInstance, { contextOf }: Host): void {
  answer(server, 'PUT', image, async (request) => {
    const ctx = await contextOf(request);
    const { id } = request.params as { id: string };
    return { avatar_url: await changeNamespaceAvatar(ctx, id, await receiveImage(request, 'avatar')) };
  });

  answer(server, 'DELETE', image, async (request, reply) => {
    const { id } = request.params as { id: string };
    await changeNamespaceAvatar(await contextOf(request), id, null);
    return reply.code(204).send();
  });

  answer(server, 'GET', `${image}/:digest(^[0-9a-f]{16}$)`, async (request, reply) => {
    const { id, digest } = request.params as { id: string; digest: string };
    return sendImage(reply, await findNamespaceAvatar(await contextOf(request), Number(id), digest));
  });
}
