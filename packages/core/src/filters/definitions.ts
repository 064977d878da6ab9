import { absentFilters } from './absent-filters.ts';
import { subepics, subscription } from './by-relation.ts';
import { roadmapFilters } from './roadmap-filters.ts';
import { byStatus } from './by-status.ts';
import type { FilterDefinition } from './types.ts';

const text = { kind: 'text' } as const;
const noneOrAny = ['None', 'Any'] as const;

/** Arguments and parameters that both lists share. */
const authorRest = { author_id: 'id', author_username: 'text' } as const;
const labelsRest = { labels: ['texts', 'Titles separated by commas, or a list'] } as const;
const reaction = {
  graphql: { myReactionEmoji: 'String' },
  rest: { my_reaction_emoji: ['text', 'The name of an emoji, None or Any'] },
} as const;
const milestoneRest = {
  milestone: ['text', 'A title, None, Any, Upcoming or Started'],
  milestone_id: ['text', 'None, Any, Upcoming or Started'],
} as const;
const iterationRest = {
  iteration_id: ['text', 'The id of an iteration, or None, Any or Current'],
  iteration_title: 'text',
} as const;
const fields = { graphql: { customField: '[WorkItemWidgetCustomFieldFilterInputType!]' } } as const;
const allFields = {
  graphql: {
    customField: ['[WorkItemWidgetCustomFieldFilterInputType!]', 'Has all of these options, in each of the fields'],
  },
} as const;
const otherAssignees = {
  not: {
    values: 'many',
    graphql: { assigneeUsernames: '[String!]' },
    rest: { assignee_id: 'idOrWildcard', assignee_username: 'texts' },
  },
  or: { values: 'many', graphql: { assigneeUsernames: '[String!]' } },
} as const;
/**
 * Every filter of epics and issues, in the order of URL parameters. Addresses, tokens, GraphQL arguments, variables
 * of the pages' documents, REST parameters and docs/api/filters.md are derived from this table. A room adds the SQL condition
 * (server: modules/ROOM/filter.ts) and the choices of the token (web: modules/lists/filters/parts.ts).
 */
