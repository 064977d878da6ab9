import { defineMessages } from '../../ui/text/messages.ts';

export const setUpMessages = defineMessages({
  title: { id: 'setUp.title', defaultMessage: 'Set up Milepost' },
  needed: { id: 'setUp.needed', defaultMessage: 'This server has no administrator yet' },
  neededWhy: {
    id: 'setUp.neededWhy',
    defaultMessage: 'Use the set-up address that Milepost printed when it started.',
  },
  lead: {
    id: 'setUp.lead',
    defaultMessage: 'This account becomes the first administrator. This link works once.',
  },
  submit: { id: 'setUp.submit', defaultMessage: 'Create administrator' },
  used: {
    id: 'setUp.used',
    defaultMessage: 'This address is invalid or was already used. If an administrator exists, sign in.',
  },
  closedWhy: { id: 'setUp.closedWhy', defaultMessage: 'This server has its administrator. Sign in instead.' },
  signIn: { id: 'setUp.signIn', defaultMessage: 'Sign in' },
  askLead: {
    id: 'setUp.askLead',
    defaultMessage:
      'When Milepost starts without an administrator, it prints a set-up address to its console or log. Paste that address here. It works once; a restart prints a new one.',
  },
  address: { id: 'setUp.address', defaultMessage: 'Set-up address' },
  addressProblem: {
    id: 'setUp.addressProblem',
    defaultMessage:
      'This is not a set-up address. A set-up address ends in /-/set-up/ followed by 43 letters and digits.',
  },
  goOn: { id: 'setUp.goOn', defaultMessage: 'Continue' },
});
