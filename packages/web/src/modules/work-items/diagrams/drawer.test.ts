import { expect, test } from 'vitest';
import { MAX_IMAGE_CHARACTERS } from './limits.ts';
import { read } from './drawer.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const answer = { svg, width: 120.2, height: 80, kind: 'flowchart-v2', title: '', description: '' };

test('an answer of the frame becomes the address of an image, never a part of the page', () => {
  const drawn = read(answer);
  expect(drawn).toMatchObject({ is: 'drawing', drawing: { width: 121, height: 80, kind: 'flowchart' } });
  const address = drawn.is === 'drawing' ? drawn.drawing.address : '';
  expect(address).toBe(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  expect(address).not.toMatch(/[<>"#]/);
});

test('an unknown reply is shown as an error text or ignored', () => {
  for (const strange of [{}, { svg: 7 }, { svg: null, failure: {} }])
    expect(read(strange)).toEqual({ is: 'mistaken', message: '' });
  expect(read({ failure: 'Parse error on line 2' })).toEqual({ is: 'mistaken', message: 'Parse error on line 2' });
  const odd = read({ svg, width: '9', height: Number.NaN, kind: {}, title: [], description: 1 });
  expect(odd).toMatchObject({ drawing: { width: 300, height: 300, kind: '', title: '', description: '' } });
  expect(read({ ...answer, width: 1e9 })).toMatchObject({ drawing: { width: 20_000 } });
  expect(read({ ...answer, svg: 'x'.repeat(MAX_IMAGE_CHARACTERS + 1) })).toEqual({ is: 'slow' });
});

test.each([
  ['flowchart-v2', 'flowchart'],
  ['flowchart-elk', 'flowchart'],
  ['sequence', 'sequence'],
  ['classDiagram', 'class'],
  ['stateDiagram', 'state'],
  ['gitGraph', 'git graph'],
])('%s is a %s', (kind, words) => {
  expect(read({ ...answer, kind })).toMatchObject({ drawing: { kind: words } });
});
