import { defineMessages } from '../../ui/text/messages.ts';

export const linkMessages = defineMessages({
  forgot: { id: 'accountLinks.forgot', defaultMessage: 'Reset your password' },
  forgotLead: {
    id: 'accountLinks.forgotLead',
    defaultMessage: 'Enter the email address of your account. We send you a link to set a new password.',
  },
  email: { id: 'accountLinks.email', defaultMessage: 'Email' },
  send: { id: 'accountLinks.send', defaultMessage: 'Send link' },
  sent: {
    id: 'accountLinks.sent',
    defaultMessage: 'If an account with this address exists, we sent a link to reset the password.',
  },
  noMail: {
    id: 'accountLinks.noMail',
    defaultMessage: 'This server cannot send mail. Ask an administrator for a new password.',
  },
  backToSignIn: { id: 'accountLinks.backToSignIn', defaultMessage: 'Back to sign-in' },
  reset: { id: 'accountLinks.reset', defaultMessage: 'Set a new password' },
  resetLead: {
    id: 'accountLinks.resetLead',
    defaultMessage: 'For @{username}. All sessions are signed out; access tokens keep working.',
  },
  newPassword: { id: 'accountLinks.newPassword', defaultMessage: 'New password' },
  passwordNote: { id: 'accountLinks.passwordNote', defaultMessage: 'At least 8 characters.' },
  resetDone: { id: 'accountLinks.resetDone', defaultMessage: 'Your password was changed. Sign in with it.' },
  confirm: { id: 'accountLinks.confirm', defaultMessage: 'Confirm email address' },
  confirmLead: { id: 'accountLinks.confirmLead', defaultMessage: '{email} becomes the address of @{username}.' },
  confirmDone: { id: 'accountLinks.confirmDone', defaultMessage: 'Your email address is confirmed.' },
  signIn: { id: 'accountLinks.signIn', defaultMessage: 'Sign in' },
  home: { id: 'accountLinks.home', defaultMessage: 'Go to the start page' },
  closedWhy: {
    id: 'accountLinks.closedWhy',
    defaultMessage: 'It was used, replaced by a newer one, or has expired. Request a new link.',
  },
});
