import { describe, expect, test } from 'vitest';
import {
  darkText,
  defaultLabelColor,
  exclusiveLabels,
  isColor,
  labelTitleProblems,
  lightText,
  parseColor,
  scopedTitle,
  scopeOf,
  suggestedLabelColors,
  textColorOn,
} from './labels.ts';

describe('scopes', () => {
  test('a title of the form key::value has a scope and a value', () => {
    expect(scopedTitle('priority::high')).toEqual({ scope: 'priority', value: 'high' });
  });

  test('the scope reaches to the last ::', () => {
    expect(scopedTitle('workflow::backend::review')).toEqual({ scope: 'workflow::backend', value: 'review' });
  });

  test.each(['bug', '::high', 'priority::', 'a:b', ''])('%j has no scope', (title) => {
    expect(scopedTitle(title)).toBeNull();
    expect(scopeOf(title)).toBeNull();
  });

  test('scopes are compared without case', () => {
    expect(scopeOf('Priority::high')).toBe(scopeOf('priority::low'));
  });

  test('of every scope the label set last remains; labels without a scope all stay, in order', () => {
    const titles = ['bug', 'priority::high', 'size::s', 'ux', 'priority::low'];
    expect(exclusiveLabels(titles.map((title) => ({ title }))).map(({ title }) => title)).toEqual([
      'bug',
      'size::s',
      'ux',
      'priority::low',
    ]);
  });

  test('labels whose scopes nest do not exclude each other', () => {
    const titles = ['a::b', 'a::b::c'].map((title) => ({ title }));
    expect(exclusiveLabels(titles)).toEqual(titles);
  });
});

describe('colors', () => {
  test.each([
    ['#fff', { red: 255, green: 255, blue: 255 }],
    ['#1068bf', { red: 16, green: 104, blue: 191 }],
    ['rgb(1, 2, 3)', { red: 1, green: 2, blue: 3 }],
    ['rgba(0,0,0,0.5)', { red: 128, green: 128, blue: 128 }],
    ['rgba(0, 0, 0, 50%)', { red: 128, green: 128, blue: 128 }],
  ])('%s is read', (text, color) => {
    expect(parseColor(text)).toEqual(color);
  });

  test.each([
    'red',
    '',
    '#12',
    '#12345',
    '#gggggg',
    'rgb(1,2)',
    'rgb(1,2,256)',
    'rgba(1,2,3)',
    'rgba(1,2,3,2)',
    'hsl(1,2%,3%)',
    'rgb(1,2,3);x',
  ])('%j is refused as a color', (text) => {
    expect(isColor(text)).toBe(false);
  });

  test('the text color is dark on light backgrounds and light on dark ones', () => {
    expect(textColorOn('#ffffff')).toBe(darkText);
    expect(textColorOn('#e9be22')).toBe(darkText);
    expect(textColorOn('#000')).toBe(lightText);
    expect(textColorOn('#1068bf')).toBe(lightText);
  });

  test('about twenty distinct colors are suggested, and the first is the default', () => {
    expect(suggestedLabelColors.length).toBeGreaterThanOrEqual(20);
    expect(suggestedLabelColors.every(({ color }) => isColor(color))).toBe(true);
    expect(new Set(suggestedLabelColors.map(({ color }) => color)).size).toBe(suggestedLabelColors.length);
    expect(suggestedLabelColors[0]?.color).toBe(defaultLabelColor);
  });
});

test('a title must be given, short enough and without a comma', () => {
  expect(labelTitleProblems('bug')).toEqual([]);
  expect(labelTitleProblems('  ')).toEqual(["can't be blank"]);
  expect(labelTitleProblems('a,b')).toEqual(['is invalid']);
  expect(labelTitleProblems('x'.repeat(256))).toEqual(['is too long (maximum is 255 characters)']);
});
