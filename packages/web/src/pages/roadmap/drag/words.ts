import { defineMessages } from '../../../ui/messages.ts';

export const dragWords = defineMessages({
  length: { id: 'roadmap.drag.length', defaultMessage: '{days, plural, one {# day} other {# days}}' },
  becomesFixed: {
    id: 'roadmap.drag.becomesFixed',
    defaultMessage: '{count, plural, one {The inherited date becomes fixed} other {Inherited dates become fixed}}',
  },
  moved: { id: 'roadmap.drag.moved', defaultMessage: 'Moved “{title}” to {dates}' },
  undone: { id: 'roadmap.drag.undone', defaultMessage: 'Moved “{title}” back to {dates}' },
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
