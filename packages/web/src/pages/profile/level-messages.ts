import { defineMessages } from '../../ui/text/messages.ts';

/** The description of each level. */
export const levelMessages = defineMessages({
  watch: { id: 'profile.levelWatch', defaultMessage: 'All activity in my groups and projects' },
  participating: {
    id: 'profile.levelParticipating',
    defaultMessage: 'Items I participate in or subscribe to',
  },
  mention: { id: 'profile.levelMention', defaultMessage: 'Comments that mention me' },
  custom: { id: 'profile.levelCustom', defaultMessage: 'Items I participate in and custom events' },
  disabled: { id: 'profile.levelDisabled', defaultMessage: 'Nothing' },
});
