import { defineMessages } from '../../ui/text/messages.ts';

export const personMessages = defineMessages({
  memberSince: { id: 'person.memberSince', defaultMessage: 'Member since {day}' },
  blocked: { id: 'person.blocked', defaultMessage: 'Blocked' },
  banned: { id: 'person.banned', defaultMessage: 'Banned' },
  bannedWhy: {
    id: 'person.bannedWhy',
    defaultMessage: 'Only administrators can see this page and the comments of this user.',
  },
  yourProfile: { id: 'person.yourProfile', defaultMessage: 'Your profile' },
  memberships: { id: 'person.memberships', defaultMessage: 'Groups and projects' },
  noNamespaces: { id: 'person.noNamespaces', defaultMessage: 'None visible to you' },
  issues: { id: 'person.issues', defaultMessage: 'Issues' },
  authored: { id: 'person.authored', defaultMessage: 'Created' },
  assigned: { id: 'person.assigned', defaultMessage: 'Assigned' },
  noIssues: { id: 'person.noIssues', defaultMessage: 'No issues visible to you' },
});
