import { defineMessages } from '../../ui/text/messages.ts';

export const shellMessages = defineMessages({
  navigation: { id: 'shell.navigation', defaultMessage: 'Main' },
  breadcrumb: { id: 'shell.breadcrumb', defaultMessage: 'Breadcrumb' },
  administration: { id: 'shell.administration', defaultMessage: 'Administration' },
  ask: { id: 'ask.title', defaultMessage: 'Ask' },
  abuseReports: { id: 'shell.abuseReports', defaultMessage: 'Abuse reports' },
  skip: { id: 'shell.skip', defaultMessage: 'Skip to content' },
  search: { id: 'shell.search', defaultMessage: 'Search' },
  searchOrJump: { id: 'shell.searchOrJump', defaultMessage: 'Search or jump to' },
  create: { id: 'shell.create', defaultMessage: 'Create new' },
  collapse: { id: 'shell.collapse', defaultMessage: 'Collapse navigation' },
  expand: { id: 'shell.expand', defaultMessage: 'Expand navigation' },
  recent: { id: 'shell.recent', defaultMessage: 'Recently visited' },
  menu: { id: 'shell.menu', defaultMessage: 'Menu' },
  theme: { id: 'shell.theme', defaultMessage: 'Theme' },
  themeSystem: { id: 'shell.themeSystem', defaultMessage: 'System' },
  themeLight: { id: 'shell.themeLight', defaultMessage: 'Light' },
  themeDark: { id: 'shell.themeDark', defaultMessage: 'Dark' },
  signOut: { id: 'shell.signOut', defaultMessage: 'Sign out' },
  signOutFailed: {
    id: 'shell.signOutFailed',
    defaultMessage: 'Could not sign out: the server did not respond. Try again.',
  },
  account: { id: 'shell.account', defaultMessage: 'Your account' },
  away: {
    id: 'shell.away',
    defaultMessage: 'Database unavailable. This page may be out of date. It reloads when the database is back.',
  },
  offline: {
    id: 'shell.offline',
    defaultMessage: 'Cannot reach the server. This page may be out of date. It reloads when the server responds.',
  },
});
