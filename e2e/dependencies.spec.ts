import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { auditProblems } from '../scripts/lib/audit.mjs';

const advisory = (severity: string) => ({
  source: 1,
  title: 'Reads what it must not',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity,
});
const report = (severity: string) => ({
  vulnerabilities: {
    parser: { name: 'parser', severity, via: [advisory(severity)] },
    server: { name: 'server', severity, via: ['parser'] },
  },
});
const exception = { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'parser', reason: 'not reachable', until: '2026-06-30' };

test('OG-OB-05: a known vulnerability of high severity fails, unless an exception has not ended', () => {
  expect(auditProblems(report('high'), [], '2026-06-01')).toEqual([
    'parser: Reads what it must not (high, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
  ]);
  expect(auditProblems(report('critical'), [], '2026-06-01')).toHaveLength(1);
  expect(auditProblems(report('moderate'), [], '2026-06-01')).toEqual([]);
  expect(auditProblems(report('high'), [exception], '2026-06-30')).toEqual([]);
  expect(auditProblems(report('high'), [exception], '2026-07-01')).toEqual([
    expect.stringContaining('its exception ended on 2026-06-30'),
  ]);
  expect(auditProblems({ vulnerabilities: {} }, [exception], '2026-06-01')).toEqual([
    'parser: GHSA-aaaa-bbbb-cccc is no longer reported: remove its exception',
  ]);
  const undated = { ...exception, until: 'later' };
  expect(auditProblems(report('high'), [undated], '2026-06-01')).toEqual([
    expect.stringContaining('an exception needs a last day'),
  ]);
  // An answer of a registry without audits is no report: the check says so instead of passing.
  expect(() => auditProblems({ message: 'not implemented' }, [], '2026-06-01')).toThrow('no report');
});

test('every exception has a reason and a last day', () => {
  const file = new URL('../scripts/audit-exceptions.json', import.meta.url);
  for (const each of JSON.parse(readFileSync(file, 'utf8')) as (typeof exception)[]) {
    expect(each).toMatchObject({
      advisory: expect.any(String),
      package: expect.any(String),
      reason: expect.any(String),
    });
    expect(each.until).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});
