import type { TokenKind, TokenOption } from '@milepost/core/filter-bar/tokens';
import { defineMessage, type IntlShape, type MessageDescriptor } from 'react-intl';
import type { FilterKind } from '../../../filter-bar/kinds.ts';
import { wildcardMessages } from '../../../filter-bar/messages.ts';

/** What the kinds of tokens are called that more than one list has. */
export const kindMessages = {
  author: defineMessage({ id: 'filters.author', defaultMessage: 'Author' }),
  label: defineMessage({ id: 'filters.label', defaultMessage: 'Label' }),
  milestone: defineMessage({ id: 'filters.milestone', defaultMessage: 'Milestone' }),
  epic: defineMessage({ id: 'filters.epic', defaultMessage: 'Epic' }),
  group: defineMessage({ id: 'filters.group', defaultMessage: 'Group' }),
  reaction: defineMessage({ id: 'filters.reaction', defaultMessage: 'My reaction' }),
  confidential: defineMessage({ id: 'filters.confidential', defaultMessage: 'Confidential' }),
  yes: defineMessage({ id: 'filters.yes', defaultMessage: 'Yes' }),
  no: defineMessage({ id: 'filters.no', defaultMessage: 'No' }),
};

/** Makes kinds of tokens, and the options that several of them have. */
export function kindsFor({ formatMessage }: IntlShape) {
  return {
    kind: (
      type: string,
      title: MessageDescriptor,
      operators: TokenKind['operators'],
      rest: Partial<FilterKind> = {},
    ): FilterKind => ({
      type,
      title: formatMessage(title),
      operators,
      symbol: '',
      options: [],
      wildcards: [],
      isOffered: true,
      ...rest,
    }),
    many: (...names: (keyof typeof wildcardMessages)[]): TokenOption[] =>
      names.map((name) => ({ value: name, title: formatMessage(wildcardMessages[name]) })),
    yesOrNo: [
      { value: 'yes', title: formatMessage(kindMessages.yes) },
      { value: 'no', title: formatMessage(kindMessages.no) },
    ],
  };
}
