import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReferenceCandidate, ReferenceResolver, ResolvedReference } from './resolver.ts';
import { RenderPool, TooManyLargeTextsError, type RenderPoolLimits } from './render-pool.ts';
import { renderHere, renderMarkdown } from './render.ts';
import { LIMITS } from './state.ts';

const base = { path: 'kubernetes/enhancements', kind: 'project' } as const;
const resolver: ReferenceResolver = {
  origin: 'https://plan.example.com',
  resolve: (candidates: readonly ReferenceCandidate[]) =>
    Promise.resolve(
      new Map(
        candidates.map(({ key, kind, name }): [string, ResolvedReference] => [
          key,
          { kind, reference: name, href: `/found/${name}`, text: name, title: `<${name}>` },
        ]),
      ),
    ),
  filesOf: (paths) => Promise.resolve(new Map(paths.map((path) => [path, `/-/files/${path}`]))),
};

/** Uses every feature of the renderer. */
const sample = [
  '# A heading with `code` and #12',
  'See #12, &5, @ada, ~"a label" and https://plan.example.com/kubernetes/enhancements/-/issues/7. :tada: `#ff8800`',
  '- [ ] one\n- [x] two\n  1. deep *emphasis* and **strong**',
  '> [!note] Mind this\n> text[^note]\n\n[^note]: the note',
  '| a | b |\n|---|:-:|\n| 1 | 2 |',
  '```ts\nconst answer: number = 42;\n```',
  'Sum $`a^2 + b^2`$ and\n\n```math\n\\frac{1}{2}\n```',
  '<details><summary>More</summary>hidden <b onclick="x()">bold</b> <script>alert(1)</script></details>',
  '![chart](/uploads/0123456789abcdef0123456789abcdef/chart.png) [[_TOC_]]',
].join('\n\n');
const largeText = (length: number): string => `${sample}\n\n`.repeat(Math.ceil(length / sample.length));

const pools: RenderPool[] = [];
function poolOf(limits: Partial<RenderPoolLimits> = {}): RenderPool {
  const pool = new RenderPool(limits);
  pools.push(pool);
  return pool;
}
afterAll(() => {
  for (const pool of pools) pool.close();
});

describe('large texts', () => {
  test('are rendered in another process to the same HTML', async () => {
    const pool = poolOf({ timeoutMs: 60_000 });
    for (const text of [largeText(60_000), '', 'x'.repeat(60_000), `${'> '.repeat(200)}deep\n`.repeat(150)]) {
      const source = { text, base };
      expect(await pool.render(source, resolver)).toBe((await renderHere([source], resolver))[0]);
    }
    const apart = { text: largeText(60_000), base: null };
    expect(await pool.render(apart, resolver)).toBe((await renderHere([apart], resolver))[0]);
  });

  test('keep their position among others', async () => {
    const texts = ['*first*', largeText(LIMITS.inServer + 1), '*last*', 'x'.repeat(LIMITS.document + 1)];
    const sources = texts.map((text) => ({ text, base }));
    expect(await renderMarkdown(sources, resolver)).toEqual(await renderHere(sources, resolver));
  });

  test('do not block the event loop', async () => {
    const pool = poolOf({ timeoutMs: 60_000 });
    const source = { text: largeText(400_000), base };
    await pool.render({ text: 'a process that has started', base }, resolver);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    await pool.render(source, resolver);
    const took = performance.now() - began;
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(took / 2);
  });

  describe('that are hostile', () => {
    const hostile = {
      'pathological emphasis': '*a **b _c __d '.repeat(70_000),
      'deep nesting': `${'> - '.repeat(20)}x\n`.repeat(12_000),
      'unclosed links': '[a]( <'.repeat(170_000),
    };
    let pool: RenderPool;
    beforeEach(() => {
      pool = poolOf({ processes: 1, timeoutMs: 150 });
    });

    for (const [name, text] of Object.entries(hostile)) {
      test(`are shown as they were typed when they take too long: ${name}`, async () => {
        const source = { text: text.slice(0, LIMITS.document), base };
        expect(await pool.render(source, resolver)).toMatch(/^<pre class="plain-text">/);
      });
    }

    test('end only their process when they need too much memory', async () => {
      const small = poolOf({ processes: 1, timeoutMs: 60_000, maxHeapMb: 32 });
      const source = { text: largeText(LIMITS.document).slice(0, LIMITS.document), base };
      expect(await small.render(source, resolver)).toMatch(/^<pre class="plain-text">/);
      expect(await small.render({ text: '*good*', base }, resolver)).toBe('<p><em>good</em></p>\n');
    });

    test('leave the next text a process that works', async () => {
      const patient = poolOf({ processes: 1, timeoutMs: 5_000 });
      const [bad, good] = await Promise.all([
        patient.render({ text: hostile['pathological emphasis'].repeat(20), base }, resolver),
        patient.render({ text: '*good*', base }, resolver),
      ]);
      expect(bad).toMatch(/^<pre class="plain-text">/);
      expect(good).toBe('<p><em>good</em></p>\n');
    });
  });

  test('are refused by name where too many wait, and an unknown error leaves the pool as it was', async () => {
    const pool = poolOf({ processes: 1, queue: 1, timeoutMs: 60_000 });
    const failing: ReferenceResolver = { ...resolver, resolve: () => Promise.reject(new RangeError('no database')) };
    const outcomes = await Promise.allSettled([
      pool.render({ text: '#12', base }, failing),
      pool.render({ text: 'second', base }, resolver),
      pool.render({ text: 'third', base }, resolver),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { message: 'no database' } },
      { status: 'fulfilled', value: '<p>second</p>\n' },
      { status: 'rejected', reason: expect.any(TooManyLargeTextsError) as Error },
    ]);
    expect(await pool.render({ text: 'fourth', base }, resolver)).toBe('<p>fourth</p>\n');
  });
});
