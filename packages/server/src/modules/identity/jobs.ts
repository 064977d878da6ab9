import type { NamespaceId } from '@milepost/core/ids';
import { addJob } from '../../platform/queue/add-job.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { SYNC_GROUPS } from './commands/ldap/links.ts';
import { syncGroups, syncUsers } from './commands/ldap/sync.ts';
import { sweepRequests } from './store.ts';

/** Deletes sign-ins at providers that have expired. Frequent, because visitors begin them. */
export const sweepIdentityRequests: JobTask = {
  name: 'identity.sweepRequests',
  cron: '*/5 * * * *',
  run: ({ db }) => sweepRequests(db),
};

/** Blocks accounts whose entry in the directory is gone or disabled, daily. A failure is retried, and shown to administrators. */
export const syncLdapUsers: JobTask = {
  name: 'identity.syncUsers',
  cron: '23 2 * * *',
  async run(services) {
    if (services.identity.ldap) await syncUsers(services, services.identity.ldap);
  },
};

const RETRY_AFTER_MS = 15_000;

/** Makes roles what links to groups of the directory give, hourly; and for one group on request. */
export const syncLdapGroups: JobTask = {
  name: SYNC_GROUPS,
  cron: '41 * * * *',
  async run(services, payload) {
    const { ldap } = services.identity;
    const { groupId = null } = payload as { groupId?: NamespaceId };
    if (!ldap || (await syncGroups(services, ldap, groupId)) || groupId === null) return;
    const runAt = new Date(Date.now() + RETRY_AFTER_MS);
    await addJob(services.db, SYNC_GROUPS, { groupId }, { key: `${SYNC_GROUPS} ${groupId}`, runAt });
  },
};
