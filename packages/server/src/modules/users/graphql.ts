import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { User } from './store.ts';

/** What every kind of account shows. */
export const UserRef = builder.interfaceRef<User>('User');
/** An account as others see it: authors, assignees, participants. */
export const UserCoreRef = builder.objectRef<User>('UserCore');
export const UserCoreConnection = connectionType('UserCore', UserCoreRef);
