import { defineMessages } from '../../ui/text/messages.ts';

export const signUpMessages = defineMessages({
  title: { id: 'signUp.title', defaultMessage: 'Register' },
  name: { id: 'signUp.name', defaultMessage: 'Name' },
  username: { id: 'signUp.username', defaultMessage: 'Username' },
  email: { id: 'signUp.email', defaultMessage: 'Email' },
  password: { id: 'signUp.password', defaultMessage: 'Password' },
  passwordNote: { id: 'signUp.passwordNote', defaultMessage: 'At least 8 characters.' },
  approval: { id: 'signUp.approval', defaultMessage: 'Your account is waiting for approval by an administrator.' },
  confirmation: {
    id: 'signUp.confirmation',
    defaultMessage: 'We sent a link to {email}. Confirm your address with it, then sign in.',
  },
  signIn: { id: 'signUp.signIn', defaultMessage: 'Sign in' },
});
