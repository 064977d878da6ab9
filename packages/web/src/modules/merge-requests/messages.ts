import { defineMessages } from '../../ui/text/messages.ts';

export const mergeRequestMessages = defineMessages({
  title: { id: 'mergeRequests.title', defaultMessage: 'Merge requests' },
  opened: { id: 'mergeRequests.opened', defaultMessage: 'Open' },
  merged: { id: 'mergeRequests.merged', defaultMessage: 'Merged' },
  closed: { id: 'mergeRequests.closed', defaultMessage: 'Closed' },
  all: { id: 'mergeRequests.all', defaultMessage: 'All' },
  draft: { id: 'mergeRequests.draft', defaultMessage: 'Draft' },
  related: { id: 'mergeRequests.related', defaultMessage: 'Related merge requests' },
  on: { id: 'mergeRequests.on', defaultMessage: 'on {forge}' },
});

/** Names of other forges. */
export const forgeNames: Readonly<Record<string, string>> = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' };
