import { defineMessage } from 'react-intl';

export const asOfMessages = {
  asOf: defineMessage<{ date: string }>({ id: 'asOf.title', defaultMessage: 'As of {date}' }),
  choose: defineMessage({ id: 'asOf.choose', defaultMessage: 'As of a past day' }),
  day: defineMessage({ id: 'asOf.day', defaultMessage: 'Past day' }),
  back: defineMessage({ id: 'asOf.back', defaultMessage: 'Back to today' }),
  noRecords: defineMessage({ id: 'asOf.noRecords', defaultMessage: 'No records for this day' }),
};