export const filterDefinitions = {
  text: {
    key: 'search',
    type: text,
    epics: { initial: '""', is: { values: 'one', graphql: { search: 'String' } } },
    issues: { is: { values: 'one', graphql: { search: 'String' } } },
  },
  author: {
    key: 'author_username',
    type: text,
    offeredWith: 'people',
    epics: {
      menu: 1,
      symbol: '@',
      initial: '""',
      is: { values: 'one', graphql: { authorUsername: 'String' }, rest: authorRest },
      not: { values: 'one', graphql: { authorUsername: 'String' }, rest: authorRest },
      or: { values: 'many', graphql: { authorUsername: '[String!]', authorUsernames: '[String!]' } },
    },
    issues: {
      menu: 2,
      is: { values: 'one', graphql: { authorUsername: 'String' }, rest: authorRest },
      not: { values: 'many', graphql: { authorUsername: '[String!]' }, rest: authorRest },
      or: { values: 'many', graphql: { authorUsernames: '[String!]' } },
    },
  },
  assignee: {
    key: 'assignee_username',
    type: text,
    offeredWith: 'people',
    epics: {
      menu: 10,
      wildcards: noneOrAny,
      is: {
        values: 'many',
        graphql: { assigneeUsernames: '[String!]', assigneeWildcardId: 'AssigneeWildcardId' },
        rest: { assignee_id: 'idOrWildcard', assignee_username: 'texts' },
      },
      ...otherAssignees,
    },
    issues: {
      menu: 1,
      symbol: '@',
      wildcards: noneOrAny,
      is: {
        values: 'many',
        graphql: {
          assigneeUsernames: '[String!]',
          assigneeUsername: 'String',
          assigneeId: 'String',
          assigneeWildcardId: 'AssigneeWildcardId',
        },
        rest: { assignee_id: 'idOrWildcard', assignee_username: 'texts' },
      },
      ...otherAssignees,
      not: { ...otherAssignees.not, graphql: { ...otherAssignees.not.graphql, assigneeId: 'String' } },
    },
  },
  label: {
    key: 'label_name',
    type: text,
    epics: {
      menu: 2,
      symbol: '~',
      wildcards: noneOrAny,
      initial: '[]',
      is: { values: 'many', graphql: { labelName: '[String!]' }, rest: labelsRest },
      not: { values: 'many', graphql: { labelName: '[String]' }, rest: labelsRest },
      or: { values: 'many', graphql: { labelName: '[String!]', labelNames: '[String!]' } },
    },
    issues: {
      menu: 3,
      symbol: '~',
      wildcards: noneOrAny,
      is: { values: 'many', graphql: { labelName: '[String]' }, rest: labelsRest },
      not: { values: 'many', graphql: { labelName: '[String!]' }, rest: labelsRest },
      or: { values: 'many', graphql: { labelNames: '[String!]' } },
    },
  },
  milestone: {
    key: 'milestone_title',
    type: text,
    epics: {
      menu: 3,
      symbol: '%',
      wildcards: ['None', 'Any', 'Upcoming', 'Started'],
      initial: '""',
      is: { values: 'one', graphql: { milestoneTitle: ['String', 'Epics with an issue of this milestone'] } },
    },
    issues: {
      menu: 4,
      symbol: '%',
      wildcards: ['None', 'Any', 'Upcoming', 'Started'],
      is: {
        values: 'one',
        graphql: { milestoneTitle: '[String]', milestoneWildcardId: 'MilestoneWildcardId' },
        rest: milestoneRest,
      },
      not: {
        values: 'many',
        graphql: { milestoneTitle: '[String!]', milestoneWildcardId: 'NegatedMilestoneWildcardId' },
        rest: milestoneRest,
      },
    },
  },
  iteration: {
    key: 'iteration_id',
    type: { kind: 'id', of: 'Iteration', orText: true },
    issues: {
      menu: 5,
      wildcards: ['None', 'Any', 'Current'],
      is: {
        values: 'one',
        graphql: {
          iterationId: ['[ID]', 'In one of these iterations'],
          iterationTitle: 'String',
          iterationWildcardId: 'IterationWildcardId',
          iterationCadenceId: '[IterationsCadenceID!]',
        },
        rest: iterationRest,
      },
      not: {
        values: 'many',
        graphql: { iterationId: '[ID!]', iterationWildcardId: 'IterationWildcardId' },
        rest: iterationRest,
      },
    },
  },
  epic: {
    key: 'epic_id',
    type: { kind: 'id', of: 'Epic' },
    epics: { menu: 4, symbol: '&', key: 'epic_iid', scope: 'namespace', is: { values: 'one' } },
    issues: {
      menu: 6,
      symbol: '&',
      wildcards: noneOrAny,
      is: {
        values: 'one',
        graphql: { epicId: ['String', 'Children of this epic'], epicWildcardId: 'EpicWildcardId', ...subepics },
        rest: { epic_id: 'idOrWildcard' },
      },
      not: { values: 'one', graphql: { epicId: 'String' }, rest: { epic_id: 'idOrWildcard' } },
    },
  },
  type: {
    key: 'type',
    type: { kind: 'choice', values: { issue: 'ISSUE', incident: 'INCIDENT', task: 'TASK' } },
    issues: {
      menu: 7,
      is: { values: 'many', graphql: { types: '[IssueType!]' } },
      not: { graphql: { types: '[IssueType!]' } },
    },
  },
  weight: {
    key: 'weight',
    type: { kind: 'number', maxDigits: 9 },
    issues: {
      menu: 9,
      wildcards: noneOrAny,
      is: {
        values: 'one',
        graphql: { weight: 'String', weightWildcardId: 'WeightWildcardId' },
        rest: { weight: 'numberOrWildcard' },
      },
      not: { values: 'one', graphql: { weight: 'String' }, rest: { weight: 'numberOrWildcard' } },
    },
  },
  status: {
    key: 'status',
    type: { kind: 'name' },
    epics: { menu: 9, ...byStatus },
    issues: { menu: 12, ...byStatus },
  },
  health: {
    key: 'health_status',
    type: {
      kind: 'choice',
      values: { onTrack: 'onTrack', needsAttention: 'needsAttention', atRisk: 'atRisk' },
    },
    issues: {
      menu: 8,
      wildcards: noneOrAny,
      is: {
        values: 'one',
        graphql: {
          healthStatusFilter: 'HealthStatusFilter',
          healthStatus: ['HealthStatus', 'Use healthStatusFilter, which wins'],
        },
        rest: { health_status: 'health' },
      },
      not: {
        values: 'one',
        graphql: { healthStatusFilter: '[HealthStatus!]' },
        rest: { health_status: 'health' },
      },
    },
  },
  ...roadmapFilters,
  risk: {
    key: 'risk',
    type: { kind: 'choice', values: { none: 'NONE', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } },
    epics: {
      menu: 8,
      is: { values: 'one', graphql: { risk: 'WorkItemRisk' }, rest: { risk: 'choice' } },
      not: { values: 'many', graphql: { risk: '[WorkItemRisk!]' }, rest: { risk: 'choice' } },
      or: { values: 'many', graphql: { risk: '[WorkItemRisk!]' } },
    },
  },
  confidential: {
    key: 'confidential',
    type: { kind: 'flag' },
    epics: { menu: 7, is: { values: 'one', graphql: { confidential: 'Boolean' }, rest: { confidential: 'flag' } } },
    issues: { menu: 10, is: { values: 'one', graphql: { confidential: 'Boolean' }, rest: { confidential: 'flag' } } },
  },
  reaction: {
    key: 'my_reaction_emoji',
    type: text,
    offeredWith: 'reactions',
    epics: {
      menu: 5,
      wildcards: noneOrAny,
      is: { values: 'one', ...reaction },
      not: { values: 'one', ...reaction },
    },
    issues: {
      menu: 11,
      wildcards: noneOrAny,
      is: { values: 'one', ...reaction },
      not: { values: 'one', ...reaction },
    },
  },
  group: {
    key: 'group_path',
    type: text,
    epics: {
      menu: 6,
      scope: 'namespace',
      is: { values: 'one' },
      or: { values: 'many', graphql: { groupPaths: ['[String!]', 'Epics of any of these groups themselves'] } },
    },
  },
  // Not in the menu: each custom field of a group has its own token, with a key such as `custom-field[7]`.
  customField: {
    type: text,
    epics: { is: allFields, not: fields, or: fields },
    issues: { is: allFields, not: fields, or: fields },
  },
  subscribed: { type: text, epics: subscription, issues: subscription },
  ...absentFilters,
} as const satisfies Record<string, FilterDefinition>;

export type FilterName = keyof typeof filterDefinitions;
