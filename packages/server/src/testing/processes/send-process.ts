import { makeServices } from '../../app/services.ts';
import { sendDue } from '../../modules/webhooks/commands/send.ts';
import { connect, type ConnectionTarget } from '../../platform/database/connect.ts';

export interface SendProcessOptions {
  target: ConnectionTarget;
}

/** Sends due webhooks in a separate process that a test may kill. */
async function main({ target }: SendProcessOptions): Promise<void> {
  const { db } = connect(target);
  await sendDue(makeServices(db, { url: 'http://milepost.test', dataDir: '/nowhere', webhooksAllowLocal: true }));
  await db.destroy();
}

const [wish] = process.argv.slice(2);
if (wish !== undefined) await main(JSON.parse(wish) as SendProcessOptions);
