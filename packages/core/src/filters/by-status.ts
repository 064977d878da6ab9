/** The filter by status, shared by epics and issues. */
export const byStatus = {
  is: {
    values: 'one',
    graphql: { status: 'WorkItemWidgetStatusFilterInput' },
    rest: { status: ['text', 'Milepost extension. The name of a status'] },
  },
  not: {
    values: 'many',
    graphql: { status: '[WorkItemWidgetStatusFilterInput!]' },
    rest: { status: ['text', 'Milepost extension. The name of a status'] },
  },
  or: { values: 'many', graphql: { status: '[WorkItemWidgetStatusFilterInput!]' } },
} as const;
