import { useIntl } from 'react-intl';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  next: { id: 'hierarchy.keyNext', defaultMessage: 'Next row in the tree' },
  previous: { id: 'hierarchy.keyPrevious', defaultMessage: 'Previous row in the tree' },
  open: { id: 'hierarchy.keyOpen', defaultMessage: 'Expand the row, then go to its first child' },
  close: { id: 'hierarchy.keyClose', defaultMessage: 'Collapse the row, or go to its parent' },
  enter: { id: 'hierarchy.keyEnter', defaultMessage: 'Open the item' },
  up: { id: 'hierarchy.keyUp', defaultMessage: 'Move the row up' },
  down: { id: 'hierarchy.keyDown', defaultMessage: 'Move the row down' },
  in: { id: 'hierarchy.keyIn', defaultMessage: 'Indent the row' },
  out: { id: 'hierarchy.keyOut', defaultMessage: 'Outdent the row' },
  menu: { id: 'hierarchy.keyMenu', defaultMessage: 'Add a child item' },
  remove: { id: 'hierarchy.keyRemove', defaultMessage: 'Remove the row from its parent' },
});

/** The shortcuts of the tree for the help; the rows handle them. */
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
