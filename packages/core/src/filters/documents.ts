import { filtersOf, sentArguments } from './table.ts';
import type { FilterList } from './types.ts';

interface DocumentArgument {
  name: string;
  type: string;
  /** The default of the variable. */
  initial: string | undefined;
}

/** Arguments that filters by signals and progress need: the viewer's day, and the unit of progress. */
const dayArguments: readonly DocumentArgument[] = [
  { name: 'today', type: 'Date', initial: undefined },
  { name: 'progress', type: 'EpicProgressTracking', initial: undefined },
];

/** The filter arguments of a list in a document of the pages: each is a variable of the same name. */
export function documentArguments(list: FilterList): DocumentArgument[] {
  const own = filtersOf(list).flatMap((filter) =>
    filter.scope === 'namespace'
      ? []
      : sentArguments(filter, 'is').map(([name, type]) => ({
          name,
          type: type.replace(/(?<!!)\]$/, '!]'),
          initial: filter.initial,
        })),
  );
  const kind = list === 'epics' ? 'Epic' : 'Issue';
  return [
    ...own,
    ...(list === 'epics' ? dayArguments : []),
    { name: 'not', type: `Negated${kind}FilterInput`, initial: undefined },
    { name: 'or', type: `Unioned${kind}FilterInput`, initial: undefined },
  ];
}

/** `$labelName: [String!] $search: String …`: the variables of a document. */
export function filterVariables(list: FilterList): string {
  return documentArguments(list)
    .map(({ name, type, initial }) => `$${name}: ${type}${initial === undefined ? '' : ` = ${initial}`}`)
    .join(' ');
}

/** `labelName: $labelName search: $search …`: the arguments of the list in it. */
export function filterArgumentsText(list: FilterList): string {
  return documentArguments(list)
    .map(({ name }) => `${name}: $${name}`)
    .join(' ');
}
