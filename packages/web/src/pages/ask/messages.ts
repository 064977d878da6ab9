import { defineMessages } from '../../ui/text/messages.ts';

export const askMessages = defineMessages({
  title: { id: 'ask.title', defaultMessage: 'Ask' },
  question: { id: 'ask.question', defaultMessage: 'Question' },
  note: { id: 'ask.note', defaultMessage: 'Answers come from the guide and from items that you can read.' },
  noModel: {
    id: 'ask.noModel',
    defaultMessage: 'No model is configured: you get matching passages of the guide and of items that you can read.',
  },
  tooLong: { id: 'ask.tooLong', defaultMessage: 'is too long (maximum is {limit, number} characters)' },
  ask: { id: 'ask.ask', defaultMessage: 'Ask' },
  answer: { id: 'ask.answer', defaultMessage: 'Answer' },
  complete: { id: 'ask.complete', defaultMessage: 'The answer is complete.' },
  passages: { id: 'ask.passages', defaultMessage: 'Passages' },
  found: {
    id: 'ask.found',
    defaultMessage: '{count, plural, =0 {No passage found.} one {# passage found.} other {# passages found.}}',
  },
  sources: { id: 'ask.sources', defaultMessage: 'Sources' },
  nothing: { id: 'ask.nothing', defaultMessage: 'No passage matches the question' },
});
