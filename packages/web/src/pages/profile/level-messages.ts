import { defineMessages } from '../../ui/text/messages.ts';

/** What each level is, in words. */
export const levelMessages = defineMessages({
  watch: { id: 'profile.levelWatch', defaultMessage: 'Everything in groups and projects where I am a member' },
  participating: {
    id: 'profile.levelParticipating',
    defaultMessage: 'What I take part in or am subscribed to',
  },
  mention: { id: 'profile.levelMention', defaultMessage: 'Comments that mention me' },
  custom: { id: 'profile.levelCustom', defaultMessage: 'What I take part in, and what I choose' },
  disabled: { id: 'profile.levelDisabled', defaultMessage: 'Nothing' },
});
