import type { CustomFieldType } from '@milepost/core/custom-fields';
import type { MessageDescriptor } from 'react-intl';
import { cancelWord, defineMessages } from '../../ui/text/messages.ts';

export const fieldWords = defineMessages({
  singleSelect: { id: 'customFields.singleSelect', defaultMessage: 'Single select' },
  multiSelect: { id: 'customFields.multiSelect', defaultMessage: 'Multiple select' },
  number: { id: 'customFields.number', defaultMessage: 'Number' },
  text: { id: 'customFields.text', defaultMessage: 'Text' },
  none: { id: 'customFields.none', defaultMessage: 'None' },
  save: { id: 'customFields.save', defaultMessage: 'Save' },
  cancel: cancelWord,
  failed: { id: 'customFields.failed', defaultMessage: 'The custom fields could not be loaded.' },
  notNumber: { id: 'customFields.notNumber', defaultMessage: 'Must be a number' },
});

export const fieldTypeWords: Readonly<Record<CustomFieldType, MessageDescriptor>> = {
  SINGLE_SELECT: fieldWords.singleSelect,
  MULTI_SELECT: fieldWords.multiSelect,
  NUMBER: fieldWords.number,
  TEXT: fieldWords.text,
};
