import { cancelLabel, defineMessages } from '../../../ui/text/messages.ts';

export const dragMessages = defineMessages({
  length: { id: 'roadmap.drag.length', defaultMessage: '{days, plural, one {# day} other {# days}}' },
  becomesFixed: {
    id: 'roadmap.drag.becomesFixed',
    defaultMessage: '{count, plural, one {The inherited date becomes fixed} other {Inherited dates become fixed}}',
  },
  moved: { id: 'roadmap.drag.moved', defaultMessage: 'Moved “{title}” to {dates}' },
  undone: { id: 'roadmap.drag.undone', defaultMessage: 'Moved “{title}” back to {dates}' },
  place: { id: 'roadmap.drag.place', defaultMessage: 'Place on the timeline' },
  dragHint: { id: 'roadmap.drag.dragHint', defaultMessage: 'Drag an epic onto the timeline to set its dates.' },
  placeTitled: { id: 'roadmap.drag.placeTitled', defaultMessage: 'Place “{title}” on the timeline' },
  placing: { id: 'roadmap.drag.placing', defaultMessage: '“{title}”, {dates}' },
  placingHint: {
    id: 'roadmap.drag.placingHint',
    defaultMessage: '{dates}. Alt and arrow keys move it, with Shift they resize it. Enter places it, Escape cancels.',
  },
  placeHere: { id: 'roadmap.drag.placeHere', defaultMessage: 'Place here' },
  cancel: cancelLabel,
  staysUndated: { id: 'roadmap.drag.staysUndated', defaultMessage: '“{title}” still has no dates' },
  placed: { id: 'roadmap.drag.placed', defaultMessage: 'Placed “{title}” at {dates}' },
  unplaced: { id: 'roadmap.drag.unplaced', defaultMessage: 'Dates of “{title}” removed' },
  canceled: { id: 'roadmap.drag.canceled', defaultMessage: '“{title}” is unchanged at {dates}' },
  hint: {
    id: 'roadmap.drag.hint',
    defaultMessage: '{dates}. Enter saves the dates, Escape cancels.',
  },
  notAllowed: {
    id: 'roadmap.drag.notAllowed',
    defaultMessage: 'You do not have permission to change the dates of “{title}”',
  },
  laneChange: { id: 'roadmap.drag.laneChange', defaultMessage: '{field}: {from} → {to}' },
  AUTHOR: { id: 'roadmap.drag.authorLane', defaultMessage: 'The author cannot be changed' },
  SUBGROUP: { id: 'roadmap.drag.subgroupLane', defaultMessage: 'An epic stays in its group' },
  ITERATION: { id: 'roadmap.drag.iterationLane', defaultMessage: 'The iteration follows from the issues' },
  choosing: { id: 'roadmap.drag.choosing', defaultMessage: '{change}. Enter moves the epic, Escape cancels.' },
  choosingNone: { id: 'roadmap.drag.choosingNone', defaultMessage: '“{title}” stays in its lane' },
  entered: { id: 'roadmap.drag.entered', defaultMessage: 'Moved “{title}”: {change}' },
  returned: { id: 'roadmap.drag.returned', defaultMessage: 'Moved “{title}” back: {change}' },
  laneConflict: {
    id: 'roadmap.drag.laneConflict',
    defaultMessage: '{message} “{title}” is now in {now}. Your change was {wanted}.',
  },
  laneFailed: {
    id: 'roadmap.drag.laneFailed',
    defaultMessage: 'Something went wrong while moving “{title}”. It is unchanged in {before}.',
  },
  laneRefused: {
    id: 'roadmap.drag.laneRefused',
    defaultMessage: '{message} “{title}” is unchanged in {before}.',
  },
  conflict: {
    id: 'roadmap.drag.conflict',
    defaultMessage: '{message} “{title}” is now at {now}. Your change was {wanted}.',
  },
  takeMine: { id: 'roadmap.drag.takeMine', defaultMessage: 'Use {wanted}' },
  keepTheirs: { id: 'roadmap.drag.keepTheirs', defaultMessage: 'Keep {now}' },
  failed: {
    id: 'roadmap.drag.failed',
    defaultMessage: 'Something went wrong while changing the dates of “{title}”. They are unchanged: {before}.',
  },
  refused: {
    id: 'roadmap.drag.refused',
    defaultMessage: '{message} The dates of “{title}” are unchanged: {before}.',
  },
  stale: {
    id: 'roadmap.drag.stale',
    defaultMessage: '“{title}” is saved. Could not update the rest of the roadmap.',
  },
  newEpic: { id: 'roadmap.drag.newEpic', defaultMessage: 'Title of the new epic, {dates}' },
  create: { id: 'roadmap.drag.create', defaultMessage: 'Create epic' },
  created: { id: 'roadmap.drag.created', defaultMessage: 'Epic “{title}” created' },
  dismiss: { id: 'roadmap.drag.dismiss', defaultMessage: 'Dismiss' },
});
