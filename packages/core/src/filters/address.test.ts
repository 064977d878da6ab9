import { expect, test } from 'vitest';
import { printQuery } from '../query.ts';
import { readTokens, writeTokens } from './address.ts';
import { filterArguments } from './arguments.ts';

const again = (address: string) => printQuery(writeTokens('issues', readTokens('issues', address)));
const asked = (address: string) => filterArguments('issues', readTokens('issues', address));

test.each([
  'search=two%20words',
  'author_username=ada',
  'assignee_username[]=ada&assignee_username[]=ben',
  'label_name[]=bug&not[label_name][]=docs&or[label_name][]=a&or[label_name][]=b',
  'milestone_title=v1.35&not[milestone_title][]=v1.34',
  'iteration_id=7&not[iteration_id][]=8',
  'epic_id=12&not[epic_id]=13',
  'type[]=issue&type[]=task',
  'weight=3&not[weight]=5',
  'health_status=atRisk&not[health_status]=onTrack',
  'confidential=false&my_reaction_emoji=rocket&not[my_reaction_emoji]=eyes',
  'custom-field[7]=3&custom-field[8][]=1&custom-field[8][]=2',
  'milestone_title=None&iteration_id=Any&epic_id=Any&weight=None&health_status=None',
])('an address that is read and written stays the same: %s', (address) => expect(again(address)).toBe(address));

test.each([
  ['assignee_username=ada', 'assignee_username[]=ada'],
  ['assignee_id=none', 'assignee_username[]=None'],
  ['health_status=at_risk', 'health_status=atRisk'],
  ['weight=none', 'weight=None'],
  ['type[]=ISSUE', 'type[]=issue'],
  ['label_name[]=a&label_name[]=a', 'label_name[]=a'],
  ['author_username=ada&author_username=ben', 'author_username=ben'],
  ['confidential=yes', 'confidential=true'],
])('%s is read as existing pages write it, and written as %s', (from, to) => expect(again(from)).toBe(to));

test.each([
  'weight=heavy',
  'health_status=fine',
  'type[]=epic',
  'epic_id=x',
  'confidential=perhaps',
  'state=closed',
  'unknown=1',
  'label_name[]=',
])('%s narrows nothing', (address) => expect(readTokens('issues', address)).toEqual([]));

test('an address gives the arguments of the API', () => {
  expect(
    asked(
      'search=billing&author_username=ada&assignee_username[]=None&label_name[]=bug&milestone_title=Started&iteration_id=Current&epic_id=12&type[]=incident&weight=3&health_status=needs_attention&confidential=true&my_reaction_emoji=rocket&custom-field[7]=3',
    ),
  ).toEqual({
    search: 'billing',
    authorUsername: 'ada',
    assigneeUsernames: ['None'],
    labelName: ['bug'],
    milestoneTitle: ['Started'],
    iterationTitle: 'Current',
    epicId: 'gid://gitlab/Epic/12',
    types: ['INCIDENT'],
    weight: '3',
    healthStatusFilter: 'needsAttention',
    confidential: true,
    myReactionEmoji: 'rocket',
    customField: [
      {
        customFieldId: 'gid://gitlab/Issuables::CustomField/7',
        selectedOptionIds: ['gid://gitlab/Issuables::CustomFieldSelectOption/3'],
      },
    ],
  });
  expect(
    asked(
      'not[author_username][]=a&not[assignee_username][]=b&not[label_name][]=c&not[epic_id]=4&not[iteration_id][]=5&not[weight]=6&not[health_status]=onTrack&or[author_username][]=x&or[assignee_username][]=y&or[label_name][]=z&confidential=no&health_status=any&epic_id=none',
    ),
  ).toEqual({
    epicId: 'None',
    healthStatusFilter: 'ANY',
    confidential: false,
    not: {
      authorUsername: ['a'],
      assigneeUsernames: ['b'],
      labelName: ['c'],
      epicId: 'gid://gitlab/Epic/4',
      iterationId: ['gid://gitlab/Iteration/5'],
      weight: '6',
      healthStatusFilter: ['onTrack'],
    },
    or: { authorUsernames: ['x'], assigneeUsernames: ['y'], labelNames: ['z'] },
  });
  expect(asked('')).toEqual({});
});
