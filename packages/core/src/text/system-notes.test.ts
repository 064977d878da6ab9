import { expect, test } from 'vitest';
import {
  assigneesNote,
  childNote,
  colorNote,
  confidentialityNote,
  dateNote,
  estimateNote,
  healthNote,
  iterationNote,
  labelsNote,
  linkNote,
  lockNote,
  milestoneNote,
  parentNote,
  systemNoteIcon,
  titleNote,
  typeNote,
  unlinkNote,
  weightNote,
} from './system-notes.ts';

test('each change reads as a sentence about who made it', () => {
  expect(titleNote('a *b*', 'c').body).toBe(String.raw`changed title from **a \*b\*** to **c**`);
  expect(confidentialityNote('epic', true).body).toBe('made the epic confidential');
  expect(confidentialityNote('issue', false).body).toBe('made the issue visible to everyone');
  expect(lockNote('issue', true).body).toBe('locked the discussion in this issue');
  expect(lockNote('issue', false).action).toBe('unlocked');
  expect(typeNote('issue', 'incident').body).toBe('changed type from issue to incident');
  expect(dateNote('due', '2026-05-01').body).toBe('changed due date to 2026-05-01');
  expect(dateNote('start', null).body).toBe('removed start date');
  expect(weightNote(3).body).toBe('set weight to **3**');
  expect(weightNote(null).body).toBe('removed the weight');
  expect(healthNote(null, 'at_risk').body).toBe('changed health status to **at risk**');
  expect(healthNote('on_track', null).body).toBe('removed health status **on track**');
  expect(colorNote('#1068bf').body).toBe('set color to `#1068bf`');
  expect(estimateNote(3 * 3_600).body).toBe('changed time estimate to 3h');
  expect(estimateNote(0).body).toBe('removed time estimate');
  expect(iterationNote(null, 'Sprint 1').body).toBe('changed iteration to **Sprint 1**');
  expect(iterationNote('Sprint 1', null).body).toBe('removed iteration **Sprint 1**');
});

test('people, labels and milestones are pointed at, so that they become links', () => {
  expect(assigneesNote(['ada', 'paul', 'rita'], ['otto']).body).toBe(
    'assigned to @ada, @paul and @rita and unassigned @otto',
  );
  expect(labelsNote(['bug', 'two words'], []).body).toBe('added ~bug ~"two words" labels');
  expect(labelsNote(['priority::high'], ['priority::low']).body).toBe(
    'added ~priority::high label and removed ~priority::low label',
  );
  expect(milestoneNote(null, '1.0').body).toBe('changed milestone to %1.0');
  expect(milestoneNote('Big one', null).body).toBe('removed milestone %"Big one"');
});

test('parent and child each get a note of the other', () => {
  const epic = { type: 'epic', reference: 'group&5' } as const;
  const issue = { type: 'issue', reference: 'group/project#12' } as const;
  expect(parentNote(null, epic).body).toBe('added group&5 as parent epic');
  expect(parentNote(epic, null).body).toBe('removed parent epic group&5');
  expect(childNote(issue, true).body).toBe('added group/project#12 as child issue');
  expect(childNote(issue, false).body).toBe('removed child issue group/project#12');
});

test('a link reads as it is seen from each end', () => {
  const epic = { type: 'epic', reference: 'group&5' } as const;
  expect(linkNote('issue', 'relates_to', epic).body).toBe('marked this issue as related to group&5');
  expect(linkNote('issue', 'blocks', epic).body).toBe('marked this issue as blocking group&5');
  expect(linkNote('issue', 'is_blocked_by', epic).body).toBe('marked this issue as blocked by group&5');
  expect(unlinkNote(epic).body).toBe('removed the relation with group&5');
});

test('every system note has an icon, known action or not', () => {
  expect(systemNoteIcon('closed')).toBe('issue-close');
  expect(systemNoteIcon('cherry_pick')).toBe('pencil');
  expect(systemNoteIcon(null)).toBe('pencil');
});
