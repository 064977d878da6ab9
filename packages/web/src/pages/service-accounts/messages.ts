import { defineMessages } from '../../ui/text/messages.ts';

export const serviceAccountMessages = defineMessages({
  title: { id: 'serviceAccounts.title', defaultMessage: 'Service accounts' },
  leadOfGroup: {
    id: 'serviceAccounts.leadOfGroup',
    defaultMessage:
      'Accounts of programs. They cannot sign in and take no seat. <link>Add one as a member</link> of this group, or of anything below it, to give it a role.',
  },
  leadOfInstance: {
    id: 'serviceAccounts.leadOfInstance',
    defaultMessage:
      'Accounts of programs. They cannot sign in and take no seat. Owners can add them as members of any group or project.',
  },
  new: { id: 'serviceAccounts.new', defaultMessage: 'New service account' },
  none: { id: 'serviceAccounts.none', defaultMessage: 'No service accounts' },
  noneText: {
    id: 'serviceAccounts.noneText',
    defaultMessage: 'Create one for each program. Its access does not end when a person leaves.',
  },
  topLevelOnly: {
    id: 'serviceAccounts.topLevelOnly',
    defaultMessage: 'Service accounts belong to top-level groups',
  },
  name: { id: 'serviceAccounts.name', defaultMessage: 'Name' },
  username: { id: 'serviceAccounts.username', defaultMessage: 'Username' },
  usernameNote: { id: 'serviceAccounts.usernameNote', defaultMessage: 'Leave blank to generate one.' },
  email: { id: 'serviceAccounts.email', defaultMessage: 'Email' },
  emailNote: { id: 'serviceAccounts.emailNote', defaultMessage: 'Optional. Service accounts receive no email.' },
  create: { id: 'serviceAccounts.create', defaultMessage: 'Create service account' },
  created: { id: 'serviceAccounts.created', defaultMessage: 'Service account created. Create a token for it next.' },
  edit: { id: 'serviceAccounts.edit', defaultMessage: 'Edit service account' },
  editOf: { id: 'serviceAccounts.editOf', defaultMessage: 'Edit {name}' },
  save: { id: 'serviceAccounts.save', defaultMessage: 'Save changes' },
  saved: { id: 'serviceAccounts.saved', defaultMessage: 'Service account saved' },
  delete: { id: 'serviceAccounts.delete', defaultMessage: 'Delete' },
  deleteOf: { id: 'serviceAccounts.deleteOf', defaultMessage: 'Delete {name}' },
  deleteTitle: { id: 'serviceAccounts.deleteTitle', defaultMessage: 'Delete “{name}”?' },
  deleteWhy: {
    id: 'serviceAccounts.deleteWhy',
    defaultMessage:
      'Programs that use its tokens stop working immediately. What it wrote is kept under the name “Deleted user”. This cannot be undone.',
  },
  deleteFailed: { id: 'serviceAccounts.deleteFailed', defaultMessage: 'Could not delete the service account.' },
  deleted: { id: 'serviceAccounts.deleted', defaultMessage: 'Service account deleted' },
  tokens: { id: 'serviceAccounts.tokens', defaultMessage: 'Access tokens' },
  tokensOf: { id: 'serviceAccounts.tokensOf', defaultMessage: 'Access tokens of {name}' },
  noTokens: { id: 'serviceAccounts.noTokens', defaultMessage: 'No access tokens. Without one the program cannot act.' },
  tokensFailed: { id: 'serviceAccounts.tokensFailed', defaultMessage: 'Could not load the access tokens.' },
});
