import { defineMessages } from '../../ui/text/messages.ts';

/** Messages of the button of saved views; those of its menu are loaded with the menu. */
export const viewMenuMessages = defineMessages({
  views: { id: 'viewMenu.views', defaultMessage: 'Views' },
  viewNow: { id: 'viewMenu.viewNow', defaultMessage: 'View: {name}' },
  viewChanged: { id: 'viewMenu.viewChanged', defaultMessage: 'View: {name}, changed' },
  changed: { id: 'viewMenu.changed', defaultMessage: 'changed' },
  loading: { id: 'viewMenu.loading', defaultMessage: 'Loading' },
  noSuchView: {
    id: 'viewMenu.noSuchView',
    defaultMessage:
      'That view was deleted or is not shared with you. Showing the {kind, select, roadmap {roadmap} board {board} other {list}} without it.',
  },
});
