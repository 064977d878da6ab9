import { symbols } from '@milepost/core/filter-bar/tokens';
import { healthValues, issueTypeValues } from '@milepost/core/filters/issues';
import { defineMessage, type IntlShape } from 'react-intl';
import type { FilterKind } from '../../../filter-bar/kinds.ts';
import { itemMessages } from '../../work-items/messages.ts';
import { kindsFor, kindMessages as words } from './kinds.ts';

const own = {
  assignee: defineMessage({ id: 'filters.assignee', defaultMessage: 'Assignee' }),
  iteration: defineMessage({ id: 'filters.iteration', defaultMessage: 'Iteration' }),
  type: defineMessage({ id: 'filters.type', defaultMessage: 'Type' }),
  weight: defineMessage({ id: 'filters.weight', defaultMessage: 'Weight' }),
  health: defineMessage({ id: 'filters.health', defaultMessage: 'Health status' }),
  current: defineMessage({ id: 'filters.current', defaultMessage: 'Current' }),
};

/** What issues can be filtered by. Who is not signed in is not offered people and has no reactions. */
export function issueKinds(intl: IntlShape, isSignedIn: boolean): FilterKind[] {
  const { kind, many, yesOrNo } = kindsFor(intl);
  return [
    kind('assignee', own.assignee, ['is', 'is not', 'or'], {
      symbol: symbols.author,
      wildcards: many('None', 'Any'),
      isOffered: isSignedIn,
    }),
    kind('author', words.author, ['is', 'is not', 'or'], { isOffered: isSignedIn }),
    kind('label', words.label, ['is', 'is not', 'or'], { symbol: symbols.label, wildcards: many('None', 'Any') }),
    kind('milestone', words.milestone, ['is', 'is not'], {
      symbol: symbols.milestone,
      wildcards: many('None', 'Any', 'Upcoming', 'Started'),
    }),
    kind('iteration', own.iteration, ['is', 'is not'], {
      wildcards: [...many('None', 'Any'), { value: 'Current', title: intl.formatMessage(own.current) }],
    }),
    kind('epic', words.epic, ['is', 'is not'], { symbol: symbols.epic, wildcards: many('None', 'Any') }),
    kind('type', own.type, ['is'], {
      options: issueTypeValues.map((value) => ({ value, title: intl.formatMessage(itemMessages[value]) })),
    }),
    kind('health', own.health, ['is', 'is not'], {
      wildcards: many('None', 'Any'),
      options: healthValues.map((value) => ({ value, title: intl.formatMessage(itemMessages[value]) })),
    }),
    kind('weight', own.weight, ['is', 'is not'], { wildcards: many('None', 'Any') }),
    kind('confidential', words.confidential, ['is'], { options: yesOrNo }),
    kind('reaction', words.reaction, ['is', 'is not'], { wildcards: many('None', 'Any'), isOffered: isSignedIn }),
  ];
}
