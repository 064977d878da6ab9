import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import { test, tokenFor } from '../testing/http.ts';
import { main } from './main.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const sarif = JSON.stringify({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'Checker' } }, results: [{ ruleId: 'one', message: { text: 'Found' } }] }],
});
const securityReport = JSON.stringify({
  version: '15.0.7',
  scan: { scanner: { id: 'trivy', name: 'Trivy' }, type: 'container_scanning' },
  vulnerabilities: [
    { severity: 'High', identifiers: [{ type: 'cve', name: 'CVE-1', value: 'CVE-1' }] },
    { severity: 'Low', identifiers: [{ type: 'cve', name: 'CVE-2', value: 'CVE-2' }] },
  ],
});

test('DL-VU-01: both formats are sent as body, as file of a form and with the command, which prints the same counts', async ({
  build,
  send,
  world,
}) => {
  const { target, services } = world;
  vi.stubEnv(
    'DATABASE_URL',
    `postgres://${target.user}@/${target.database}?host=${encodeURIComponent(target.host ?? '')}`,
  );
  vi.stubEnv('MILEPOST_DATA_DIR', services.dataDir);
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)));
  const complaints: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void complaints.push(String(text)));
  const token = await tokenFor(world, 'mina');
  for (const [report, count] of [
    [sarif, 1],
    [securityReport, 2],
  ] as const) {
    const created = { created: count, updated: 0, unchanged: 0, no_longer_detected: 0 };
    const [one, two, three] = [await build.project(), await build.project(), await build.project()];
    const url = (project: { id: number }) => `/api/v4/projects/${project.id}/vulnerability_reports`;
    const headers = { 'private-token': token };
    expect(await send({ method: 'POST', url: url(one), headers, payload: report })).toMatchObject({
      status: 201,
      body: created,
    });
    const form = new FormData();
    form.append('file', new Blob([report]), 'report.json');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const payload = Buffer.from(await encoded.arrayBuffer());
    expect(
      await send({ method: 'POST', url: url(two), headers: { ...headers, 'content-type': type }, payload }),
    ).toMatchObject({ status: 201, body: created });
    const file = join(services.dataDir, 'report.json');
    await writeFile(file, report);
    printed.length = 0;
    expect(await main(['report', file, '--project', three.fullPath])).toBe(0);
    expect(await main(['report', file, '--project', three.fullPath])).toBe(0);
    const numbers = printed.map((text) =>
      Object.fromEntries(
        text
          .split('\n')
          .map((line) => line.trim().split(/\s+/))
          .map(([name, value]) => [name, Number(value)]),
      ),
    );
    expect(numbers).toEqual([created, { created: 0, updated: 0, unchanged: count, no_longer_detected: 0 }]);
  }
  const file = join(services.dataDir, 'odd.json');
  await writeFile(file, '{}');
  const { fullPath } = await build.project();
  expect(await main(['report', file, '--project', fullPath])).toBe(1);
  expect(await main(['report', file, '--project', 'no/where'])).toBe(1);
  expect(await main(['report', join(services.dataDir, 'none'), '--project', fullPath])).toBe(1);
  expect(complaints).toEqual([
    'milepost: Report $.version is missing',
    'milepost: there is no project no/where',
    `milepost: there is no file ${join(services.dataDir, 'none')}`,
  ]);
});
