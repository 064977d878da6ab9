import { defineMessages } from '../../ui/text/messages.ts';

export const signInMessages = defineMessages({
  title: { id: 'signIn.title', defaultMessage: 'Sign in' },
  username: { id: 'signIn.username', defaultMessage: 'Username or email' },
  password: { id: 'signIn.password', defaultMessage: 'Password' },
  remember: { id: 'signIn.remember', defaultMessage: 'Remember me' },
  forgot: { id: 'signIn.forgot', defaultMessage: 'Forgot password?' },
  register: { id: 'signIn.register', defaultMessage: 'Register' },
  wrong: { id: 'signIn.wrong', defaultMessage: 'Incorrect username or password.' },
  wrongInDirectory: {
    id: 'signIn.wrongInDirectory',
    defaultMessage: 'Incorrect username or password of the directory.',
  },
  way: { id: 'signIn.way', defaultMessage: 'Sign in with' },
  account: { id: 'signIn.account', defaultMessage: '{name} account' },
  directoryUsername: { id: 'signIn.directoryUsername', defaultMessage: '{label} username' },
  backToProfile: { id: 'signIn.backToProfile', defaultMessage: 'Back to your profile' },
});
