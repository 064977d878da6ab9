import type { TokenKind, TokenOption } from '@milepost/core/filter-bar/tokens';
import { symbols } from '@milepost/core/filter-bar/tokens';
import type { RoadmapTokenType } from '@milepost/core/roadmap/filter-tokens';
import type { IntlShape } from 'react-intl';
import type { FilterKind } from '../../filter-bar/kinds.ts';
import { wildcardWords } from '../../filter-bar/messages.ts';
import { messages } from './messages.ts';

/** What the roadmap can be filtered by. Who is not signed in is not offered people and has no reactions. */
export function roadmapKinds({ formatMessage }: IntlShape, isSignedIn: boolean): FilterKind[] {
  const many = (...names: (keyof typeof wildcardWords)[]): TokenOption[] =>
    names.map((name) => ({ value: name, title: formatMessage(wildcardWords[name]) }));
  const kind = (
    type: RoadmapTokenType,
    title: string,
    operators: TokenKind['operators'],
    rest: Partial<FilterKind> = {},
  ): FilterKind => ({ type, title, operators, symbol: '', options: [], wildcards: [], isOffered: true, ...rest });
  return [
    kind('author', formatMessage(messages.kindAuthor), ['is', 'is not', 'or'], {
      symbol: symbols.author,
      isOffered: isSignedIn,
    }),
    kind('label', formatMessage(messages.kindLabel), ['is', 'is not', 'or'], {
      symbol: symbols.label,
      wildcards: many('None', 'Any'),
    }),
    kind('milestone', formatMessage(messages.kindMilestone), ['is'], {
      symbol: symbols.milestone,
      wildcards: many('None', 'Any', 'Upcoming', 'Started'),
    }),
    kind('epic', formatMessage(messages.kindEpic), ['is'], { symbol: symbols.epic }),
    kind('reaction', formatMessage(messages.kindReaction), ['is', 'is not'], {
      wildcards: many('None', 'Any'),
      isOffered: isSignedIn,
    }),
    kind('group', formatMessage(messages.kindGroup), ['is']),
    kind('confidential', formatMessage(messages.kindConfidential), ['is'], {
      options: [
        { value: 'yes', title: formatMessage(messages.yes) },
        { value: 'no', title: formatMessage(messages.no) },
      ],
    }),
  ];
}
