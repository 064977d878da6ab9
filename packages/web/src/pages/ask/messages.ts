import { defineMessages } from '../../ui/text/messages.ts';

export const askMessages = defineMessages({
  title: { id: 'ask.title', defaultMessage: 'Ask' },
  question: { id: 'ask.question', defaultMessage: 'Question' },
  note: { id: 'ask.note', defaultMessage: 'Answered from the guide and from items that you may read.' },
  noModel: {
    id: 'ask.noModel',
    defaultMessage: 'No model is configured: you get passages of the guide and of items that you may read.',
  },
  tooLong: { id: 'ask.tooLong', defaultMessage: 'is too long (maximum is {limit, number} characters)' },
  ask: { id: 'ask.ask', defaultMessage: 'Ask' },
  sources: { id: 'ask.sources', defaultMessage: 'Sources' },
  nothing: { id: 'ask.nothing', defaultMessage: 'No passage matches the question' },
});
