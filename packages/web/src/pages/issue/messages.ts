import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const issueMessages = defineMessages({
  details: { id: 'issuePage.details', defaultMessage: 'Issue details' },
  stateFailed: {
    id: 'issuePage.stateFailed',
    defaultMessage: 'Error occurred while updating the issue status',
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
  duplicated: { id: 'issuePage.duplicated', defaultMessage: 'duplicated' },
  moved: { id: 'issuePage.moved', defaultMessage: 'moved' },
  promoted: { id: 'issuePage.promoted', defaultMessage: 'promoted' },
  newRelated: { id: 'issuePage.newRelated', defaultMessage: 'New related issue' },
  promote: { id: 'issuePage.promote', defaultMessage: 'Promote to epic' },
  promotedToEpic: {
    id: 'issuePage.promotedToEpic',
    defaultMessage: 'The issue was successfully promoted to an epic. Redirecting to epic…',
  },
  promoteFailed: {
    id: 'issuePage.promoteFailed',
    defaultMessage: 'Something went wrong while promoting the issue to an epic. Please try again.',
  },
  submitAsSpam: { id: 'issuePage.submitAsSpam', defaultMessage: 'Submit as spam' },
  notSpam: { id: 'issuePage.notSpam', defaultMessage: 'Not spam' },
  move: { id: 'issuePage.move', defaultMessage: 'Move' },
  moveTitle: { id: 'issuePage.moveTitle', defaultMessage: 'Move to another project' },
  moveNote: {
    id: 'issuePage.moveNote',
    defaultMessage:
      'Labels and milestone are kept if the target project has the same names. This issue is closed and links to the new one.',
  },
  moveSearch: { id: 'issuePage.moveSearch', defaultMessage: 'Search projects' },
  moveNone: { id: 'issuePage.moveNone', defaultMessage: 'No projects found' },
  moveFetchFailed: { id: 'issuePage.moveFetchFailed', defaultMessage: 'Could not load the projects' },
  moveFailed: { id: 'issuePage.moveFailed', defaultMessage: 'Could not move the issue. Try again.' },
  cancel: cancelLabel,
});
