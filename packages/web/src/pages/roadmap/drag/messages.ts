import { cancelWord, defineMessages } from '../../../ui/text/messages.ts';

export const dragMessages = defineMessages({
  length: { id: 'roadmap.drag.length', defaultMessage: '{days, plural, one {# day} other {# days}}' },
  becomesFixed: {
    id: 'roadmap.drag.becomesFixed',
    defaultMessage: '{count, plural, one {The inherited date becomes fixed} other {Inherited dates become fixed}}',
  },
  moved: { id: 'roadmap.drag.moved', defaultMessage: 'Moved “{title}” to {dates}' },
  undone: { id: 'roadmap.drag.undone', defaultMessage: 'Moved “{title}” back to {dates}' },
  place: { id: 'roadmap.drag.place', defaultMessage: 'Place on the timeline' },
  dragHint: { id: 'roadmap.drag.dragHint', defaultMessage: 'Drag one onto the timeline to give it dates.' },
  placeTitled: { id: 'roadmap.drag.placeTitled', defaultMessage: 'Place “{title}” on the timeline' },
  placing: { id: 'roadmap.drag.placing', defaultMessage: '“{title}”, {dates}' },
  placingHint: {
    id: 'roadmap.drag.placingHint',
    defaultMessage:
      '{dates}. Alt and arrow keys move it, with Shift they change its length. Enter places it, Escape takes it back.',
  },
  placeHere: { id: 'roadmap.drag.placeHere', defaultMessage: 'Place here' },
  cancel: cancelWord,
  staysUndated: { id: 'roadmap.drag.staysUndated', defaultMessage: '“{title}” stays without dates' },
  placed: { id: 'roadmap.drag.placed', defaultMessage: 'Placed “{title}” at {dates}' },
  unplaced: { id: 'roadmap.drag.unplaced', defaultMessage: '“{title}” has no dates again' },
  undo: { id: 'roadmap.drag.undo', defaultMessage: 'Undo' },
  cancelled: { id: 'roadmap.drag.cancelled', defaultMessage: '“{title}” stays at {dates}' },
  hint: {
    id: 'roadmap.drag.hint',
    defaultMessage: '{dates}. Enter keeps the dates, Escape takes them back.',
  },
  notAllowed: {
    id: 'roadmap.drag.notAllowed',
    defaultMessage: 'You do not have permission to change the dates of “{title}”',
  },
  conflict: {
    id: 'roadmap.drag.conflict',
    defaultMessage: '{message} “{title}” is now at {now}; you wanted {wanted}.',
  },
  takeMine: { id: 'roadmap.drag.takeMine', defaultMessage: 'Use {wanted}' },
  keepTheirs: { id: 'roadmap.drag.keepTheirs', defaultMessage: 'Keep {now}' },
  failed: {
    id: 'roadmap.drag.failed',
    defaultMessage: 'Something went wrong while changing the dates of “{title}”. They are what they were: {before}.',
  },
  refused: {
    id: 'roadmap.drag.refused',
    defaultMessage: '{message} The dates of “{title}” are what they were: {before}.',
  },
  tryAgain: { id: 'roadmap.drag.tryAgain', defaultMessage: 'Try again' },
  dismiss: { id: 'roadmap.drag.dismiss', defaultMessage: 'Dismiss' },
});
