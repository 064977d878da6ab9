import type { Feature } from '@milepost/core/settings/features';
import type { textType, TokenOption } from '@milepost/core/filter-bar/tokens';
import type { FilterName } from '@milepost/core/filters/definitions';
import { menuOf, operatorsOf, type ListFilter } from '@milepost/core/filters/table';
import type { FilterList } from '@milepost/core/filters/types';
import { defineMessage, type IntlShape, type MessageDescriptor } from 'react-intl';
import type { FilterKind } from '../../../filter-bar/kinds.ts';
import { wildcardMessages } from '../../../filter-bar/messages.ts';
import { itemMessages } from '../../work-items/messages.ts';
import { featureOf } from '../columns-without.ts';
import { signalChoices } from './signals.ts';
import { selectChoices, selectTitles } from '../../work-items/select-fields/fields.ts';

/** Filters without a token in the menu. */
type Untitled = typeof textType | 'customField' | 'subscribed' | 'release' | 'contact';

const titles: Readonly<Record<Exclude<FilterName, Untitled>, MessageDescriptor>> = {
  author: defineMessage({ id: 'filters.author', defaultMessage: 'Author' }),
  assignee: defineMessage({ id: 'filters.assignee', defaultMessage: 'Assignee' }),
  label: defineMessage({ id: 'filters.label', defaultMessage: 'Label' }),
  milestone: defineMessage({ id: 'filters.milestone', defaultMessage: 'Milestone' }),
  iteration: defineMessage({ id: 'filters.iteration', defaultMessage: 'Iteration' }),
  epic: defineMessage({ id: 'filters.epic', defaultMessage: 'Epic' }),
  group: defineMessage({ id: 'filters.group', defaultMessage: 'Group' }),
  type: defineMessage({ id: 'filters.type', defaultMessage: 'Type' }),
  weight: defineMessage({ id: 'filters.weight', defaultMessage: 'Weight' }),
  status: defineMessage({ id: 'filters.status', defaultMessage: 'Status' }),
  health: defineMessage({ id: 'filters.health', defaultMessage: 'Health status' }),
  epicHealth: defineMessage({ id: 'filters.health', defaultMessage: 'Health status' }),
  signal: defineMessage({ id: 'filters.signal', defaultMessage: 'Signal' }),
  progressClass: defineMessage({ id: 'filters.progressClass', defaultMessage: 'Progress' }),
  epicColor: defineMessage({ id: 'filters.epicColor', defaultMessage: 'Color' }),
  reaction: defineMessage({ id: 'filters.reaction', defaultMessage: 'My reaction' }),
  confidential: defineMessage({ id: 'filters.confidential', defaultMessage: 'Confidential' }),
  ...selectTitles,
};

const yes = defineMessage({ id: 'filters.yes', defaultMessage: 'Yes' });
const no = defineMessage({ id: 'filters.no', defaultMessage: 'No' });
const choices: Readonly<Record<string, MessageDescriptor>> = { ...itemMessages, ...selectChoices, ...signalChoices };

/** Which filters a page offers to its viewer. Reactions are for who is signed in; the roadmap keeps people to them as well. */
export interface OfferedKinds {
  people: boolean;
  reactions: boolean;
  /** The features that are switched off. */
  without?: readonly (Feature | undefined)[];
}

/** What a list can be filtered by. A filter that is not offered still shows when the address has it. */
export function filterKinds(list: FilterList, intl: IntlShape, offered: OfferedKinds): FilterKind[] {
  return menuOf(list).flatMap((filter) => kindOf(filter, intl, offered));
}

function kindOf(filter: ListFilter, { formatMessage }: IntlShape, offered: OfferedKinds): FilterKind[] {
  const { name, symbol = '', wildcards = [], offeredWith } = filter;
  // A second namespace can be added by the legend of a roadmap only.
  const offeredOperators = operatorsOf(filter).filter((each) => each === 'is' || filter.scope !== 'namespace');
  const [first, ...others] = offeredOperators;
  if (!first) return [];
  const options: TokenOption[] = optionsOf(filter).map(([value, message]) => ({
    value,
    title: formatMessage(message),
  }));
  return [
    {
      type: name,
      title: formatMessage(titles[name as keyof typeof titles]),
      operators: [first, ...others],
      symbol,
      options,
      wildcards: wildcards.map((value) => ({
        value,
        title: formatMessage(wildcardMessages[value as keyof typeof wildcardMessages]),
      })),
      isOffered: (offeredWith === undefined || offered[offeredWith]) && !offered.without?.includes(featureOf[name]),
    },
  ];
}

/** The values of a filter with few values, with their titles. */
function optionsOf({ name, type }: ListFilter): (readonly [string, MessageDescriptor])[] {
  if (type.kind === 'flag') {
    return [
      ['yes', yes],
      ['no', no],
    ];
  }
  if (type.kind !== 'choice') return [];
  return Object.keys(type.values).flatMap((value) => {
    const message = choices[`${name}.${value}`] ?? choices[value];
    return message ? [[value, message] as const] : [];
  });
}
