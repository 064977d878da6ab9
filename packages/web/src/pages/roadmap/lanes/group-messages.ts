import { defineMessages } from '../../../ui/text/messages.ts';

export const groupMessages = defineMessages({
  groupBy: { id: 'roadmap.groupBy', defaultMessage: 'Group by' },
  thenBy: { id: 'roadmap.thenBy', defaultMessage: 'Then by' },
  showEmptyLanes: { id: 'roadmap.showEmptyLanes', defaultMessage: 'Show empty lanes' },
  NONE: { id: 'roadmap.groupByNone', defaultMessage: 'None' },
  SUBGROUP: { id: 'roadmap.groupBySubgroup', defaultMessage: 'Subgroup' },
  MILESTONE: { id: 'roadmap.groupByMilestone', defaultMessage: 'Milestone' },
  ITERATION: { id: 'roadmap.groupByIteration', defaultMessage: 'Iteration' },
  ASSIGNEE: { id: 'roadmap.groupByAssignee', defaultMessage: 'Assignee' },
  AUTHOR: { id: 'roadmap.groupByAuthor', defaultMessage: 'Author' },
  HEALTH: { id: 'roadmap.groupByHealth', defaultMessage: 'Health' },
  STATUS: { id: 'roadmap.groupByStatus', defaultMessage: 'Status' },
  PARENT: { id: 'roadmap.groupByParent', defaultMessage: 'Parent' },
  FIELD: { id: 'roadmap.groupByField', defaultMessage: 'Field' },
});
