import { describe, expect, test as plain } from 'vitest';
import { withoutCredentials } from '../platform/http/log-lines.ts';
import { tokenFor } from '../testing/http.ts';
import { test } from '../testing/test.ts';
import { buildServer } from './server.ts';

describe('credentials in addresses never reach the log', () => {
  const secret = 'mp-very-secret';

  test('of requests that fail, are refused, are redirected or come from such an address', async ({ world }) => {
    const lines: string[] = [];
    const server = await buildServer({
      services: world.services,
      logLevel: 'trace',
      logStream: { write: (line) => void lines.push(line) },
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
    });
    // A route of a plugin like any other: its handler throws with the address in the message.
    server.get('/fails', (request) => {
      request.log.info({ req: request.raw, headers: request.headers }, `asked for ${request.url}`);
      throw new TypeError(`cannot serve ${request.url} after ${request.headers.referer}`);
    });
    server.get('/moves', (request, reply) => {
      request.log.info({ to: `/sign-in?redirect_to=${encodeURIComponent(request.url)}` }, 'redirected');
      return reply.redirect(`/sign-in?redirect_to=${encodeURIComponent(request.url)}`);
    });
    const valid = await tokenFor(world, 'ada');
    const names = ['private_token', 'access_token', 'rss_token', 'feed_token', 'incoming_email_token', 'job_token'];
    for (const name of names) {
      for (const path of [
        '/fails',
        '/moves',
        '/api/v4/groups',
        '/api/v4/nowhere',
        '/api/graphql',
        '/groups/x/-/roadmap',
      ]) {
        for (const token of [secret, valid]) {
          const referer = `http://milepost.test/groups/x?a=b&${name}=${token}`;
          await server.inject({ method: 'GET', url: `${path}?${name}=${token}&page=1`, headers: { referer } });
        }
      }
    }
    await server.inject({ method: 'GET', url: `/-/shared/roadmap/${secret}/roadmap.csv` });
    await server.inject({ method: 'GET', url: `/-/unsubscribe/${secret}` });
    await server.close();
    const log = lines.join('');
    expect(log).toContain('unexpected error');
    expect(log).toContain('redirected');
    expect(log).toContain('private_token=[hidden]');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(valid);
  });

  plain('in an address within an address, and in the paths of public links', () => {
    expect(
      withoutCredentials(
        `"/sign-in?redirect_to=%2Fg%3Fprivate_token%3D${secret}%26page%3D2" /-/shared/roadmap/${secret}/live?x=1 /a?state=x&page=2`,
      ),
    ).toBe(
      '"/sign-in?redirect_to=%2Fg%3Fprivate_token%3D[hidden]%26page%3D2" /-/shared/roadmap/[hidden]/live?x=1 /a?state=x&page=2',
    );
  });
});
