import type { Module } from '../../platform/rooms/module.ts';
import { plugInShares } from '../namespaces/sockets.ts';
import { plugInDeletionCheck, plugInFactorRequirement, plugInRevocation } from '../users/sockets.ts';
import { retireBotOfToken } from './commands/access-tokens.ts';
import { extendSchema } from './graphql.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import { addCreatorAsMember, addOwnerAfterTransfer, settleRequestOfMember } from './listeners.ts';
import { addAccessTokenRoutes } from './rest/access-tokens.ts';
import { addAccessRequestRoutes } from './rest/access-requests.ts';
import { authentication, bootstrap } from './rest/identity.ts';
import { addServiceAccountRoutes } from './rest/service-accounts.ts';
import { addShareRoutes } from './rest/shares.ts';
import { addRoutes } from './rest.ts';
import { twoFactorDeadlineOf } from './store/identity.ts';
import { requireOtherOwners } from './store/only-owners.ts';
import { sharesShown } from './store/shares.ts';

export const membersModule: Module = {
  name: 'members',
  extendSchema,
  addRoutes(routes) {
    addRoutes(routes);
    addShareRoutes(routes);
    addAccessRequestRoutes(routes);
    addAccessTokenRoutes(routes);
    addServiceAccountRoutes(routes);
  },
  plugIn() {
    plugInShares(sharesShown);
    plugInDeletionCheck(requireOtherOwners);
    plugInRevocation(retireBotOfToken);
    plugInFactorRequirement(twoFactorDeadlineOf);
  },
  listeners: [addCreatorAsMember, addOwnerAfterTransfer, settleRequestOfMember],
  jobs: [sendMails],
  authentication,
  bootstrap,
};
