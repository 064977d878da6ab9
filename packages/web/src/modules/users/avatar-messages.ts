import { defineMessages } from '../../ui/text/messages.ts';

export const avatarMessages = defineMessages({
  avatar: { id: 'preferences.avatar', defaultMessage: 'Avatar' },
  avatarFile: { id: 'preferences.avatarFile', defaultMessage: 'Avatar image' },
  avatarNote: {
    id: 'preferences.avatarNote',
    defaultMessage: 'PNG, JPEG, GIF or WebP. The center is cropped to a square.',
  },
  chooseImage: { id: 'preferences.chooseImage', defaultMessage: 'Choose image' },
  saveAvatar: { id: 'preferences.saveAvatar', defaultMessage: 'Save avatar' },
  removeAvatar: { id: 'preferences.removeAvatar', defaultMessage: 'Remove avatar' },
  notAnImage: {
    id: 'preferences.notAnImage',
    defaultMessage: 'Could not read this file as an image. Choose a PNG, JPEG, GIF or WebP.',
  },
});
