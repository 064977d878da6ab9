import { defineMessages } from '../../../ui/text/messages.ts';

/** Messages of links. */
export const linkMessages = defineMessages({
  overview: { id: 'roadmap.overview', defaultMessage: 'Overview' },
  discarded: { id: 'roadmap.settingsDiscarded', defaultMessage: 'Your settings for this roadmap were reset.' },
  copyPage: { id: 'roadmap.viewCopyPage', defaultMessage: 'Copy link to this roadmap' },
  links: { id: 'roadmap.viewLinks', defaultMessage: 'Public links…' },
  feeds: { id: 'roadmap.viewFeeds', defaultMessage: 'Subscribe in a calendar…' },
  exporting: { id: 'roadmap.viewExport', defaultMessage: 'Export' },
  name: { id: 'roadmap.linkName', defaultMessage: 'Name' },
  linksTitle: { id: 'roadmap.linksTitle', defaultMessage: 'Public links' },
  linksNote: {
    id: 'roadmap.linksNote',
    defaultMessage:
      'Anyone with a link can see the roadmap with its current filters, without signing in. Confidential epics are never shown.',
  },
  feedsTitle: { id: 'roadmap.feedsTitle', defaultMessage: 'Calendar' },
  feedsNote: {
    id: 'roadmap.feedsNote',
    defaultMessage:
      'A secret address for your calendar app, with all epics and milestones that match the current filters. It shows what you have access to: keep it private.',
  },
  expires: { id: 'roadmap.linkExpires', defaultMessage: 'Expires on' },
  expiresNote: {
    id: 'roadmap.linkExpiresNote',
    defaultMessage: 'Stops working on this date. Leave blank for no expiry.',
  },
  makeLink: { id: 'roadmap.linkMake', defaultMessage: 'Create link' },
  makeFeed: { id: 'roadmap.feedMake', defaultMessage: 'Create address' },
  made: { id: 'roadmap.linkMade', defaultMessage: "Copy it now. You won''t see it again." },
  page: { id: 'roadmap.linkPage', defaultMessage: 'Page' },
  calendar: { id: 'roadmap.linkCalendar', defaultMessage: 'Calendar' },
  copy: { id: 'roadmap.linkCopy', defaultMessage: 'Copy' },
  revoke: { id: 'roadmap.linkRevoke', defaultMessage: 'Revoke' },
  revokeLink: { id: 'roadmap.linkRevokeTitle', defaultMessage: 'Revoke link' },
  revokeFeed: { id: 'roadmap.feedRevokeTitle', defaultMessage: 'Revoke address' },
  revokeLinkMeans: {
    id: 'roadmap.linkRevokeMeans',
    defaultMessage: '“{name}” and its calendar stop working for everyone. A revoked link cannot be restored.',
  },
  revokeFeedMeans: {
    id: 'roadmap.feedRevokeMeans',
    defaultMessage: 'Calendars stop receiving “{name}”. A revoked address cannot be restored.',
  },
  revokeFailed: { id: 'roadmap.linkRevokeFailed', defaultMessage: 'Could not revoke. The link still works.' },
  revokeNamed: { id: 'roadmap.linkRevokeNamed', defaultMessage: 'Revoke “{name}”' },
  revoked: { id: 'roadmap.linkRevoked', defaultMessage: '“{name}” revoked' },
  noLinks: { id: 'roadmap.linksNone', defaultMessage: 'None yet' },
  by: { id: 'roadmap.linkBy', defaultMessage: 'by {name}, {date}' },
  byNobody: { id: 'roadmap.linkByNobody', defaultMessage: 'by a former member, {date}' },
  until: { id: 'roadmap.linkUntil', defaultMessage: 'until {date}' },
  used: { id: 'roadmap.linkUsed', defaultMessage: 'last used {date}' },
  unused: { id: 'roadmap.linkUnused', defaultMessage: 'not used yet' },
  close: { id: 'roadmap.linksClose', defaultMessage: 'Close' },
});
