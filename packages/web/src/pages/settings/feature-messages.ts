import { defineMessages } from '../../ui/text/messages.ts';

export const featureMessages = defineMessages({
  title: { id: 'features.title', defaultMessage: 'Features' },
  lead: {
    id: 'features.lead',
    defaultMessage:
      '{kind, select, group {Switching a feature off hides it in this group and everything below.} other {Switching a feature off hides it in this project.}} No data is deleted.',
  },
  offIn: { id: 'features.offIn', defaultMessage: 'Switched off in {group}' },
});

/** The names of the switches. */
export const featureTitles = defineMessages({
  scoped_labels: { id: 'features.scopedLabels', defaultMessage: 'Scoped labels' },
  health_status: { id: 'features.healthStatus', defaultMessage: 'Health status' },
  sub_epics: { id: 'features.subEpics', defaultMessage: 'Sub-epics' },
  custom_fields: { id: 'features.customFields', defaultMessage: 'Custom fields' },
  iterations: { id: 'features.iterations', defaultMessage: 'Iterations' },
  statuses: { id: 'features.statuses', defaultMessage: 'Statuses' },
  boards: { id: 'features.boards', defaultMessage: 'Boards' },
  access_requests: { id: 'features.accessRequests', defaultMessage: 'Access requests' },
  issues: { id: 'features.issues', defaultMessage: 'Issues' },
  milestones: { id: 'features.milestones', defaultMessage: 'Milestones' },
});

/** What each of them allows. */
export const featureNotes = defineMessages({
  scoped_labels: { id: 'features.scopedLabelsNote', defaultMessage: 'Labels like key::value, one value per key' },
  health_status: { id: 'features.healthStatusNote', defaultMessage: 'On track, needs attention or at risk' },
  sub_epics: { id: 'features.subEpicsNote', defaultMessage: 'Epics below epics' },
  custom_fields: { id: 'features.customFieldsNote', defaultMessage: 'Fields that the top-level group defines' },
  iterations: { id: 'features.iterationsNote', defaultMessage: 'Cadences and iterations of issues' },
  statuses: { id: 'features.statusesNote', defaultMessage: 'The position of an item in its workflow' },
  boards: { id: 'features.boardsNote', defaultMessage: 'Cards in columns' },
  access_requests: {
    id: 'features.accessRequestsNote',
    defaultMessage: 'People who are not members can ask for access',
  },
  issues: { id: 'features.issuesNote', defaultMessage: 'Issues, incidents and tasks' },
  milestones: { id: 'features.milestonesNote', defaultMessage: 'Goals with dates' },
});
