import { useIntl } from 'react-intl';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  next: { id: 'hierarchy.keyNext', defaultMessage: 'Next row of the tree' },
  previous: { id: 'hierarchy.keyPrevious', defaultMessage: 'Previous row of the tree' },
  open: { id: 'hierarchy.keyOpen', defaultMessage: 'Show what the row holds, then enter it' },
  close: { id: 'hierarchy.keyClose', defaultMessage: 'Hide what the row holds, or go to its parent' },
  enter: { id: 'hierarchy.keyEnter', defaultMessage: 'Open the item of the row' },
  up: { id: 'hierarchy.keyUp', defaultMessage: 'Move the row up' },
  down: { id: 'hierarchy.keyDown', defaultMessage: 'Move the row down' },
  in: { id: 'hierarchy.keyIn', defaultMessage: 'Move the row below the one before it' },
  out: { id: 'hierarchy.keyOut', defaultMessage: 'Move the row beside its parent' },
  menu: { id: 'hierarchy.keyMenu', defaultMessage: 'Add something below the row' },
  remove: { id: 'hierarchy.keyRemove', defaultMessage: 'Remove the row from its parent' },
});

/** For the help: the keys of the tree, whose rows take them by themselves. */
export function useTreeKeys({ mayArrange }: { mayArrange: boolean }): void {
  const { formatMessage } = useIntl();
  useShortcuts([
    { keys: '↓', title: formatMessage(messages.next) },
    { keys: '↑', title: formatMessage(messages.previous) },
    { keys: '→', title: formatMessage(messages.open) },
    { keys: '←', title: formatMessage(messages.close) },
    { keys: 'Enter', title: formatMessage(messages.enter) },
    ...(mayArrange
      ? [
          { keys: 'Alt+↑', title: formatMessage(messages.up) },
          { keys: 'Alt+↓', title: formatMessage(messages.down) },
          { keys: 'Alt+→', title: formatMessage(messages.in) },
          { keys: 'Alt+←', title: formatMessage(messages.out) },
          { keys: '+', title: formatMessage(messages.menu) },
          { keys: 'Delete', title: formatMessage(messages.remove) },
        ]
      : []),
  ]);
}
