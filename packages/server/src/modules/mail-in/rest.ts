import { NotFoundError } from '@milepost/core/errors';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Services } from '../../platform/context.ts';
import { pageRequest, pagingInput } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { resetAddress } from './commands.ts';
import { followMailbox } from './jobs/mailbox.ts';
import { mayReadReceivedMails } from './policy.ts';
import { listenForMail } from './rest/listener.ts';
import { mailboxState, refusedMails } from './store.ts';

const tags = ['pages'];

/** Endpoints of pages: the mails that were refused, for administrators, and a new address for oneself. */
export function addSiteRoutes(routes: Routes): void {
  routes.get(
    '/-/admin/incoming_mail.json',
    {
      summary: 'The state of incoming mail, and what was refused',
      tags,
      signedIn: true,
      isHidden: true,
      input: Type.Object(pagingInput),
    },
    async ({ input }, ctx) => {
      if (!mayReadReceivedMails(ctx.viewer)) throw new NotFoundError('Page');
      const { incomingMail } = ctx.services;
      const [{ failingSince, reason }, { rows, total }] = await Promise.all([
        mailboxState(ctx.db),
        refusedMails(ctx.db, pageRequest(input)),
      ]);
      return {
        address: incomingMail?.address ?? null,
        source: incomingMail?.source.by ?? null,
        failing_since: failingSince?.toISOString() ?? null,
        failure: reason,
        total,
        mails: rows.map((mail) => ({
          received_at: mail.receivedAt.toISOString(),
          sender: mail.sender,
          outcome: mail.outcome,
          reason: mail.reason,
        })),
      };
    },
  );
  routes.post(
    '/-/incoming_mail/reset',
    {
      summary: 'End an email address of the viewer for comments or issues',
      tags,
      signedIn: true,
      isHidden: true,
      input: Type.Object({ address: Type.String({ maxLength: 320 }) }),
      status: 204,
    },
    ({ input }, ctx) => resetAddress(ctx, input.address),
  );
}

/** Receives mail while the server runs. A port that is taken stops the start. */
export function receiveWhileServing(server: FastifyInstance, services: Services): void {
  const config = services.incomingMail;
  if (!config) return;
  const report = (error: unknown): void => server.log.warn({ err: error }, 'a mail was not received');
  const { source } = config;
  if (source.by === 'smtp') {
    let close = async (): Promise<void> => {};
    server.addHook('onReady', async () => {
      ({ close } = await listenForMail(services, { ...config, source }, report));
    });
    server.addHook('onClose', () => close());
    return;
  }
  const stopping = new AbortController();
  let following = Promise.resolve();
  server.addHook('onReady', () => {
    following = followMailbox(services, { ...config, source }, stopping.signal, report);
    return Promise.resolve();
  });
  server.addHook('onClose', async () => {
    stopping.abort();
    await following;
  });
}
