import { defineMessages } from '../../ui/text/messages.ts';

export const peekMessages = defineMessages({
  close: { id: 'peek.close', defaultMessage: 'Close' },
  previous: { id: 'peek.previous', defaultMessage: 'Previous item' },
  next: { id: 'peek.next', defaultMessage: 'Next item' },
  copyLink: { id: 'peek.copyLink', defaultMessage: 'Copy link' },
  linkCopied: { id: 'peek.linkCopied', defaultMessage: 'Link copied' },
  notCopied: { id: 'peek.notCopied', defaultMessage: 'Could not copy. The link is {text}' },
  open: { id: 'peek.open', defaultMessage: 'Open' },
  loading: { id: 'peek.loading', defaultMessage: 'Loading' },
  closeKey: { id: 'peek.closeKey', defaultMessage: 'Close the side peek' },
});
