import { defineMessages } from '../../ui/text/messages.ts';

export const preferenceMessages = defineMessages({
  section: { id: 'preferences.section', defaultMessage: 'Account' },
  name: { id: 'preferences.name', defaultMessage: 'Name' },
  username: { id: 'preferences.username', defaultMessage: 'Username' },
  usernameNote: {
    id: 'preferences.usernameNote',
    defaultMessage: 'Links to your old username and mentions of it still lead to you.',
  },
  timeZone: { id: 'preferences.timeZone', defaultMessage: 'Time zone' },
  timeZoneNote: { id: 'preferences.timeZoneNote', defaultMessage: 'Changes times. Dates without a time stay.' },
  browserZone: { id: 'preferences.browserZone', defaultMessage: 'From this browser ({zone})' },
  dateLanguage: { id: 'preferences.dateLanguage', defaultMessage: 'Date language' },
  dateLanguageNote: {
    id: 'preferences.dateLanguageNote',
    defaultMessage: 'Changes month names and the order of dates. Everything else stays English.',
  },
  english: { id: 'preferences.english', defaultMessage: 'English ({day})' },
  languageAndDay: { id: 'preferences.languageAndDay', defaultMessage: '{language} ({day})' },
  firstWeekday: { id: 'preferences.firstWeekday', defaultMessage: 'First day of the week' },
  serverWeekday: { id: 'preferences.serverWeekday', defaultMessage: 'Server default' },
  theme: { id: 'preferences.theme', defaultMessage: 'Theme' },
  themeNote: { id: 'preferences.themeNote', defaultMessage: 'Applies to this browser.' },
  themeSystem: { id: 'preferences.themeSystem', defaultMessage: 'System' },
  themeLight: { id: 'preferences.themeLight', defaultMessage: 'Light' },
  themeDark: { id: 'preferences.themeDark', defaultMessage: 'Dark' },
  shortcuts: { id: 'preferences.shortcuts', defaultMessage: 'Keyboard shortcuts' },
  shortcutsNote: {
    id: 'preferences.shortcutsNote',
    defaultMessage: 'Single keys run commands. Ctrl+K, Esc, arrows and Tab always work.',
  },
  save: { id: 'preferences.save', defaultMessage: 'Save changes' },
});
