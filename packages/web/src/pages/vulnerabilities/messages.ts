import { defineMessages } from '../../ui/text/messages.ts';

export const pageMessages = defineMessages({
  filter: { id: 'vulnerabilitiesPage.filter', defaultMessage: 'Filter vulnerabilities' },
  search: { id: 'vulnerabilitiesPage.search', defaultMessage: 'Search vulnerabilities' },
  counts: { id: 'vulnerabilitiesPage.counts', defaultMessage: 'Vulnerabilities by severity' },
  sort: { id: 'vulnerabilitiesPage.sort', defaultMessage: 'Sort by' },
  severity_desc: { id: 'vulnerabilitiesPage.severityDesc', defaultMessage: 'Most severe first' },
  severity_asc: { id: 'vulnerabilitiesPage.severityAsc', defaultMessage: 'Least severe first' },
  detected_desc: { id: 'vulnerabilitiesPage.detectedDesc', defaultMessage: 'Newest first' },
  detected_asc: { id: 'vulnerabilitiesPage.detectedAsc', defaultMessage: 'Oldest first' },
  none: { id: 'vulnerabilitiesPage.none', defaultMessage: 'No vulnerabilities found' },
  noneReported: {
    id: 'vulnerabilitiesPage.noneReported',
    defaultMessage: 'The reports so far contain no findings.',
  },
  noMatch: { id: 'vulnerabilitiesPage.noMatch', defaultMessage: 'No vulnerability matches the filters.' },
  clear: { id: 'vulnerabilitiesPage.clear', defaultMessage: 'Clear filters' },
  first: { id: 'vulnerabilitiesPage.first', defaultMessage: 'Send the first report' },
  firstWhy: {
    id: 'vulnerabilitiesPage.firstWhy',
    defaultMessage:
      'Security scanners write reports as SARIF or security-report JSON. Upload one, or send it from your pipeline with an access token of scope api:',
  },
  firstOfGroup: {
    id: 'vulnerabilitiesPage.firstOfGroup',
    defaultMessage:
      'The projects of this group have no reports yet. Open the vulnerabilities of a project to send the first one.',
  },
  command: { id: 'vulnerabilitiesPage.command', defaultMessage: 'Command' },
  upload: { id: 'vulnerabilitiesPage.upload', defaultMessage: 'Upload report' },
  sent: {
    id: 'vulnerabilitiesPage.sent',
    defaultMessage:
      '{created, number} new, {updated, number} updated, {unchanged, number} unchanged, {gone, number} no longer detected',
  },
  select: { id: 'vulnerabilitiesPage.select', defaultMessage: 'Select {title}' },
  bulk: { id: 'vulnerabilitiesPage.bulk', defaultMessage: 'Bulk change' },
  selected: { id: 'vulnerabilitiesPage.selected', defaultMessage: '{count, number} selected' },
  clearSelection: { id: 'vulnerabilitiesPage.clearSelection', defaultMessage: 'Clear selection' },
  changed: {
    id: 'vulnerabilitiesPage.changed',
    defaultMessage: '{count, plural, one {# vulnerability changed} other {# vulnerabilities changed}}',
  },
  restored: { id: 'vulnerabilitiesPage.restored', defaultMessage: 'Changes undone' },
  issues: { id: 'vulnerabilitiesPage.issues', defaultMessage: '{count, plural, one {# issue} other {# issues}}' },
});
