import { expect, test } from 'vitest';
import { withFullReferences } from './moved-references.ts';

const project = { path: 'castle/walls', kind: 'project' } as const;

test.each([
  ['See #12 and !7.', 'See castle/walls#12 and castle/walls!7.'],
  ['Part of &5+', 'Part of castle&5+'],
  ['towers#3 stands beside it, #4+s too', 'castle/towers#3 stands beside it, castle/walls#4+s too'],
  ['castle/towers#3 is named in full', 'castle/towers#3 is named in full'],
  ['~bug %1.0 @ada stay', '~bug %1.0 @ada stay'],
  ['https://example.com/a#12 is an address', 'https://example.com/a#12 is an address'],
  ['`#12` and ``a ` #12`` are code, #12 is not', '`#12` and ``a ` #12`` are code, castle/walls#12 is not'],
  ['```\n#12\n```\n#12', '```\n#12\n```\ncastle/walls#12'],
  ['~~~ts\n#12', '~~~ts\n#12'],
  ['nothing at all', 'nothing at all'],
])('%j leaves its project as %j', (text, moved) => {
  expect(withFullReferences(text, project)).toBe(moved);
});

test('a text of a group names the group', () => {
  expect(withFullReferences('&5 and walls#1', { path: 'castle', kind: 'group' })).toBe('castle&5 and castle/walls#1');
});

test('files stay where they are, and get the full path', () => {
  const secret = '0123456789abcdef0123456789abcdef';
  const own = `![a](/uploads/${secret}/a.png) <img src="/uploads/${secret}/b.png">`;
  expect(withFullReferences(own, project)).toBe(own.replaceAll('/uploads/', '/castle/walls/uploads/'));
  expect(withFullReferences(own, { path: 'castle', kind: 'group' })).toBe(
    own.replaceAll('/uploads/', '/groups/castle/-/uploads/'),
  );
  const others = `![a](/x/y/uploads/${secret}/a.png) /uploads/short/a.png \`/uploads/${secret}/a.png\``;
  expect(withFullReferences(others, project)).toBe(others);
});
