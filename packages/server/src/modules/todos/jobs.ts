import { accessTokensPathOf } from '@milepost/core/namespaces';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { queueMail } from '../../platform/outbox/mails.ts';
import { takeEndingTokens, type EndingToken } from '../members/store/ending-tokens.ts';
import { setTokenTodos } from './store/tokens.ts';

/** The days before the end of a token at which its owner is notified, shortest first: after an outage, one mail is enough. */
const NOTICE_DAYS = [7, 30, 60] as const;

/** Tells those who must replace a token that ends soon, by mail and with a to-do. */
export const announceEndingTokens: JobTask = {
  name: 'todos.announceEndingTokens',
  cron: '23 5 * * *',
  async run(services, _payload, signal) {
    for (const days of NOTICE_DAYS) {
      let found: number;
      do found = await announceSome(services, days);
      while (found > 0 && !signal.aborted);
    }
  },
};

async function announceSome(services: Services, days: number): Promise<number> {
  return new Context(services, anonymous).transaction(async (trx) => {
    const tokens = await takeEndingTokens(trx, days);
    for (const token of tokens) {
      const { id: tokenId, accountId, namespace, people } = token;
      const userIds = people.map(({ id }) => id);
      await setTokenTodos(trx, { tokenId, accountId, namespaceId: namespace?.id ?? null, userIds });
      for (const { name, email } of people) {
        await queueMail(services, trx, { to: { name, address: email }, ...textOf(services, token) });
      }
    }
    return tokens.length;
  });
}

function textOf({ baseUrl }: Services, { name, expiresAt, namespace }: EndingToken) {
  const where = namespace ? ` of ${namespace.fullPath}` : '';
  return {
    subject: `The access token “${name}”${where} ends on ${expiresAt}`,
    sentence: `The access token “${name}”${where} stops working on ${expiresAt} at 00:00 UTC. Replace it before, where it is used.`,
    link: { title: 'Access tokens', url: `${baseUrl}${accessTokensPathOf(namespace)}` },
  };
}
