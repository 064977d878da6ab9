import type { InboundDeliveryId } from '@milepost/core/ids';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRecord } from '../../platform/rest/input.ts';
import { PROCESS_INBOUND } from './commands.ts';
import { processDelivery } from './commands/process.ts';
import { deleteOldInboundDeliveries } from './store.ts';

export const processInbound: JobTask = {
  name: PROCESS_INBOUND,
  async run(services, payload) {
    const id = isRecord(payload) ? payload['deliveryId'] : null;
    if (typeof id === 'number') await processDelivery(services, id as InboundDeliveryId);
  },
};

export const forgetInboundDeliveries: JobTask = {
  name: 'inboundWebhooks.forget',
  cron: '29 * * * *',
  run: ({ db }) => deleteOldInboundDeliveries(db),
};
