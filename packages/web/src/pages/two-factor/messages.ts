import { defineMessages } from '../../ui/text/messages.ts';

export const twoFactorMessages = defineMessages({
  lead: {
    id: 'twoFactor.lead',
    defaultMessage: 'A second factor protects your account if someone learns your password.',
  },
  mustSetUp: {
    id: 'twoFactor.mustSetUp',
    defaultMessage: 'A group that you are a member of requires two-factor authentication. Set it up to continue.',
  },
  required: {
    id: 'twoFactor.required',
    defaultMessage: 'A group that you are a member of requires a second factor. The last one cannot be removed.',
  },
  password: { id: 'twoFactor.password', defaultMessage: 'Current password' },
  freshSignIn: {
    id: 'twoFactor.freshSignIn',
    defaultMessage: 'Your account has no password. This works within 10 minutes of signing in.',
  },
  signOut: { id: 'twoFactor.signOut', defaultMessage: 'Sign out' },
  goOn: { id: 'twoFactor.continue', defaultMessage: 'Continue' },

  app: { id: 'twoFactor.app', defaultMessage: 'Authenticator app' },
  appLead: {
    id: 'twoFactor.appLead',
    defaultMessage: 'An app on your phone shows a new code every 30 seconds.',
  },
  appSince: { id: 'twoFactor.appSince', defaultMessage: 'Set up {ago}' },
  setUpApp: { id: 'twoFactor.setUpApp', defaultMessage: 'Set up' },
  replaceApp: { id: 'twoFactor.replaceApp', defaultMessage: 'Set up another device' },
  setUpTitle: { id: 'twoFactor.setUpTitle', defaultMessage: 'Set up an authenticator app' },
  scan: {
    id: 'twoFactor.scan',
    defaultMessage:
      'Scan the QR code with your authenticator app, or enter the secret by hand. Then enter the code it shows.',
  },
  qr: { id: 'twoFactor.qr', defaultMessage: 'QR code of the secret' },
  secret: { id: 'twoFactor.secret', defaultMessage: 'Secret' },
  copySecret: { id: 'twoFactor.copySecret', defaultMessage: 'Copy secret' },
  activate: { id: 'twoFactor.activate', defaultMessage: 'Activate' },
  activated: { id: 'twoFactor.activated', defaultMessage: 'The authenticator app is active' },
  remove: { id: 'twoFactor.remove', defaultMessage: 'Remove' },
  removeApp: { id: 'twoFactor.removeApp', defaultMessage: 'Remove the authenticator app' },
  removed: { id: 'twoFactor.removed', defaultMessage: 'Removed' },

  passkeys: { id: 'twoFactor.passkeys', defaultMessage: 'Passkeys' },
  passkeysLead: {
    id: 'twoFactor.passkeysLead',
    defaultMessage:
      'A passkey is stored in your device, password manager or security key. It can replace your password or be your second factor.',
  },
  noPasskeys: { id: 'twoFactor.noPasskeys', defaultMessage: 'You have no passkeys.' },
  noSupport: {
    id: 'twoFactor.noSupport',
    defaultMessage: 'This browser cannot use passkeys here. They need HTTPS and a recent browser.',
  },
  addPasskey: { id: 'twoFactor.addPasskey', defaultMessage: 'Add a passkey' },
  passkeyName: { id: 'twoFactor.passkeyName', defaultMessage: 'Name of the passkey' },
  passkeyNameNote: {
    id: 'twoFactor.passkeyNameNote',
    defaultMessage: 'Helps you recognize it, such as “Work laptop”.',
  },
  passkeyAdded: { id: 'twoFactor.passkeyAdded', defaultMessage: 'Passkey added' },
  added: { id: 'twoFactor.added', defaultMessage: 'added {ago}' },
  used: { id: 'twoFactor.used', defaultMessage: 'last used {ago}' },
  neverUsed: { id: 'twoFactor.neverUsed', defaultMessage: 'never used' },
  rename: { id: 'twoFactor.rename', defaultMessage: 'Rename' },
  renameLabel: { id: 'twoFactor.renameLabel', defaultMessage: 'Rename {name}' },
  removeLabel: { id: 'twoFactor.removeLabel', defaultMessage: 'Remove {name}' },
  save: { id: 'twoFactor.save', defaultMessage: 'Save' },

  codes: { id: 'twoFactor.codes', defaultMessage: 'Recovery codes' },
  codesLead: {
    id: 'twoFactor.codesLead',
    defaultMessage: 'Use a recovery code to sign in without your other second factors. Each code works once.',
  },
  codesLeft: {
    id: 'twoFactor.codesLeft',
    defaultMessage: '{count, plural, =0 {No codes left} one {# code left} other {# codes left}}',
  },
  newCodes: { id: 'twoFactor.newCodes', defaultMessage: 'Generate new codes' },
  newCodesWhy: { id: 'twoFactor.newCodesWhy', defaultMessage: 'Your current codes stop working.' },
  codesMade: {
    id: 'twoFactor.codesMade',
    defaultMessage: "Save your recovery codes where you can find them without your phone. You won''t see them again.",
  },
  copy: { id: 'twoFactor.copy', defaultMessage: 'Copy' },
  download: { id: 'twoFactor.download', defaultMessage: 'Download' },
  copied: { id: 'twoFactor.copied', defaultMessage: 'Copied' },
  notCopied: { id: 'twoFactor.notCopied', defaultMessage: 'Could not copy. Select the text and copy it.' },
  stored: { id: 'twoFactor.stored', defaultMessage: 'I have saved them' },
});
