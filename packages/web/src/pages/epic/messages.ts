import { defineMessages } from '../../ui/text/messages.ts';

export const epicMessages = defineMessages({
  details: { id: 'epicPage.details', defaultMessage: 'Epic details' },
  ancestorsFailed: {
    id: 'epicPage.ancestorsFailed',
    defaultMessage: 'An error occurred while fetching ancestors',
  },
  ancestors: { id: 'epicPage.ancestors', defaultMessage: 'Ancestors' },
  health: { id: 'epicPage.health', defaultMessage: 'Health of open issues' },
  updated: { id: 'epicPage.updated', defaultMessage: 'Updated {ago}' },
  unavailable: { id: 'epicPage.unavailable', defaultMessage: 'This epic is no longer available' },
  group: { id: 'epicPage.group', defaultMessage: 'Group' },
  newEpic: { id: 'epicPage.newEpic', defaultMessage: 'New epic' },
  board: { id: 'epicPage.board', defaultMessage: 'Board' },
  newChildEpic: { id: 'epicPage.newChildEpic', defaultMessage: 'New child epic' },
  stateFailed: { id: 'epicPage.stateFailed', defaultMessage: 'Unable to update this epic at this time.' },
});
