import { cancelLabel, defineMessages } from '../../../ui/text/messages.ts';

export const editMessages = defineMessages({
  updateFailed: { id: 'editItem.updateFailed', defaultMessage: 'Error updating {type}' },
  gone: {
    id: 'editItem.gone',
    defaultMessage: 'It was deleted, or you no longer have access. Your input is still here: copy it.',
  },
  signIn: { id: 'failure.signIn', defaultMessage: 'Sign in' },
  title: { id: 'editItem.title', defaultMessage: 'Edit {type}' },
  name: { id: 'editItem.name', defaultMessage: 'Title' },
  type: { id: 'editItem.type', defaultMessage: 'Type' },
  description: { id: 'editItem.description', defaultMessage: 'Description' },
  save: { id: 'editItem.save', defaultMessage: 'Save changes' },
  cancel: cancelLabel,
  draftStored: { id: 'editItem.draftStored', defaultMessage: 'Draft saved' },
  lose: { id: 'editItem.lose', defaultMessage: 'Are you sure you want to lose your {type} information?' },
  stay: { id: 'editItem.stay', defaultMessage: 'Keep editing' },
  discardChanges: { id: 'editItem.discardChanges', defaultMessage: 'Discard changes' },
  someone: { id: 'editItem.someone', defaultMessage: 'Someone' },
  conflict: { id: 'editItem.conflict', defaultMessage: '{who} edited this {type} at the same time you did.' },
  overtakenAdvice: {
    id: 'editItem.overtakenAdvice',
    defaultMessage: 'Please review the changed description and take care not to overwrite their changes.',
  },
  review: { id: 'editItem.review', defaultMessage: 'Review changes' },
  newTab: { id: 'editItem.newTab', defaultMessage: 'Open in a new tab' },
  reviewTitle: { id: 'editItem.reviewTitle', defaultMessage: 'Changes by {who}' },
  reviewName: { id: 'editItem.reviewName', defaultMessage: 'Title' },
  reviewSame: { id: 'editItem.reviewSame', defaultMessage: 'The description is unchanged.' },
  reviewMine: { id: 'editItem.reviewMine', defaultMessage: 'Keep my text' },
  reviewTheirs: { id: 'editItem.reviewTheirs', defaultMessage: 'Use their text' },
  reviewNote: {
    id: 'editItem.reviewNote',
    defaultMessage:
      'Your text is still in the form. Saving it overwrites their text. Fields you did not change keep their values.',
  },
  removed: { id: 'editItem.removed', defaultMessage: 'Removed:' },
  added: { id: 'editItem.added', defaultMessage: 'Added:' },
  outdated: {
    id: 'editItem.outdated',
    defaultMessage:
      'The comment you are editing has been changed by another user. Would you like to keep your changes and overwrite the new description or discard your changes?',
  },
  keep: { id: 'editItem.keep', defaultMessage: 'Keep' },
  discard: { id: 'editItem.discard', defaultMessage: 'Discard' },
  secretTitle: { id: 'editItem.secretTitle', defaultMessage: 'Save a secret?' },
  secret: {
    id: 'editItem.secret',
    defaultMessage: 'The description seems to contain a secret. Everyone with access can read it:',
  },
  editText: { id: 'editItem.editText', defaultMessage: 'Edit the description' },
  saveAnyway: { id: 'editItem.saveAnyway', defaultMessage: 'Save anyway' },
});
