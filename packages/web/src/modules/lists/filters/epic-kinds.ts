import { symbols } from '@milepost/core/filter-bar/tokens';
import type { IntlShape } from 'react-intl';
import type { FilterKind } from '../../../filter-bar/kinds.ts';
import { kindsFor, kindMessages as words } from './kinds.ts';

/** Which filters a page offers to its viewer. Reactions are for who is signed in; the roadmap keeps people to them as well. */
export interface OfferedKinds {
  people: boolean;
  reactions: boolean;
}

/** What epics can be filtered by. A filter that is not offered still shows when the address has it. */
export function epicKinds(intl: IntlShape, offered: OfferedKinds): FilterKind[] {
  const { kind, many, yesOrNo } = kindsFor(intl);
  return [
    kind('author', words.author, ['is', 'is not', 'or'], { symbol: symbols.author, isOffered: offered.people }),
    kind('label', words.label, ['is', 'is not', 'or'], { symbol: symbols.label, wildcards: many('None', 'Any') }),
    kind('milestone', words.milestone, ['is'], {
      symbol: symbols.milestone,
      wildcards: many('None', 'Any', 'Upcoming', 'Started'),
    }),
    kind('epic', words.epic, ['is'], { symbol: symbols.epic }),
    kind('reaction', words.reaction, ['is', 'is not'], {
      wildcards: many('None', 'Any'),
      isOffered: offered.reactions,
    }),
    kind('group', words.group, ['is']),
    kind('confidential', words.confidential, ['is'], { options: yesOrNo }),
  ];
}
