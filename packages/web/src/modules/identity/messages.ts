import { defineMessages } from '../../ui/text/messages.ts';

export const identityMessages = defineMessages({
  title: { id: 'identity.title', defaultMessage: 'Sign-in providers' },
  lead: {
    id: 'identity.lead',
    defaultMessage:
      'Link an account at a provider to sign in with it. You must have signed in within the last 10 minutes.',
  },
  failed: { id: 'identity.failed', defaultMessage: 'Could not load your sign-in providers' },
  linkedAs: { id: 'identity.linkedAs', defaultMessage: 'Linked to {name}, last used {ago}' },
  linkedUnused: { id: 'identity.linkedUnused', defaultMessage: 'Linked to {name}' },
  notLinked: { id: 'identity.notLinked', defaultMessage: 'Not linked' },
  link: { id: 'identity.link', defaultMessage: 'Link' },
  linkLabel: { id: 'identity.linkLabel', defaultMessage: 'Link {provider}' },
  unlink: { id: 'identity.unlink', defaultMessage: 'Unlink' },
  unlinkLabel: { id: 'identity.unlinkLabel', defaultMessage: 'Unlink {provider}' },
  unlinkTitle: { id: 'identity.unlinkTitle', defaultMessage: 'Unlink {provider}?' },
  unlinkWhy: {
    id: 'identity.unlinkWhy',
    defaultMessage: 'You can no longer sign in with it and lose the roles that it gave you.',
  },
  unlinkFailed: { id: 'identity.unlinkFailed', defaultMessage: 'Could not unlink it.' },
  unlinked: { id: 'identity.unlinked', defaultMessage: 'Unlinked' },
  linked: { id: 'identity.linked', defaultMessage: 'Linked' },
  username: { id: 'identity.username', defaultMessage: 'Username' },
  password: { id: 'identity.password', defaultMessage: 'Password' },
});
