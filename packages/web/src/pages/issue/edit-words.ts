import { defineMessages } from '../../ui/messages.ts';

export const editWords = defineMessages({
  title: { id: 'editIssue.title', defaultMessage: 'Edit issue' },
  name: { id: 'editIssue.name', defaultMessage: 'Title' },
  type: { id: 'editIssue.type', defaultMessage: 'Type' },
  description: { id: 'editIssue.description', defaultMessage: 'Description' },
  save: { id: 'editIssue.save', defaultMessage: 'Save changes' },
  cancel: { id: 'editIssue.cancel', defaultMessage: 'Cancel' },
  draftKept: { id: 'editIssue.draftKept', defaultMessage: 'Draft saved' },
  lose: { id: 'editIssue.lose', defaultMessage: 'Are you sure you want to lose your issue information?' },
  stay: { id: 'editIssue.stay', defaultMessage: 'Keep editing' },
  discardChanges: { id: 'editIssue.discardChanges', defaultMessage: 'Discard changes' },
  someone: { id: 'editIssue.someone', defaultMessage: 'Someone' },
  overtaken: { id: 'editIssue.overtaken', defaultMessage: '{who} edited this issue at the same time you did.' },
  overtakenAdvice: {
    id: 'editIssue.overtakenAdvice',
    defaultMessage: 'Please review the changed description and take care not to overwrite their changes.',
  },
  review: { id: 'editIssue.review', defaultMessage: 'Review changes' },
  newTab: { id: 'editIssue.newTab', defaultMessage: 'Open in a new tab' },
  reviewTitle: { id: 'editIssue.reviewTitle', defaultMessage: 'What {who} changed' },
  reviewName: { id: 'editIssue.reviewName', defaultMessage: 'Title' },
  reviewSame: { id: 'editIssue.reviewSame', defaultMessage: 'The description is the same.' },
  reviewMine: { id: 'editIssue.reviewMine', defaultMessage: 'Go on with my text' },
  reviewTheirs: { id: 'editIssue.reviewTheirs', defaultMessage: 'Take their text' },
  reviewNote: {
    id: 'editIssue.reviewNote',
    defaultMessage: 'Your own text is still in the form. Saving it takes the place of theirs.',
  },
  removed: { id: 'editIssue.removed', defaultMessage: 'Removed:' },
  added: { id: 'editIssue.added', defaultMessage: 'Added:' },
  outdated: {
    id: 'editIssue.outdated',
    defaultMessage:
      'The comment you are editing has been changed by another user. Would you like to keep your changes and overwrite the new description or discard your changes?',
  },
  keep: { id: 'editIssue.keep', defaultMessage: 'Keep' },
  discard: { id: 'editIssue.discard', defaultMessage: 'Discard' },
  secretTitle: { id: 'editIssue.secretTitle', defaultMessage: 'Save a secret?' },
  secret: {
    id: 'editIssue.secret',
    defaultMessage: 'The description seems to hold a secret, which everyone who may read this will see:',
  },
  editText: { id: 'editIssue.editText', defaultMessage: 'Edit the description' },
  saveAnyway: { id: 'editIssue.saveAnyway', defaultMessage: 'Save anyway' },
});
