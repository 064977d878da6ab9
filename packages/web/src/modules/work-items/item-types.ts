import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  epics: { id: 'itemTypes.epics', defaultMessage: 'Epics' },
  issues: { id: 'itemTypes.issues', defaultMessage: 'Issues' },
  incidents: { id: 'itemTypes.incidents', defaultMessage: 'Incidents' },
  tasks: { id: 'itemTypes.tasks', defaultMessage: 'Tasks' },
});

/** The work item types by global id. */
export const itemTypes = [
  { id: 'gid://gitlab/WorkItems::Type/8', title: messages.epics },
  { id: 'gid://gitlab/WorkItems::Type/1', title: messages.issues },
  { id: 'gid://gitlab/WorkItems::Type/2', title: messages.incidents },
  { id: 'gid://gitlab/WorkItems::Type/5', title: messages.tasks },
] as const;
