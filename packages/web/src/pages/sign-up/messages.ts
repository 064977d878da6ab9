import { defineMessages } from '../../ui/text/messages.ts';

export const signUpMessages = defineMessages({
  title: { id: 'signUp.title', defaultMessage: 'Register' },
  approval: { id: 'signUp.approval', defaultMessage: 'Your account is waiting for approval by an administrator.' },
  confirmation: {
    id: 'signUp.confirmation',
    defaultMessage: 'We sent a link to {email}. Confirm your address with it, then sign in.',
  },
  signIn: { id: 'signUp.signIn', defaultMessage: 'Sign in' },
});
