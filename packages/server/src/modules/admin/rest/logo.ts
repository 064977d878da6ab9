import type { FastifyInstance } from 'fastify';
import { receiveImage, sendImage } from '../../../platform/images/image.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { answer } from '../../users/rest/page-endpoints.ts';
import { changeLogo, findLogo } from '../commands/logo.ts';
import { requireAdministrator } from '../policy.ts';

/** The logo of the installation: administrators change it, everybody sees it. */
export function addLogoPages(server: FastifyInstance, { contextOf, services }: Host): void {
  answer(server, 'PUT', '/-/admin/logo', async (request) => {
    const ctx = await contextOf(request);
    requireAdministrator(ctx.viewer);
    return { logo_url: await changeLogo(ctx, await receiveImage(request, 'logo')) };
  });

  answer(server, 'DELETE', '/-/admin/logo', async (request, reply) => {
    await changeLogo(await contextOf(request), null);
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/logo/:digest(^[0-9a-f]{16}$)', async (request, reply) => {
    const { digest } = request.params as { digest: string };
    return sendImage(reply, await findLogo(services, digest), true);
  });
}
