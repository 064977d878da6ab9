import { defineMessages } from '../../../ui/text/messages.ts';

/** Messages of the menus of saved views and exports. */
export const toolMessages = defineMessages({
  views: { id: 'roadmap.views', defaultMessage: 'Views' },
  viewNow: { id: 'roadmap.viewNow', defaultMessage: 'View: {name}' },
  viewChanged: { id: 'roadmap.viewChanged', defaultMessage: 'View: {name}, changed' },
  changed: { id: 'roadmap.changed', defaultMessage: 'changed' },
  export: { id: 'roadmap.export', defaultMessage: 'Export' },
  loading: { id: 'roadmap.toolsLoading', defaultMessage: 'Loading' },
  noSuchView: {
    id: 'roadmap.noSuchView',
    defaultMessage: 'That view was deleted or is not shared with you. Showing the roadmap without it.',
  },
});
