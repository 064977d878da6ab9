import { cancelLabel, defineMessages } from '../../../ui/text/messages.ts';

export const formMessages = defineMessages({
  add: { id: 'hierarchy.add', defaultMessage: 'Add' },
  epics: { id: 'hierarchy.addEpics', defaultMessage: 'Epic' },
  issues: { id: 'hierarchy.addIssues', defaultMessage: 'Issue' },
  newEpic: { id: 'hierarchy.newEpic', defaultMessage: 'Add a new epic' },
  existingEpic: { id: 'hierarchy.existingEpic', defaultMessage: 'Add an existing epic' },
  newIssue: { id: 'hierarchy.newIssue', defaultMessage: 'Add a new issue' },
  existingIssue: { id: 'hierarchy.existingIssue', defaultMessage: 'Add an existing issue' },
  confidential: {
    id: 'hierarchy.confidentialParent',
    defaultMessage: 'The parent epic is confidential and can only contain confidential epics and issues',
  },
  epicNote: {
    id: 'hierarchy.epicNote',
    defaultMessage: 'Paste links or type references such as &59. Separate multiple references with spaces.',
  },
  issueNote: {
    id: 'hierarchy.issueNote',
    defaultMessage: 'Paste links or type references such as project#59. Separate multiple references with spaces.',
  },
  addBelow: { id: 'hierarchy.addBelow', defaultMessage: 'Add child to {title}' },
  below: { id: 'hierarchy.below', defaultMessage: 'Child of “{title}”' },
  newTask: { id: 'hierarchy.newTask', defaultMessage: 'Add a new task' },
  existingTask: { id: 'hierarchy.existingTask', defaultMessage: 'Add an existing task' },
  taskNote: {
    id: 'hierarchy.taskNote',
    defaultMessage: 'Paste links or type references such as #59. Separate multiple references with spaces.',
  },
  taskMissing: {
    id: 'hierarchy.taskMissing',
    defaultMessage:
      'Could not find {references}. Check the {count, plural, one {reference} other {references}} and your access.',
  },
  tasksFailed: { id: 'hierarchy.tasksFailed', defaultMessage: 'Could not add the task.' },
  createTask: { id: 'hierarchy.createTask', defaultMessage: 'Create task' },
  cancel: cancelLabel,
  title: { id: 'hierarchy.formTitle', defaultMessage: 'Title' },
  titleMissing: { id: 'hierarchy.titleMissing', defaultMessage: 'Enter a title.' },
  projectMissing: { id: 'hierarchy.projectMissing', defaultMessage: 'Select a project for the issue.' },
  added: { id: 'hierarchy.added', defaultMessage: '“{title}” added.' },
  group: { id: 'hierarchy.formGroup', defaultMessage: 'Group' },
  project: { id: 'hierarchy.formProject', defaultMessage: 'Project' },
  pickGroup: { id: 'hierarchy.pickGroup', defaultMessage: 'Select a group' },
  pickProject: { id: 'hierarchy.pickProject', defaultMessage: 'Select a project' },
  groupsFailed: { id: 'hierarchy.groupsFailed', defaultMessage: 'There was a problem fetching groups.' },
  projectsFailed: {
    id: 'hierarchy.projectsFailed',
    defaultMessage: 'Something went wrong while fetching projects.',
  },
  noProjects: {
    id: 'hierarchy.noProjects',
    defaultMessage: 'Issues belong to projects. {group} and its subgroups have no projects yet.',
  },
  newProject: { id: 'hierarchy.newProject', defaultMessage: 'New project' },
  whoMakesProjects: {
    id: 'hierarchy.whoMakesProjects',
    defaultMessage: 'Members with at least the Developer role can create one.',
  },
  addExistingInstead: {
    id: 'hierarchy.addExistingInstead',
    defaultMessage: 'To add an issue from another project, use “Add an existing issue”.',
  },
  detailsFailed: { id: 'hierarchy.detailsFailed', defaultMessage: 'Something went wrong while fetching details' },
  createEpic: { id: 'hierarchy.createEpic', defaultMessage: 'Create epic' },
  createIssue: { id: 'hierarchy.createIssue', defaultMessage: 'Create issue' },
  recent: { id: 'hierarchy.recentProjects', defaultMessage: 'Recently used' },
  frequent: { id: 'hierarchy.frequentProjects', defaultMessage: 'Frequently used' },
  projects: { id: 'hierarchy.projects', defaultMessage: 'Projects' },
  epicMissing: {
    id: 'hierarchy.epicMissing',
    defaultMessage: 'Could not find the epic. Check the references and your access.',
  },
  issueMissing: {
    id: 'hierarchy.issueMissing',
    defaultMessage: 'Could not find the issue. Check the references and your access.',
  },
  tooDeep: {
    id: 'hierarchy.tooDeep',
    defaultMessage: 'Epics can be nested at most seven levels deep.',
  },
  epicFailed: {
    id: 'hierarchy.epicFailed',
    defaultMessage: 'Something went wrong while creating child epics.',
  },
  issueFailed: { id: 'hierarchy.issueFailed', defaultMessage: 'Something went wrong while creating issue.' },
});
