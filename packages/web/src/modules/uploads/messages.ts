import { defineMessages } from '../../ui/text/messages.ts';

export const uploadMessages = defineMessages({
  tooBig: { id: 'uploads.tooBig', defaultMessage: 'File is too big' },
  wrongType: { id: 'uploads.wrongType', defaultMessage: "You can't upload files of this type." },
  tooMany: { id: 'uploads.tooMany', defaultMessage: 'You can not upload any more files.' },
  canceled: { id: 'uploads.canceled', defaultMessage: 'Upload canceled.' },
  status: { id: 'uploads.status', defaultMessage: 'Server responded with {statusCode} code.' },
  notJson: { id: 'uploads.notJson', defaultMessage: 'Invalid JSON response from server.' },
  unreachable: { id: 'uploads.unreachable', defaultMessage: 'Could not reach the server.' },
  list: { id: 'uploads.list', defaultMessage: 'Uploads' },
  progress: { id: 'uploads.progress', defaultMessage: 'Uploading {name}' },
  waiting: { id: 'uploads.waiting', defaultMessage: 'Waiting' },
  done: { id: 'uploads.done', defaultMessage: '{name} attached.' },
  failed: { id: 'uploads.failed', defaultMessage: '{name}: {problem}' },
  cancel: { id: 'uploads.cancel', defaultMessage: 'Cancel {name}' },
  dismiss: { id: 'uploads.dismiss', defaultMessage: 'Dismiss {name}' },
  placeholder: { id: 'uploads.placeholder', defaultMessage: 'Uploading {name}…' },
});
