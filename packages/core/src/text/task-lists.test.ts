import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTaskItems, findTaskItems, moveTaskItem, setTaskItem, removeTaskItem, titledTask } from './task-lists.ts';

const PLAN = ['# Plan', '', '- [ ] one', '* [x] two', '  1. [X] three', '> + [ ] four', '', '2) [ ] five', ''].join(
  '\n',
);

test('every list marker makes a task item, nested and quoted ones too', () => {
  expect(findTaskItems(PLAN)).toEqual([
    { line: 3, isDone: false, text: 'one' },
    { line: 4, isDone: true, text: 'two' },
    { line: 5, isDone: true, text: 'three' },
    { line: 6, isDone: false, text: 'four' },
    { line: 8, isDone: false, text: 'five' },
  ]);
  expect(countTaskItems(PLAN)).toEqual({ total: 5, completed: 2 });
});

test('code fences contain no task items at any position', () => {
  expect(countTaskItems('```\n- [ ] a\n```\n- [ ] b').total).toBe(1);
  expect(countTaskItems('~~~~\n- [ ] a\n~~~\n- [x] b\n~~~~\n- [ ] c').total).toBe(1);
  expect(countTaskItems('- text\n  ```sh\n  - [ ] a\n  ```\n- [ ] b').total).toBe(1);
  expect(countTaskItems('```\n- [ ] never closed').total).toBe(0);
  expect(countTaskItems('``` not a fence: `a` \n- [ ] b').total).toBe(1);
});

test.each(['[ ] a', '-[ ] a', '- [] a', '- [ ]a', '- [y] a', '- a [ ] b', '1234567890. [ ] a', '- [ ]'])(
  '%s only looks like a task item',
  (text) => {
    expect(countTaskItems(text).total).toBe(0);
  },
);

test('ticking changes one box and nothing else', () => {
  expect(setTaskItem('a\r\n- [ ] b\r\n- [x] c', 2, true)).toBe('a\r\n- [x] b\r\n- [x] c');
  expect(setTaskItem('- [X] c', 1, false)).toBe('- [ ] c');
  expect(setTaskItem('- [x] c', 1, true)).toBe('- [x] c');
  expect(setTaskItem('- 1. [ ] [ ] deep', 1, true)).toBe('- 1. [x] [ ] deep');
  expect(setTaskItem('- [ ] a', 2, true)).toBeNull();
  expect(setTaskItem('```\n- [ ] a\n```', 2, true)).toBeNull();
  expect(setTaskItem('- [ ] a', 0, true)).toBeNull();
});

test('ticking twice gives the text back, and counts move by one', () => {
  const piece = fc.constantFrom('- [ ] a', '- [x] b', '  * [ ] c', '```', '~~~', 'text', '', '> 1. [x] q', '\t- [ ] t');
  const breaks = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(fc.array(piece), breaks, (lines, end) => {
      const text = lines.join(end);
      for (const item of findTaskItems(text)) {
        const turned = setTaskItem(text, item.line, !item.isDone) as string;
        expect(countTaskItems(turned).completed - countTaskItems(text).completed).toBe(item.isDone ? -1 : 1);
        expect(setTaskItem(turned, item.line, item.isDone)).toBe(text);
      }
    }),
  );
});

test('a title of 255 characters stays whole; the rest becomes the description', () => {
  expect(titledTask('x'.repeat(255))).toEqual({ title: 'x'.repeat(255), description: '' });
  expect(titledTask('x'.repeat(300))).toEqual({ title: 'x'.repeat(255), description: 'x'.repeat(45) });
  expect(titledTask('🦄'.repeat(256))).toEqual({ title: '🦄'.repeat(255), description: '🦄' });
});

test('only inline code, or only an image, makes an Untitled item with the text as description', () => {
  expect(titledTask(' `npm ci` ')).toEqual({ title: 'Untitled', description: '`npm ci`' });
  expect(titledTask('``a ` b``')).toEqual({ title: 'Untitled', description: '``a ` b``' });
  expect(titledTask('![x](/a.png "t")')).toEqual({ title: 'Untitled', description: '![x](/a.png "t")' });
  expect(titledTask('run `npm ci`').title).toBe('run `npm ci`');
  expect(titledTask('')).toEqual({ title: 'Untitled', description: '' });
});

test('removing an item keeps the rest; its continuation is removed with it, nested items move up', () => {
  const text = 'Do:\n\n- [ ] one\n  more of one\n\n  and more\n  - [ ] child\n    - deeper\n- [ ] two\n\nEnd';
  expect(removeTaskItem(text, 3)).toEqual({
    title: 'one',
    description: 'more of one\n\nand more',
    rest: 'Do:\n\n- [ ] child\n  - deeper\n- [ ] two\n\nEnd',
  });
  expect(removeTaskItem(text, 9)?.rest).toBe(text.replace('- [ ] two\n', ''));
  expect(removeTaskItem(text, 1)).toBeNull();
});

describe('moving an item', () => {
  const text = '# Plan\n\n- [ ] one\n- [x] two\n  more\n  - [ ] below\n- three\n- [ ] four\n\nEnd';

  test('takes all that belongs to it along, past items without a box', () => {
    expect(moveTaskItem(text, 4, 8, 'after')).toEqual({
      markdown: '# Plan\n\n- [ ] one\n- three\n- [ ] four\n- [x] two\n  more\n  - [ ] below\n\nEnd',
      line: 6,
    });
    expect(moveTaskItem(text, 8, 3, 'before')).toEqual({
      markdown: '# Plan\n\n- [ ] four\n- [ ] one\n- [x] two\n  more\n  - [ ] below\n- three\n\nEnd',
      line: 3,
    });
    expect(moveTaskItem(text, 3, 4, 'after')?.line).toBe(6);
  });

  test('leaves numbers, blank lines and the end of the text where they are', () => {
    expect(moveTaskItem('3. [ ] a\n\n4. [ ] b\n\n\n5. [ ] c', 6, 1, 'before')).toEqual({
      markdown: '3. [ ] c\n\n4. [ ] a\n\n\n5. [ ] b',
      line: 1,
    });
    expect(moveTaskItem('- [ ] a\r\n- [ ] b', 2, 1, 'before')?.markdown).toBe('- [ ] b\r\n- [ ] a');
  });

  test('is refused between lists, into itself, out of code, and for anything but a task item', () => {
    expect(moveTaskItem(text, 6, 3, 'before')).toBeNull();
    expect(moveTaskItem(text, 4, 6, 'after')).toBeNull();
    expect(moveTaskItem(text, 3, 3, 'after')).toBeNull();
    expect(moveTaskItem(text, 7, 3, 'before')).toBeNull();
    expect(moveTaskItem('- [ ] a\n\nText\n\n- [ ] b', 1, 5, 'after')).toBeNull();
    expect(moveTaskItem('```\n- [ ] a\n- [ ] b\n```', 2, 3, 'after')).toBeNull();
    expect(moveTaskItem('> - [ ] a\n> - [ ] b', 1, 2, 'after')).toBeNull();
  });
});
