import { defineMessages } from '../../ui/text/messages.ts';

export const groupMessages = defineMessages({
  newSubgroup: { id: 'groupPage.newSubgroup', defaultMessage: 'New subgroup' },
  newProject: { id: 'groupPage.newProject', defaultMessage: 'New project' },
  newEpic: { id: 'groupPage.newEpic', defaultMessage: 'New epic' },
  nextMilestone: { id: 'groupPage.nextMilestone', defaultMessage: 'Next milestone' },
  noMilestone: { id: 'groupPage.noMilestone', defaultMessage: 'No upcoming milestone.' },
  due: { id: 'groupPage.due', defaultMessage: 'Due {day}, {days, plural, =0 {today} =1 {tomorrow} other {in # days}}' },
  issuesClosed: {
    id: 'groupPage.issuesClosed',
    defaultMessage: '{closed, number} of {total, plural, one {# issue} other {# issues}} closed',
  },
  openEpics: { id: 'groupPage.openEpics', defaultMessage: 'Open epics' },
  epicsClosed: {
    id: 'groupPage.epicsClosed',
    defaultMessage: '{closed, number} of {total, plural, one {# epic} other {# epics}} closed',
  },
  assigned: { id: 'groupPage.assigned', defaultMessage: 'Assigned to you' },
  noneAssigned: { id: 'groupPage.noneAssigned', defaultMessage: 'No open issues.' },
  openIssues: { id: 'groupPage.openIssues', defaultMessage: '{count, plural, one {open issue} other {open issues}}' },
  figureFailed: { id: 'groupPage.figureFailed', defaultMessage: 'Could not load' },
  roadmap: { id: 'groupPage.roadmap', defaultMessage: 'Roadmap' },
  range: { id: 'groupPage.range', defaultMessage: '{first} – {last}' },
  openRoadmap: { id: 'groupPage.openRoadmap', defaultMessage: 'Open roadmap' },
  noneInMonths: { id: 'groupPage.noneInMonths', defaultMessage: 'No open epics have dates in these months.' },
  roadmapFailed: { id: 'groupPage.roadmapFailed', defaultMessage: 'Something went wrong while fetching epics' },
  subgroups: { id: 'groupPage.subgroups', defaultMessage: 'Subgroups' },
  projects: { id: 'groupPage.projects', defaultMessage: 'Projects' },
  subgroupsFailed: { id: 'groupPage.subgroupsFailed', defaultMessage: 'Could not load the subgroups' },
  projectsFailed: { id: 'groupPage.projectsFailed', defaultMessage: 'Could not load the projects' },
  noProjects: { id: 'groupPage.noProjects', defaultMessage: 'No projects yet.' },
  openIssueCount: {
    id: 'groupPage.openIssueCount',
    defaultMessage: '{count, plural, one {# open issue} other {# open issues}}',
  },
});
