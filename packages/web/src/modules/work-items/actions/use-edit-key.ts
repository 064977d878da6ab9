import { useIntl } from 'react-intl';
import { useShortcuts } from '../../../platform/shortcuts/use-shortcuts.ts';
import { actionMessages } from './action-messages.ts';

/** `e` opens the form. */
export function useEditKey(isOn: boolean, edit: () => void): void {
  const { formatMessage } = useIntl();
  useShortcuts(isOn ? [{ keys: 'e', title: formatMessage(actionMessages.editText), perform: edit }] : []);
}
