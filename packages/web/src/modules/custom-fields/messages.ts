import type { CustomFieldType } from '@milepost/core/fields/custom-fields';
import type { MessageDescriptor } from 'react-intl';
import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const fieldMessages = defineMessages({
  singleSelect: { id: 'customFields.singleSelect', defaultMessage: 'Single select' },
  multiSelect: { id: 'customFields.multiSelect', defaultMessage: 'Multiple select' },
  number: { id: 'customFields.number', defaultMessage: 'Number' },
  text: { id: 'customFields.text', defaultMessage: 'Text' },
  none: { id: 'customFields.none', defaultMessage: 'None' },
  save: { id: 'customFields.save', defaultMessage: 'Save' },
  cancel: cancelLabel,
  failed: { id: 'customFields.failed', defaultMessage: 'Could not load the custom fields.' },
  notNumber: { id: 'customFields.notNumber', defaultMessage: 'Must be a number' },
});

export const fieldTypeMessages: Readonly<Record<CustomFieldType, MessageDescriptor>> = {
  SINGLE_SELECT: fieldMessages.singleSelect,
  MULTI_SELECT: fieldMessages.multiSelect,
  NUMBER: fieldMessages.number,
  TEXT: fieldMessages.text,
};
