import { symbols } from '@milepost/core/filter-bar/tokens';
import type { IntlShape } from 'react-intl';
import type { FilterKind } from '../../../filter-bar/kinds.ts';
import { kindsFor, kindWords as words } from './kinds.ts';

/** What epics can be filtered by. Who is not signed in is not offered people and has no reactions. */
export function epicKinds(intl: IntlShape, isSignedIn: boolean): FilterKind[] {
  const { kind, many, yesOrNo } = kindsFor(intl);
  return [
    kind('author', words.author, ['is', 'is not', 'or'], { symbol: symbols.author, isOffered: isSignedIn }),
    kind('label', words.label, ['is', 'is not', 'or'], { symbol: symbols.label, wildcards: many('None', 'Any') }),
    kind('milestone', words.milestone, ['is'], {
      symbol: symbols.milestone,
      wildcards: many('None', 'Any', 'Upcoming', 'Started'),
    }),
    kind('epic', words.epic, ['is'], { symbol: symbols.epic }),
    kind('reaction', words.reaction, ['is', 'is not'], { wildcards: many('None', 'Any'), isOffered: isSignedIn }),
    kind('group', words.group, ['is']),
    kind('confidential', words.confidential, ['is'], { options: yesOrNo }),
  ];
}
