import { defineMessages } from '../../../ui/text/messages.ts';

/** `type`: the displayed type in lower case. */
export const actionMessages = defineMessages({
  actions: {
    id: 'itemActions.actions',
    defaultMessage: '{type, select, epic {Epic} incident {Incident} task {Task} other {Issue}} actions',
  },
  edit: { id: 'itemActions.edit', defaultMessage: 'Edit' },
  editText: { id: 'itemActions.editText', defaultMessage: 'Edit title and description' },
  close: { id: 'itemActions.close', defaultMessage: 'Close {type}' },
  reopen: { id: 'itemActions.reopen', defaultMessage: 'Reopen {type}' },
  lock: { id: 'itemActions.lock', defaultMessage: 'Lock discussion' },
  unlock: { id: 'itemActions.unlock', defaultMessage: 'Unlock discussion' },
  lockedToast: { id: 'itemActions.lockedToast', defaultMessage: 'Discussion locked.' },
  unlockedToast: { id: 'itemActions.unlockedToast', defaultMessage: 'Discussion unlocked.' },
  lockFailed: {
    id: 'itemActions.lockFailed',
    defaultMessage: 'Could not lock or unlock the discussion. Try again.',
  },
  makeConfidential: { id: 'itemActions.makeConfidential', defaultMessage: 'Turn on confidentiality' },
  makeVisible: { id: 'itemActions.makeVisible', defaultMessage: 'Turn off confidentiality' },
  confidentialityOn: { id: 'itemActions.confidentialityOn', defaultMessage: 'Confidentiality turned on.' },
  confidentialityOff: { id: 'itemActions.confidentialityOff', defaultMessage: 'Confidentiality turned off.' },
  confidentialityFailed: {
    id: 'itemActions.confidentialityFailed',
    defaultMessage: 'Something went wrong while setting {type} confidentiality.',
  },
  copyReference: { id: 'itemActions.copyReference', defaultMessage: 'Copy reference' },
  referenceCopied: { id: 'itemActions.referenceCopied', defaultMessage: 'Reference copied' },
  copyEmail: { id: 'itemActions.copyEmail', defaultMessage: 'Copy email address' },
  emailCopied: { id: 'itemActions.emailCopied', defaultMessage: 'Email address copied' },
  notCopied: { id: 'itemActions.notCopied', defaultMessage: 'Could not copy: {text}' },
  delete: { id: 'itemActions.delete', defaultMessage: 'Delete {type}' },
});
