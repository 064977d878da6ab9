import { defineMessages } from '../../ui/text/messages.ts';

export const profileMessages = defineMessages({
  title: { id: 'profile.title', defaultMessage: 'Profile' },
  version: { id: 'profile.version', defaultMessage: 'Milepost {version}' },

  tokens: { id: 'profile.tokens', defaultMessage: 'Personal access tokens' },
  tokensWhy: { id: 'profile.tokensWhy', defaultMessage: 'A token lets a script act as you, within its scopes.' },
  noTokens: { id: 'profile.noTokens', defaultMessage: 'You have no access tokens.' },
  tokensFailed: { id: 'profile.tokensFailed', defaultMessage: 'Could not load your access tokens' },
  scopeApi: { id: 'profile.scopeApi', defaultMessage: 'Read and change everything you have access to' },
  scopeReadApi: { id: 'profile.scopeReadApi', defaultMessage: 'Read everything you have access to' },
  scopeReadUser: { id: 'profile.scopeReadUser', defaultMessage: 'Read accounts only' },

  sessions: { id: 'profile.sessions', defaultMessage: 'Sessions' },
  sessionsWhy: { id: 'profile.sessionsWhy', defaultMessage: 'Where you are signed in.' },
  sessionsFailed: { id: 'profile.sessionsFailed', defaultMessage: 'Could not load your sessions' },
  actsAsYou: { id: 'profile.actsAsYou', defaultMessage: '{name} (administrator) acts as you' },
  thisSession: { id: 'profile.thisSession', defaultMessage: 'This device' },
  unknownBrowser: { id: 'profile.unknownBrowser', defaultMessage: 'Unknown browser' },
  browserOn: { id: 'profile.browserOn', defaultMessage: '{browser} on {system}' },
  seen: { id: 'profile.seen', defaultMessage: 'last seen {ago}' },
  since: { id: 'profile.since', defaultMessage: 'signed in {ago}' },
  endSession: { id: 'profile.endSession', defaultMessage: 'Revoke' },
  endSessionLabel: { id: 'profile.endSessionLabel', defaultMessage: 'Revoke {browser}' },
  endOthers: { id: 'profile.endOthers', defaultMessage: 'Revoke all others' },
  sessionEnded: { id: 'profile.sessionEnded', defaultMessage: 'Session ended' },
  endFailed: { id: 'profile.endFailed', defaultMessage: 'Could not end the session. Try again.' },

  email: { id: 'profile.email', defaultMessage: 'Email' },
  emailNow: { id: 'profile.emailNow', defaultMessage: 'Your address is {email}.' },
  emailWaiting: {
    id: 'profile.emailWaiting',
    defaultMessage: 'Your address is {email} until you confirm {waiting} with the link that we sent there.',
  },
  newEmail: { id: 'profile.newEmail', defaultMessage: 'New email address' },
  ownPassword: { id: 'profile.ownPassword', defaultMessage: 'Your password' },
  changeEmail: { id: 'profile.changeEmail', defaultMessage: 'Change email' },
  emailRequested: {
    id: 'profile.emailRequested',
    defaultMessage: 'Confirm the new address with the link that we sent there',
  },

  password: { id: 'profile.password', defaultMessage: 'Password' },
  firstPassword: {
    id: 'profile.firstPassword',
    defaultMessage: 'You have no password yet. Set one within 10 minutes after you signed in.',
  },
  currentPassword: { id: 'profile.currentPassword', defaultMessage: 'Current password' },
  newPassword: { id: 'profile.newPassword', defaultMessage: 'New password' },
  passwordNote: {
    id: 'profile.passwordNote',
    defaultMessage: 'At least 8 characters. All other sessions are signed out.',
  },
  changePassword: { id: 'profile.changePassword', defaultMessage: 'Change password' },
  passwordChanged: { id: 'profile.passwordChanged', defaultMessage: 'Password changed' },
});
