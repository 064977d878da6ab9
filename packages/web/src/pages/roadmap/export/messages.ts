import { defineMessage } from 'react-intl';
import { cancelLabel, defineMessages } from '../../../ui/text/messages.ts';

/** Messages of exports. */
export const exportMessages = defineMessages({
  csv: { id: 'roadmap.exportCsv', defaultMessage: 'CSV' },
  excel: { id: 'roadmap.exportExcel', defaultMessage: 'CSV for Excel' },
  svg: { id: 'roadmap.exportSvg', defaultMessage: 'SVG' },
  png: { id: 'roadmap.exportPng', defaultMessage: 'PNG' },
  pdf: { id: 'roadmap.exportPdf', defaultMessage: 'PDF' },
  slides: { id: 'roadmap.exportSlides', defaultMessage: 'Slides (PDF)' },
  note: { id: 'roadmap.exportNote', defaultMessage: 'Exports all matching epics' },
  title: { id: 'roadmap.exportTitle', defaultMessage: 'Export' },
  loading: { id: 'roadmap.exportLoading', defaultMessage: 'Loading epics' },
  drawing: { id: 'roadmap.exportDrawing', defaultMessage: 'Drawing' },
  cancel: cancelLabel,
  close: { id: 'roadmap.exportClose', defaultMessage: 'Close' },
  failed: { id: 'roadmap.exportFailed', defaultMessage: 'There was a problem creating the file' },
  epics: { id: 'roadmap.exportEpics', defaultMessage: 'Epics' },
});

export const tooMany = defineMessage<{ count: number; most: number }>({
  id: 'roadmap.exportTooMany',
  defaultMessage:
    '{count, number} epics match, and a drawing holds at most {most, number}. Filter them or choose a shorter range. CSV has no limit.',
});
export const tooTall = defineMessage<{ rows: number }>({
  id: 'roadmap.exportTooTall',
  defaultMessage: 'A PNG holds at most {rows, number} rows. Filter the epics, or choose SVG or PDF.',
});
export const exportTitle = defineMessage<{ group: string }>({
  id: 'roadmap.exportFileTitle',
  defaultMessage: '{group}: roadmap',
});
export const exportSubtitle = defineMessage<{ from: string; to: string; count: number; today: string }>({
  id: 'roadmap.exportFileSubtitle',
  defaultMessage: '{from} – {to} · {count, plural, one {# epic} other {# epics}} · as of {today}',
});
export const pageOfPages = defineMessage<{ page: number; pages: number }>({
  id: 'roadmap.pageOfPages',
  defaultMessage: 'Page {page} of {pages}',
});

/** Texts of slides, with the states of epics. */
export const slideMessages = defineMessages({
  roadmap: { id: 'roadmap.slidesRoadmap', defaultMessage: 'Roadmap' },
  all: { id: 'roadmap.slidesAll', defaultMessage: 'All epics' },
  opened: { id: 'roadmap.slidesOpened', defaultMessage: 'Open epics' },
  closed: { id: 'roadmap.slidesClosed', defaultMessage: 'Closed epics' },
});
export const asOfDate = defineMessage<{ date: string }>({ id: 'roadmap.asOf', defaultMessage: 'As of {date}' });
export const partOfLane = defineMessage<{ lane: string; part: number; parts: number }>({
  id: 'roadmap.partOfLane',
  defaultMessage: '{lane} ({part, number} of {parts, number})',
});
export const tooManySlides = defineMessage<{ count: number; most: number }>({
  id: 'roadmap.tooManySlides',
  defaultMessage:
    'This roadmap takes {count, number} slides, and a file holds at most {most, number}. Filter the epics or group them differently.',
});

export const presentationMessages = defineMessages({
  title: { id: 'roadmap.presentation', defaultMessage: 'Presentation' },
  present: { id: 'roadmap.present', defaultMessage: 'Present' },
  previous: { id: 'roadmap.presentPrevious', defaultMessage: 'Previous lane' },
  next: { id: 'roadmap.presentNext', defaultMessage: 'Next lane' },
  leave: { id: 'roadmap.presentLeave', defaultMessage: 'Leave the presentation' },
});
