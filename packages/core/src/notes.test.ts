import { expect, test } from 'vitest';
import { escapeMarkdown, maxNoteLength, noteBodyProblems } from './notes.ts';

test('a comment is neither blank nor too long', () => {
  expect(noteBodyProblems('hello')).toEqual([]);
  expect(noteBodyProblems(' \n')).toEqual(["can't be blank"]);
  expect(noteBodyProblems('x'.repeat(maxNoteLength))).toEqual([]);
  expect(noteBodyProblems('x'.repeat(maxNoteLength + 1))).toEqual(['is too long (maximum is 1048576 characters)']);
  expect(noteBodyProblems('😀'.repeat(maxNoteLength))).toEqual([]);
});

test('what would read as markdown is escaped', () => {
  expect(escapeMarkdown('a *b* [c](d) #1')).toBe(String.raw`a \*b\* \[c\]\(d\) \#1`);
});
