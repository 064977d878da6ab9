import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { test as base, tokenFor, type Answer } from '../../testing/http.ts';

interface Counts {
  created: number;
  updated: number;
  unchanged: number;
  no_longer_detected: number;
}

interface Shown {
  id: number;
  title: string;
  severity: string;
  state: string;
  scanner: string;
  report_type: string;
  resolved_on_default_branch: boolean;
  location: { file: string | null; start_line: number | null };
  identifiers: { type: string; name: string; url: string | null }[];
  links: { url: string }[];
  description: string;
}

type Send = (
  project: { id: number },
  report: unknown,
  branch?: string,
) => Promise<Answer<Counts & { message: unknown }>>;

/** `report` sends a report as the maintainer: text or bytes as they are, anything else as JSON. */
const test = base
  .extend('report', ({ send, world }): Send => async (project, report, branch) => {
    const raw = typeof report === 'string' || Buffer.isBuffer(report);
    return (await send({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/vulnerability_reports${branch === undefined ? '' : `?branch=${branch}`}`,
      headers: { 'private-token': await tokenFor(world, 'mina'), 'content-type': 'application/json' },
      payload: raw ? report : JSON.stringify(report),
    })) as never;
  })
  .extend('listed', ({ call }) => async (project: { id: number }): Promise<Shown[]> => {
    const path = `/projects/${project.id}/vulnerabilities`;
    return (await call<Shown[]>('mina', 'GET', path, { per_page: '100' })).body;
  });

const file = (name: string): string => readFileSync(join(import.meta.dirname, '../../testing/reports', name), 'utf8');

const result = (line: number, text: string, more: object = {}) => ({
  ruleId: 'no-eval',
  message: { text: 'eval is dangerous' },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: 'src/a.js' },
        region: { startLine: line, snippet: { text } },
      },
    },
  ],
  ...more,
});

const sarif = (results: unknown, run: object = {}) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'Checker' } }, results, ...run }],
});

const securityReport = (vulnerabilities: unknown, scan: object = {}) => ({
  version: '15.0.7',
  scan: { scanner: { id: 'trivy', name: 'Trivy' }, type: 'dependency_scanning', status: 'success', ...scan },
  vulnerabilities,
});

const dependency = (name: string, value: string) => ({
  name: `Weakness in ${name}`,
  severity: 'Critical',
  identifiers: [{ type: 'cve', name: value, value, url: `https://cve.example/${value}` }],
  location: { file: 'package-lock.json', dependency: { package: { name }, version: '1.0.0' } },
});

describe('reports', () => {
  test('DL-VU-03: output of three public tools is accepted unchanged; a failed run marks nothing as missing', async ({
    build,
    db,
    report,
    listed,
  }) => {
    const project = await build.project();
    for (const [name, scanner, count] of [
      ['oxlint', 'oxlint', 6],
      ['eslint', 'ESLint', 10],
      ['flawfinder', 'Flawfinder', 5],
    ] as const) {
      expect(await report(project, file(`${name}.sarif`))).toMatchObject({
        status: 201,
        body: { created: count, updated: 0, unchanged: 0, no_longer_detected: 0 },
      });
      const found = (await listed(project)).filter((each) => each.scanner === scanner);
      expect(found).toHaveLength(count);
      expect(found.every(({ location }) => /(^|\/)src\/(cart\.js|copy\.c)$/.test(location.file ?? ''))).toBe(true);
    }
    const scans = await db.selectFrom('vulnerabilityScans').selectAll().where('projectId', '=', project.id).execute();
    expect(scans.map(({ scanner, findingCount }) => [scanner, findingCount])).toEqual([
      ['oxlint', 6],
      ['ESLint', 10],
      ['Flawfinder', 5],
    ]);
    const found = await listed(project);
    expect(found.find(({ scanner, title }) => scanner === 'Flawfinder' && title.includes('strcpy'))).toMatchObject({
      report_type: 'sast',
      identifiers: expect.arrayContaining([expect.objectContaining({ type: 'cwe', name: 'CWE-120' })]) as never,
    });
    const failed = { invocations: [{ executionSuccessful: true }, { executionSuccessful: false }] };
    expect((await report(project, sarif([result(1, 'eval(a)')]))).body).toMatchObject({ created: 1 });
    expect((await report(project, sarif([], failed))).body).toMatchObject({ no_longer_detected: 0 });
    expect((await listed(project)).some((each) => each.resolved_on_default_branch)).toBe(false);
  });

  test('DL-VU-02: other formats answer 400 with the path of the first error, and nothing is stored', async ({
    build,
    report,
    listed,
    services,
  }) => {
    const project = await build.project();
    const refused: [unknown, string][] = [
      ['not json', '$ is not valid JSON'],
      ['', '$ is not valid JSON'],
      [Buffer.from([0xff, 0xfe, 0x22]), '$ is not UTF-8'],
      ['[]', '$ is not an object'],
      ['null', '$.version is missing'],
      [{ ...sarif([]), version: '2.0.0' }, '$.version is not 2.1.0'],
      [{ runs: [] }, '$.version is missing'],
      [{ version: '2.1.0', runs: {} }, '$.runs is not an array'],
      [sarif([result(1, 'a'), { ruleId: 'x' }]), '$.runs[0].results[1].message is missing'],
      [sarif([result(1, 'a'), 7]), '$.runs[0].results[1] is not an object'],
      [sarif([{ ...result(1, 'a'), ruleId: 4 }]), '$.runs[0].results[0].ruleId is not a string'],
      [{ version: '2.1.0', runs: [{ tool: { driver: {} }, results: [] }] }, '$.runs[0].tool.driver.name is missing'],
      [{ ...securityReport([]), version: undefined }, '$.version is missing'],
      [{ ...securityReport([]), scan: undefined }, '$.scan is missing'],
      [securityReport(undefined), '$.vulnerabilities is missing'],
      [securityReport([dependency('a', 'CVE-1'), null]), '$.vulnerabilities[1] is missing'],
    ];
    const answers = await Promise.all(refused.map(([body]) => report(project, body)));
    for (const [index, [, problem]] of refused.entries()) {
      expect(answers[index]).toMatchObject({ status: 400, body: { message: { report: [problem] } } });
    }
    expect(await listed(project)).toEqual([]);
    expect(await readdir(join(services.dataDir, 'reports'))).toEqual([]);
  });

  test('DL-VU-04: the severity comes from a score, else from the level, else from the report', async ({
    build,
    report,
    listed,
  }) => {
    const project = await build.project();
    const scores = ['9.0', 8.9, '7.0', '6.9', 4, '3.9', '0.1', '0.0'];
    const rules = [
      { id: 'ruled', properties: { 'security-severity': '9.8' } },
      { id: 'leveled', defaultConfiguration: { level: 'error' } },
    ];
    const results = [
      ...scores.map((score, line) =>
        result(line + 1, `score ${score}`, { properties: { 'security-severity': score } }),
      ),
      ...(['error', 'warning', 'note', 'none'] as const).map((level, line) =>
        result(line + 20, `level ${level}`, { level }),
      ),
      result(30, 'by rule', { ruleId: 'ruled', level: 'note' }),
      result(31, 'by level of rule', { ruleId: 'leveled' }),
      result(32, 'by default'),
    ];
    await report(project, sarif(results, { tool: { driver: { name: 'Checker', rules } } }));
    const bySeverity = (await listed(project)).toSorted(
      (a, b) => Number(a.location.start_line) - Number(b.location.start_line),
    );
    expect(bySeverity.map(({ severity }) => severity)).toEqual(
      [
        'critical high high medium medium low low info', // scores
        'high medium low info', // levels
        'critical high medium', // of rules
      ].flatMap((row) => row.split(' ')),
    );
    const other = await build.project();
    const severities = ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'];
    await report(
      other,
      securityReport(severities.map((severity) => ({ ...dependency(severity, severity), severity }))),
    );
    expect((await listed(other)).map(({ severity }) => severity)).toEqual(
      severities.map((severity) => severity.toLowerCase()).toReversed(),
    );
  });

  test('DL-VU-05: a finding that only moved is not created twice', async ({ build, report, listed }) => {
    const project = await build.project();
    const first = sarif([
      result(3, 'eval(a)'),
      result(9, 'eval(b)', { fingerprints: { 'hash/v1': 'abc' } }),
      result(12, 'eval(c)', { partialFingerprints: { primaryLocationLineHash: 'def:1' } }),
      result(20, 'same'),
      result(30, 'same'),
      // A sentence in place of a fingerprint, as one tool writes it, identifies nothing.
      result(40, 'eval(d)', { fingerprints: { 'matchBasedId/v1': 'requires login' } }),
      result(50, 'eval(e)', { fingerprints: { 'matchBasedId/v1': 'requires login' } }),
    ]);
    expect((await report(project, first)).body).toMatchObject({ created: 7 });
    const moved = sarif([
      result(4, '  eval(a)'),
      result(10, 'changed', { fingerprints: { 'hash/v1': 'abc' } }),
      result(13, 'changed too', { partialFingerprints: { primaryLocationLineHash: 'def:1' } }),
      result(21, 'same'),
      result(31, 'same'),
      result(41, 'eval(d)', { fingerprints: { 'matchBasedId/v1': 'requires login' } }),
      result(51, 'eval(e)', { fingerprints: { 'matchBasedId/v1': 'requires login' } }),
    ]);
    expect((await report(project, moved)).body).toEqual({
      created: 0,
      updated: 7,
      unchanged: 0,
      no_longer_detected: 0,
    });
    expect(
      (await listed(project)).map(({ location }) => location.start_line).sort((a, b) => Number(a) - Number(b)),
    ).toEqual([4, 10, 13, 21, 31, 41, 51]);
  });

  test('DL-VU-06: the same report twice, also at the same time, creates each finding once', async ({
    build,
    report,
    listed,
  }) => {
    const project = await build.project();
    const sent = securityReport(
      Array.from({ length: 700 }, (_, index) => dependency(`package-${index}`, `CVE-${index}`)),
    );
    const [one, other] = await Promise.all([report(project, sent), report(project, sent)]);
    expect([one.body.created, other.body.created].sort((a, b) => a - b)).toEqual([0, 700]);
    expect((await report(project, sent)).body).toEqual({
      created: 0,
      updated: 0,
      unchanged: 700,
      no_longer_detected: 0,
    });
    expect(await listed(project)).toHaveLength(100);
  });

  test('DL-VU-07: a finding that a newer scan of the same tool and branch does not contain is marked, and unmarked', async ({
    build,
    call,
    report,
    listed,
  }) => {
    const project = await build.project();
    const both = sarif([result(1, 'eval(a)'), result(2, 'eval(b)')]);
    await report(project, both);
    await report(project, securityReport([dependency('a', 'CVE-1')]));
    const confirmed = (await listed(project)).find(({ location }) => location.start_line === 2);
    await call('mina', 'POST', `/vulnerabilities/${confirmed?.id}/confirm`);
    // Neither an older scan nor one of another branch changes the findings of this one.
    const older = { invocations: [{ executionSuccessful: true, endTimeUtc: '2020-01-01T00:00:00Z' }] };
    expect((await report(project, sarif([], older))).body).toMatchObject({ no_longer_detected: 0 });
    expect((await report(project, sarif([]), 'feature')).body).toMatchObject({ no_longer_detected: 0 });
    expect((await report(project, sarif([result(1, 'eval(a)')]))).body).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
      no_longer_detected: 1,
    });
    const marked = (await listed(project)).filter((each) => each.resolved_on_default_branch);
    expect(marked).toMatchObject([{ id: confirmed?.id, state: 'confirmed' }]);
    expect((await report(project, both)).body).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect((await listed(project)).some((each) => each.resolved_on_default_branch)).toBe(false);
  });

  test('DL-VU-17: a report that is too large or too deep is refused, and other requests are served meanwhile', async ({
    build,
    send,
    services,
    report,
    listed,
  }) => {
    const project = await build.project();
    expect((await report(project, Buffer.alloc(50 * 1024 * 1024 + 1, ' '))).status).toBe(413);
    const many = JSON.stringify(sarif(Array.from({ length: 20_001 }, (_, line) => result(line + 1, 'a'))));
    // It is not read to its end: the rest is not JSON.
    expect((await report(project, many.slice(0, -10))).status).toBe(422);
    const deep = `{"version":"2.1.0","runs":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const long = result(1, 'x'.repeat(10 * 1024 * 1024), { message: { text: 'y'.repeat(10 * 1024 * 1024) } });
    const body = Buffer.from(JSON.stringify(sarif([long], { properties: { ignored: Array(4_000_000).fill(0) } })));
    const answered = new AbortController();
    const sending = Promise.all([report(project, deep), report(project, body).finally(() => answered.abort())]);
    const folder = join(services.dataDir, 'reports');
    const isReceived = async () => {
      const sizes = (await readdir(folder)).map(
        async (name) => (await stat(join(folder, name)).catch(() => null))?.size,
      );
      return (await Promise.all(sizes)).includes(body.length);
    };
    await expect.poll(isReceived, { interval: 1 }).toBe(true);
    // Reading the report takes as long as hundreds of requests, on a busy machine of dozens; storing it takes as long as a few.
    let meanwhile = 0;
    for (; !answered.signal.aborted; meanwhile += 1) {
      expect((await send({ url: '/-/liveness' })).status).toBe(200);
      await turn();
    }
    expect(meanwhile).toBeGreaterThan(20);
    const [refused, taken] = await sending;
    expect(refused).toMatchObject({
      status: 400,
      body: { message: { report: ['$ is nested more than 100 levels deep'] } },
    });
    expect(taken).toMatchObject({ status: 201, body: { created: 1 } });
    const [cut] = await listed(project);
    expect([cut?.title.length, cut?.description.length]).toEqual([255, 10_000]);
  });

  test('a short report whose results repeat the long text of a rule is refused', async ({ build, report, listed }) => {
    const project = await build.project();
    const rules = [{ id: 'no-eval', fullDescription: { text: 'x'.repeat(9_000) }, help: { text: 'y'.repeat(9_000) } }];
    const many = Array.from({ length: 6_000 }, (_, line) => result(line + 1, `${line}`));
    expect(await report(project, sarif(many, { tool: { driver: { name: 'Lint', rules } } }))).toMatchObject({
      status: 400,
      body: { message: { report: ['$ has results with more than 100,000,000 characters'] } },
    });
    expect(await listed(project)).toEqual([]);
  });

  test('paths, scripts and links of a hostile report are kept as text', async ({ build, report, listed }) => {
    const project = await build.project();
    const hostile = {
      ruleId: '<img src=x onerror=alert(1)>',
      message: { text: '<script>alert(1)</script>\n/close @all [x](javascript:alert(1)) \u0000\ud800' },
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'file:///../../../etc/passwd' }, region: { startLine: -5 } } },
      ],
    };
    const rules = [{ id: hostile.ruleId, helpUri: 'javascript:alert(1)' }];
    await report(project, sarif([hostile], { tool: { driver: { name: '__proto__', rules } } }));
    await report(
      project,
      securityReport([
        { ...dependency('a', 'CVE-1'), links: [{ url: 'data:text/html,x' }, { url: 'https://example.com/' }] },
      ]),
    );
    const [second, first] = await listed(project);
    expect(first).toMatchObject({
      scanner: '__proto__',
      title: '<script>alert(1)</script>',
      location: { file: '/../../../etc/passwd', start_line: null },
      identifiers: [{ name: hostile.ruleId, url: null }],
      links: [],
    });
    expect(second?.links).toEqual([{ name: null, url: 'https://example.com/' }]);
  });

  test('a report can also be sent as a form, with its branch', async ({ build, send, world, call }) => {
    const project = await build.project();
    const form = new FormData();
    form.append('branch', 'release');
    form.append('file', new Blob([JSON.stringify(sarif([result(1, 'a')]))]), 'report.sarif');
    const encoded = new Response(form);
    const answer = await send({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/vulnerability_reports`,
      headers: {
        'private-token': await tokenFor(world, 'mina'),
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(answer).toMatchObject({ status: 201, body: { created: 1 } });
    expect((await call('mina', 'GET', `/projects/${project.id}/vulnerabilities`)).body).toMatchObject([
      { branch: 'release' },
    ]);
  });
});
