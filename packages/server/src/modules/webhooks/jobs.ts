import type { JobTask } from '../../platform/jobs/tasks.ts';
import { SEND_WEBHOOKS, sendDue } from './commands/send.ts';
import { sealOldTokens } from './commands/tokens.ts';
import { deleteOldDeliveries } from './store/deliveries.ts';

/** Sends due deliveries; also on a schedule, for retries and for those that a killed server left. */
export const sendWebhooks: JobTask = {
  name: SEND_WEBHOOKS,
  isOutgoing: true,
  cron: '* * * * *',
  atStart: true,
  run: (services, _payload, signal) => sendDue(services, signal),
};

export const deleteOldWebhookDeliveries: JobTask = {
  name: 'webhooks.forget',
  cron: '23 3 * * *',
  run: ({ db }) => deleteOldDeliveries(db),
};

/** Encrypts tokens of earlier versions. Only a server knows the key, so a migration cannot do this. */
export const sealWebhookTokens: JobTask = {
  name: 'webhooks.sealTokens',
  atStart: true,
  run: async (services) => {
    await sealOldTokens(services);
  },
};
