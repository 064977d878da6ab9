import { defineMessages } from '../../ui/messages.ts';

export const issueWords = defineMessages({
  details: { id: 'issuePage.details', defaultMessage: 'Issue details' },
  assignees: { id: 'issuePage.assignees', defaultMessage: 'Assignees' },
  epic: { id: 'issuePage.epic', defaultMessage: 'Epic' },
  labels: { id: 'issuePage.labels', defaultMessage: 'Labels' },
  milestone: { id: 'issuePage.milestone', defaultMessage: 'Milestone' },
  iteration: { id: 'issuePage.iteration', defaultMessage: 'Iteration' },
  health: { id: 'issuePage.health', defaultMessage: 'Health status' },
  weight: { id: 'issuePage.weight', defaultMessage: 'Weight' },
  dueDate: { id: 'issuePage.dueDate', defaultMessage: 'Due date' },
  confidentiality: { id: 'issuePage.confidentiality', defaultMessage: 'Confidentiality' },
  notConfidential: { id: 'issuePage.notConfidential', defaultMessage: 'Not confidential' },
  none: { id: 'issuePage.none', defaultMessage: 'None' },
  linked: { id: 'issuePage.linked', defaultMessage: 'Linked items' },
  blocks: { id: 'issuePage.blocks', defaultMessage: 'Blocks' },
  blockedBy: { id: 'issuePage.blockedBy', defaultMessage: 'Is blocked by' },
  relatesTo: { id: 'issuePage.relatesTo', defaultMessage: 'Relates to' },
  close: { id: 'issuePage.close', defaultMessage: 'Close issue' },
  reopen: { id: 'issuePage.reopen', defaultMessage: 'Reopen issue' },
  stateFailed: {
    id: 'issuePage.stateFailed',
    defaultMessage: 'The state of the issue could not be changed. Try again.',
  },
  closeBlockedTitle: {
    id: 'issuePage.closeBlockedTitle',
    defaultMessage: 'Are you sure you want to close this blocked issue?',
  },
  closeBlocked: {
    id: 'issuePage.closeBlocked',
    defaultMessage: 'This issue is currently blocked by the following issues:',
  },
  closeAnyway: { id: 'issuePage.closeAnyway', defaultMessage: 'Yes, close issue' },
  cancel: { id: 'issuePage.cancel', defaultMessage: 'Cancel' },
});
