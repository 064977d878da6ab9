import { defineMessages } from '../../ui/messages.ts';

export const epicWords = defineMessages({
  details: { id: 'epicPage.details', defaultMessage: 'Epic details' },
  children: { id: 'epicPage.children', defaultMessage: 'Child items' },
  epicsBelow: { id: 'epicPage.epicsBelow', defaultMessage: '{count, plural, one {epic below} other {epics below}}' },
  issuesBelow: {
    id: 'epicPage.issuesBelow',
    defaultMessage: '{count, plural, one {issue below} other {issues below}}',
  },
  ancestors: { id: 'epicPage.ancestors', defaultMessage: 'Ancestors' },
  noAncestors: { id: 'epicPage.noAncestors', defaultMessage: 'No parent epic' },
  startDate: { id: 'epicPage.startDate', defaultMessage: 'Start date' },
  dueDate: { id: 'epicPage.dueDate', defaultMessage: 'Due date' },
  noDate: { id: 'epicPage.noDate', defaultMessage: 'None' },
  fixed: { id: 'epicPage.fixed', defaultMessage: 'Fixed' },
  inherited: { id: 'epicPage.inherited', defaultMessage: 'Inherited' },
  inheritedFrom: { id: 'epicPage.inheritedFrom', defaultMessage: 'Inherited from {source}' },
  labels: { id: 'epicPage.labels', defaultMessage: 'Labels' },
  noLabels: { id: 'epicPage.noLabels', defaultMessage: 'None' },
  color: { id: 'epicPage.color', defaultMessage: 'Color' },
  confidentiality: { id: 'epicPage.confidentiality', defaultMessage: 'Confidentiality' },
  notConfidential: { id: 'epicPage.notConfidential', defaultMessage: 'Not confidential' },
  health: { id: 'epicPage.health', defaultMessage: 'Health of open issues' },
  group: { id: 'epicPage.group', defaultMessage: 'Group' },
  close: { id: 'epicPage.close', defaultMessage: 'Close epic' },
  reopen: { id: 'epicPage.reopen', defaultMessage: 'Reopen epic' },
  stateFailed: { id: 'epicPage.stateFailed', defaultMessage: 'The state of the epic could not be changed. Try again.' },
});
