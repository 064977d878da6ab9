import { filtersOf, operatorsOf, typeOf } from '@milepost/core/filters/table';
import { conditions, filterLists, type FilterList } from '@milepost/core/filters/types';

/** docs/api/filters.md: every filter of a list with its names on every surface. */
export function printedFilters(): string {
  return `# Filters

Printed from \`packages/core/src/filters/definitions.ts\` by \`npm run generate\`. A token may have several addresses, one for each operator;
\`not\` and \`or\` are arguments of the list that hold the arguments below them.
${filterLists.map(tableOf).join('')}`;
}

function tableOf(list: FilterList): string {
  const rows = filtersOf(list).map((filter) => {
    const keys = conditions.flatMap((condition) => {
      const { values } = filter[condition] ?? {};
      if (!values) return [];
      const key = condition === 'is' ? filter.key : `${condition}[${filter.key}]`;
      return [`\`${key}${values === 'many' ? '[]' : ''}\``];
    });
    const named = (api: 'graphql' | 'rest') =>
      conditions.flatMap((condition) =>
        Object.entries(filter[condition]?.[api] ?? {}).map(([name, described]) => {
          const inner = api === 'graphql' ? `${name}: ${typeOf(described)}` : name;
          if (condition === 'is') return `\`${inner}\``;
          return api === 'graphql' ? `\`${condition} { ${inner} }\`` : `\`${condition}[${inner}]\``;
        }),
      );
    const operators = filter.menu === undefined ? [] : operatorsOf(filter);
    const cells = [operators, filter.wildcards ?? [], keys, named('graphql'), named('rest')];
    return `| ${filter.name} | ${cells.map((cell) => cell.join(', ')).join(' | ')} |`;
  });
  return `
## ${list === 'epics' ? 'Epics and the roadmap' : 'Issues'}

| Filter | Operators | Wildcards | Address | GraphQL | REST |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
