import { roleOfAccessLevel } from '@milepost/core/roles';
import { type MessageDescriptor } from 'react-intl';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  guest: { id: 'members.guest', defaultMessage: 'Guest' },
  planner: { id: 'members.planner', defaultMessage: 'Planner' },
  reporter: { id: 'members.reporter', defaultMessage: 'Reporter' },
  developer: { id: 'members.developer', defaultMessage: 'Developer' },
  maintainer: { id: 'members.maintainer', defaultMessage: 'Maintainer' },
  owner: { id: 'members.owner', defaultMessage: 'Owner' },
  other: { id: 'members.other', defaultMessage: 'Member' },
});

/** The role's name of an access level. */
export function roleMessages(accessLevel: number): MessageDescriptor {
  return messages[roleOfAccessLevel(accessLevel) ?? 'other'];
}
