import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from '../../ui/text/messages.ts';

export const secondFactorMessages = defineMessages({
  title: { id: 'twoFactor.title', defaultMessage: 'Two-factor authentication' },
  on: { id: 'twoFactor.on', defaultMessage: 'On' },
  off: { id: 'twoFactor.off', defaultMessage: 'Off' },
  kinds: { id: 'twoFactor.kinds', defaultMessage: 'Authenticator app, passkeys and recovery codes' },
  manage: { id: 'twoFactor.manage', defaultMessage: 'Manage' },
  failed: { id: 'twoFactor.failed', defaultMessage: 'Could not load your second factors' },
  code: { id: 'twoFactor.code', defaultMessage: 'Code' },
  noPasskey: {
    id: 'twoFactor.noPasskey',
    defaultMessage: 'The browser did not use a passkey. Try again, or choose another way.',
  },
  passkeyAddress: {
    id: 'twoFactor.passkeyAddress',
    defaultMessage: 'Passkeys work only at the configured address of the server, and not at an IP address.',
  },
  hasPasskey: {
    id: 'twoFactor.hasPasskey',
    defaultMessage: 'This device or password manager already has a passkey for your account.',
  },
});

/** What to show for an error of the browser. Most of its errors mean the same: canceled, not found, no permission, or too late. */
export function passkeyFailure(error: unknown): MessageDescriptor {
  const name = error instanceof Error ? error.name : '';
  if (name === 'SecurityError') return secondFactorMessages.passkeyAddress;
  if (name === 'InvalidStateError') return secondFactorMessages.hasPasskey;
  return secondFactorMessages.noPasskey;
}
