import { defineMessage } from 'react-intl';
import { cancelWord, defineMessages } from '../../../ui/text/messages.ts';

/** Words of files. */
export const exportMessages = defineMessages({
  csv: { id: 'roadmap.exportCsv', defaultMessage: 'Table (CSV)' },
  excel: { id: 'roadmap.exportExcel', defaultMessage: 'Table for Excel (CSV)' },
  svg: { id: 'roadmap.exportSvg', defaultMessage: 'Drawing (SVG)' },
  png: { id: 'roadmap.exportPng', defaultMessage: 'ExportImage (PNG)' },
  pdf: { id: 'roadmap.exportPdf', defaultMessage: 'Document (PDF)' },
  note: { id: 'roadmap.exportNote', defaultMessage: 'All that is filtered, the whole date range' },
  title: { id: 'roadmap.exportTitle', defaultMessage: 'Export' },
  loading: { id: 'roadmap.exportLoading', defaultMessage: 'Loading epics' },
  drawing: { id: 'roadmap.exportDrawing', defaultMessage: 'Drawing' },
  cancel: cancelWord,
  close: { id: 'roadmap.exportClose', defaultMessage: 'Close' },
  failed: { id: 'roadmap.exportFailed', defaultMessage: 'There was a problem making the file' },
  tooMany: {
    id: 'roadmap.exportTooMany',
    defaultMessage:
      'There are more than 10,000 epics here. Filter them or choose a shorter range; the table holds any number.',
  },
  epics: { id: 'roadmap.exportEpics', defaultMessage: 'Epics' },
});

export const tooTall = defineMessage<{ rows: number }>({
  id: 'roadmap.exportTooTall',
  defaultMessage: 'A image holds at most {rows, number} rows. Filter some out, or choose the drawing or the document.',
});
export const firstPaintTitle = defineMessage<{ group: string }>({
  id: 'roadmap.firstPaintTitle',
  defaultMessage: '{group}: roadmap',
});
export const firstPaintSubtitle = defineMessage<{ from: string; to: string; count: number; today: string }>({
  id: 'roadmap.firstPaintSubtitle',
  defaultMessage: '{from} – {to} · {count, plural, one {# epic} other {# epics}} · as of {today}',
});
export const pageOfPages = defineMessage<{ page: number; pages: number }>({
  id: 'roadmap.pageOfPages',
  defaultMessage: 'Page {page} of {pages}',
});
