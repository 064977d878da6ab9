import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findReferences,
  fullReference,
  parseReference,
  parseReferenceAddress,
  candidatePathsOf,
  relativeReference,
  shortReference,
  type Reference,
  looksLikeReference,
  REFERENCES_SHOWN,
  splitReferences,
  withReferences,
} from './references.ts';

const ORIGIN = 'https://plan.example.com';

/** The references of a text in a compact form: kind, full name, detail. */
function seen(text: string): string[] {
  return findReferences(text, ORIGIN).map((found) => {
    expect(found.start).toBeLessThan(found.end);
    return [found.kind, `${found.path ?? ''}>${found.name}`, found.detail === 'plain' ? '' : found.detail]
      .join(' ')
      .trim();
  });
}

describe('finding', () => {
  test.each([
    ['#12', 'issue >12'],
    ['&5', 'epic >5'],
    ['!7', 'mergeRequest >7'],
    ['~label', 'label >label'],
    ['~"two words"', 'label >two words'],
    ['~scope::value', 'label >scope::value'],
    ['~"scope::two words"', 'label >scope::two words'],
    ['~gate/InPlace', 'label >gate/InPlace'],
    ['%v1.37', 'milestone >v1.37'],
    ['%"Spring release"', 'milestone >Spring release'],
    ['@ada', 'user >ada'],
    ['@ada.lovelace-1', 'user >ada.lovelace-1'],
    ['@kubernetes/sig-node', 'group >kubernetes/sig-node'],
    ['group/project#12', 'issue group/project>12'],
    ['group/sub&5', 'epic group/sub>5'],
    ['a/b/c.d!7', 'mergeRequest a/b/c.d>7'],
    ['project#12', 'issue project>12'],
    ['group/project~bug', 'label group/project>bug'],
    ['group%"Spring release"', 'milestone group>Spring release'],
    ['#12+', 'issue >12 title'],
    ['&5+s', 'epic >5 summary'],
    ['g/p#12+s', 'issue g/p>12 summary'],
    ['https://plan.example.com/groups/g/s/-/epics/5', 'epic g/s>5'],
    ['https://plan.example.com/g/p/-/issues/12+', 'issue g/p>12 title'],
  ])('%s', (text, expected) => {
    expect(seen(text)).toEqual([expected]);
    for (const around of [`see ${text} now`, `(${text})`, `"${text}"`, `a, ${text}, b`, `${text}.`, `${text}: yes`]) {
      expect({ around, seen: seen(around) }).toEqual({ around, seen: [expected] });
    }
  });

  test.each([
    '# 12',
    'a # b',
    '#12a',
    '#0',
    '#1.5',
    '##12',
    'x@y.org',
    '@',
    '~',
    '~~gone~~',
    '100%',
    'R&D',
    '&amp;',
    '\\#12',
    '~"open',
    '~""',
    'é#12',
    '/#12',
    '#12345678901',
    'https://other.example.com/a/b#12',
    'https://plan.example.com/a/b/-/boards#12',
    'a//b#1',
    '../x#1',
  ])('nothing in %s', (text) => {
    expect(seen(text)).toEqual([]);
  });

  test('consecutive references are all found, with their positions', () => {
    const text = 'Fixes #1, #2/#3 and g/p#4+ for @ada (~bug, %1.0).';
    const found = findReferences(text);
    expect(found.map((each) => text.slice(each.start, each.end))).toEqual([
      '#1',
      '#2',
      '#3',
      'g/p#4+',
      '@ada',
      '~bug',
      '%1.0',
    ]);
  });

  test('a plus that is no suffix stays text', () => {
    expect(seen('#12+5')).toEqual(['issue >12']);
    expect(seen('#12++')).toEqual(['issue >12']);
    expect(seen('#12+x')).toEqual(['issue >12']);
  });

  test('a comment of an issue keeps its anchor', () => {
    expect(parseReferenceAddress(`${ORIGIN}/g/p/-/issues/12#note_3`, ORIGIN)).toMatchObject({
      name: '12',
      anchor: 'note_3',
    });
    expect(parseReferenceAddress(`${ORIGIN}/g/p/-/issues/12?tab=1`, ORIGIN)).toBeNull();
    expect(parseReferenceAddress(`${ORIGIN}.evil.example/g/p/-/issues/12`, ORIGIN)).toBeNull();
  });

  test('found pieces are in order, apart, and read the same alone', () => {
    const piece = fc.constantFrom(
      '#1',
      '&2',
      '~a',
      '~"b c"',
      '%d',
      '@e',
      'g/p',
      ' ',
      '/',
      '+',
      's',
      '.',
      'é',
      '🦄',
      '"',
      '\\',
      `${ORIGIN}/g/p/-/issues/3`,
      '!4',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          let end = 0;
          for (const { start, end: last, ...reference } of findReferences(text, ORIGIN)) {
            expect(start).toBeGreaterThanOrEqual(end);
            expect(last).toBeGreaterThan(start);
            end = last;
            expect(parseReference(text.slice(start, last), ORIGIN)).toEqual(reference);
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  test('a long run of signs is read once through', () => {
    for (const unit of ['@a', '~"', 'x~a&', 'https://)', '#', 'a/', '-.', 'é~a&a', '![', '&&5', '~"a ']) {
      expect(findReferences(unit.repeat(300_000 / unit.length)).length).toBeGreaterThanOrEqual(0);
    }
    expect(findReferences(`https://${')'.repeat(300_000)}`)).toEqual([]);
  });
});

describe('printing', () => {
  const issue = { kind: 'issue', path: 'kubernetes/enhancements', name: '12' } as const;
  const epic = { kind: 'epic', path: 'kubernetes/sig-node', name: '5' } as const;

  test('short in its namespace, by name in a sibling, otherwise full', () => {
    expect(shortReference(issue)).toBe('#12');
    expect(fullReference(issue)).toBe('kubernetes/enhancements#12');
    expect(relativeReference(issue, { path: 'kubernetes/enhancements', kind: 'project' })).toBe('#12');
    expect(relativeReference(issue, { path: 'kubernetes/website', kind: 'project' })).toBe('enhancements#12');
    expect(relativeReference(issue, { path: 'kubernetes', kind: 'group' })).toBe('enhancements#12');
    expect(relativeReference(issue, { path: 'kubernetes/sig-node', kind: 'group' })).toBe('kubernetes/enhancements#12');
    expect(relativeReference(epic, { path: 'kubernetes/sig-node', kind: 'group' })).toBe('&5');
    expect(relativeReference(epic, { path: 'kubernetes', kind: 'group' })).toBe('kubernetes/sig-node&5');
  });

  test('names that would not read back alone are quoted', () => {
    expect(shortReference({ kind: 'label', path: null, name: 'two words' })).toBe('~"two words"');
    expect(shortReference({ kind: 'label', path: null, name: 'sig::node' })).toBe('~sig::node');
    expect(shortReference({ kind: 'milestone', path: null, name: 'v1.' })).toBe('%"v1."');
  });

  test('whatever is printed is read back', () => {
    const segment = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}[a-z0-9]$/);
    const path = fc.option(
      fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
      { nil: null },
    );
    const number = fc.integer({ min: 1, max: 9_999_999 }).map(String);
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/["\n]/.test(text));
    const target = fc.oneof(
      fc.record({
        kind: fc.constantFrom('issue' as const, 'epic' as const, 'mergeRequest' as const),
        path,
        name: number,
      }),
      fc.record({ kind: fc.constantFrom('label' as const, 'milestone' as const), path, name: title }),
      fc.record({ kind: fc.constant('user' as const), path: fc.constant(null), name: segment }),
    );
    fc.assert(
      fc.property(target, (target) => {
        const expected: Reference = { ...target, detail: 'plain', anchor: null };
        expect(parseReference(fullReference(target))).toEqual(expected);
      }),
    );
  });
});

test('a reference is resolved next to its text before from the top level', () => {
  const here = { path: 'kubernetes/sig-node', kind: 'group' } as const;
  const project = { path: 'kubernetes/enhancements', kind: 'project' } as const;
  expect(candidatePathsOf({ kind: 'issue', path: null, name: '1' }, project)).toEqual(['kubernetes/enhancements']);
  expect(candidatePathsOf({ kind: 'epic', path: null, name: '1' }, project)).toEqual(['kubernetes']);
  expect(candidatePathsOf({ kind: 'issue', path: 'website', name: '1' }, project)).toEqual([
    'kubernetes/website',
    'website',
  ]);
  expect(candidatePathsOf({ kind: 'epic', path: 'sub', name: '1' }, here)).toEqual([
    'kubernetes/sig-node/sub',
    'kubernetes/sub',
    'sub',
  ]);
  expect(candidatePathsOf({ kind: 'issue', path: 'a/b', name: '1' }, here)).toEqual(['a/b']);
  expect(candidatePathsOf({ kind: 'user', path: null, name: 'ada' }, here)).toEqual([]);
});

test('references are parted by white space, and none is pending twice', () => {
  expect(splitReferences(' #1\n\tgroup/project#2  https://plan.test/a/b/-/issues/3 ')).toEqual([
    '#1',
    'group/project#2',
    'https://plan.test/a/b/-/issues/3',
  ]);
  expect(splitReferences('  ')).toEqual([]);
  expect(withReferences(['#1'], '#2 #1 #2')).toEqual(['#1', '#2']);
});

test('a reference differs from words of a title', () => {
  const known = ['#1', '12', '&5', 'group&5', 'a/b#12', 'https://plan.test/x'];
  expect(known.filter((text) => !looksLikeReference(text))).toEqual([]);
  expect(['', 'walls', 'walls 2', '#', 'v1.2'].filter(looksLikeReference)).toEqual([]);
});

test('the overflow constant is 5', () => {
  expect(REFERENCES_SHOWN).toBe(5);
});
