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
});
