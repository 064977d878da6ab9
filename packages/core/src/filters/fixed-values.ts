import type { FilterToken } from '../filter-bar/tokens.ts';

/**
 * The quick actions that give a new item the fixed values of a filter: label, milestone (of issues), status and assignee, if the
 * filter requires one. `None` and `Any` set nothing.
 */
export function actionsOfFilter(list: 'epics' | 'issues', tokens: readonly FilterToken[]): string {
  const lines = tokens.flatMap(({ type, value: { operator, data } }) => {
    if (operator !== 'is' || data === '' || /^(?:none|any|started|upcoming)$/i.test(data)) return [];
    const name = data.replaceAll('"', '');
    if (type === 'label') return [`/label ~"${name}"`];
    if (type === 'milestone' && list === 'issues') return [`/milestone %"${name}"`];
    if (type === 'status') return [`/status "${name}"`];
    return type === 'assignee' ? [`/assign @${name}`] : [];
  });
  return lines.join('\n');
}
