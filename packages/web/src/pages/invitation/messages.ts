import { defineMessages } from '../../ui/text/messages.ts';

export const invitationMessages = defineMessages({
  title: { id: 'invitation.title', defaultMessage: 'Join {name}' },
  invited: { id: 'invitation.invited', defaultMessage: '{inviter} invited you to {name} as {role}.' },
  invitedBySomeone: { id: 'invitation.invitedBySomeone', defaultMessage: 'You are invited to {name} as {role}.' },
  until: { id: 'invitation.until', defaultMessage: 'Your access expires on {day}.' },
  accept: { id: 'invitation.accept', defaultMessage: 'Accept invitation' },
  acceptAs: { id: 'invitation.acceptAs', defaultMessage: 'Accept as @{username}' },
  otherAddress: {
    id: 'invitation.otherAddress',
    defaultMessage: 'This invitation was sent to {email}. You are signed in as @{username} with {own}.',
  },
  signIn: { id: 'invitation.signIn', defaultMessage: 'Sign in to accept' },
  or: { id: 'invitation.or', defaultMessage: 'Or create an account' },
  needsAccount: {
    id: 'invitation.needsAccount',
    defaultMessage: 'Sign in with your account to join. If you have none, ask for an invitation by email.',
  },
  register: { id: 'invitation.register', defaultMessage: 'Register' },
  registerFirst: {
    id: 'invitation.registerFirst',
    defaultMessage: 'If you have no account, register first. You then return to this page.',
  },
  needsAccountWithoutMail: {
    id: 'invitation.needsAccountWithoutMail',
    defaultMessage: 'If you have no account, ask an administrator to add one, then open this link again.',
  },
  create: { id: 'invitation.create', defaultMessage: 'Create account and join' },
  closedWhy: {
    id: 'invitation.closedWhy',
    defaultMessage: 'It was used, withdrawn or has expired. Ask for a new invitation.',
  },
});
