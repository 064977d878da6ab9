import { expect, test } from 'vitest';
import { filterArguments } from './arguments.ts';
import { readTokens } from './address.ts';
import { documentArguments, filterArgumentsText, filterVariables } from './documents.ts';
import { filtersOf, menuOf } from './table.ts';
import { filterLists } from './types.ts';

test('a document declares a variable for every argument that its pages send', () => {
  const everything = {
    epics:
      'search=a&author_username=a&label_name[]=a&milestone_title=a&confidential=true&my_reaction_emoji=a&health_status[]=NONE&signal[]=OVERDUE&progress_class[]=DONE&epic_color[]=a&not[label_name][]=b&or[label_name][]=c',
    issues:
      'search=a&author_username=a&assignee_username[]=a&label_name[]=a&milestone_title=a&epic_id=1&type[]=task&weight=1&health_status=atRisk&confidential=true&my_reaction_emoji=a&not[weight]=2&or[label_name][]=c',
  };
  for (const list of filterLists) {
    const declared = new Set(documentArguments(list).map(({ name }) => name));
    for (const address of [everything[list], 'iteration_id=1', 'iteration_id=Current', 'custom-field[7]=1']) {
      const sent = Object.keys(filterArguments(list, readTokens(list, address)));
      expect(sent.filter((name) => !declared.has(name))).toEqual([]);
    }
  }
});

test('variables of epics have the published defaults, lists of texts contain no null, namespaces are left to the document', () => {
  expect(filterVariables('epics')).toContain('$labelName: [String!] = [] $milestoneTitle: String = ""');
  expect(filterVariables('issues')).toContain('$labelName: [String!] $milestoneTitle: [String!] $iterationId: [ID!]');
  expect(filterArgumentsText('epics')).not.toMatch(/\biid\b|group/i);
});

test('every list has one filter for each position of its menu', () => {
  for (const list of filterLists) {
    const positions = menuOf(list).map(({ menu }) => menu);
    expect(positions).toEqual(positions.map((_position, index) => index + 1));
    const keys = filtersOf(list).flatMap(({ key }) => (key === '' ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
  }
});
