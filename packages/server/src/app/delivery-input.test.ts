import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requestOf, type DeliveryCall, type Given } from '../testing/delivery/calls.ts';
import { buildSite, type Site } from '../testing/delivery/site.ts';
import { deliveryCalls } from '../testing/delivery/table.ts';
import { testOfInput as base, tokenFor } from '../testing/http.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { in: 'path' | 'query'; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** One parameter of a call. */
interface Target {
  row: DeliveryCall;
  place: 'path' | 'query' | 'body';
  name: string;
}

/** Runs `work` with a `git` that writes its arguments down, and returns those of all processes. */
async function argumentsOfGit(work: () => Promise<void>): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-arguments-'));
  const before = process.env['PATH'] ?? '';
  const log = join(folder, 'log');
  const lines = ['#!/bin/bash', `printf '%s\\0' "$@" $'\\n' >> ${log}`, `PATH='${before}' exec git "$@"`];
  await mkdir(join(folder, 'bin'));
  await writeFile(log, '');
  await writeFile(join(folder, 'bin/git'), `${lines.join('\n')}\n`);
  await chmod(join(folder, 'bin/git'), 0o755);
  try {
    process.env['PATH'] = `${join(folder, 'bin')}:${before}`;
    await work();
    const text = await readFile(log, 'utf8');
    return text.split('\0\n\0').map((line) => line.split('\0'));
  } finally {
    process.env['PATH'] = before;
    await rm(folder, { recursive: true, force: true });
  }
}

const isId = (name: string) => /(^|_)i?ids?$/.test(name);
const isRef = (name: string) => /^(sha|ref|ref_name|from|to|branch|tag_name|(source|target)_branch)$/.test(name);
const badIds = ['x', '1.5', '-1', '1e3', '9223372036854775808'];
const badRefs = ['a\0b', 'a\nb', '-x', '--upload-pack=x', 'a'.repeat(1_025), '0'.repeat(1_025)];

const test = base
  .extend('site', async ({ world }) => buildSite(world, 'private'))
  /** The parameters of all calls, from the API description. */
  .extend('targets', async ({ send }) => {
    const { body } = await send({ method: 'GET', url: '/api/v4/openapi.json' });
    const { paths } = body as { paths: Record<string, Record<string, Operation>> };
    return (isWanted: (name: string, schema: Schema) => boolean): Target[] =>
      deliveryCalls.flatMap((row) => {
        const [verb = '', path = ''] = row.call.split(' ');
        const { parameters = [], requestBody } = paths[`/api/v4${path}`]?.[verb.toLowerCase()] ?? {};
        const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
          Object.entries(schema.properties ?? {}),
        );
        return [
          ...parameters.map(({ in: place, name, schema }) => ({ place, name, schema })),
          ...fields.map(([name, schema]) => ({ place: 'body' as const, name, schema })),
        ]
          .filter(({ name, schema }) => isWanted(name, schema))
          .map(({ place, name }) => ({ row, place, name }));
      });
  })
  /** Sends each value as each of these parameters, everything else being right, as an administrator. */
  .extend('sendEach', ({ send, world, site }) => async (targets: readonly Target[], values: readonly string[]) => {
    const headers = { 'private-token': await tokenFor(world, 'root') };
    const answers: { call: string; name: string; value: string; status: number }[] = [];
    for (const { row, place, name } of targets) {
      let given: Given | null = null;
      for (const value of values) {
        given ??= await row.given(site, world.userIds.root);
        const { method, url, query, payload } = withValue(row, site, given, { place, name, value });
        const { status } = await send({ method, url, headers, query, ...(method !== 'GET' && { payload }) });
        answers.push({ call: row.call, name, value: value.slice(0, 50), status });
        if (status < 400) given = null;
      }
    }
    return answers;
  });

function withValue(
  row: DeliveryCall,
  site: Site,
  given: Given,
  { place, name, value }: Pick<Target, 'place' | 'name'> & { value: string },
) {
  const params = place === 'path' ? { ...given.params, [name]: value } : (given.params ?? {});
  const { verb, path } = requestOf(row, site, { params });
  const asQuery = verb === 'GET' || verb === 'DELETE';
  const input = { ...given.input };
  const changed = { [name]: name.endsWith('ids') ? [value] : value };
  return {
    method: verb,
    url: `/api/v4${path}`,
    query: { ...(asQuery && input), ...(place === 'query' && changed) } as Record<string, string>,
    payload: { ...(!asQuery && input), ...(place === 'body' && changed) },
  };
}

test('DL-ER-01: ids that are no integers and impossible SHAs and refs answer 400 or 404, and none is an option of git', async ({
  targets,
  sendEach,
}) => {
  const [ids, refs] = [targets(isId), targets(isRef)];
  expect([ids.length > 100, refs.length > 15]).toEqual([true, true]);
  const isRefusal = ({ status }: { status: number }) => status === 400 || status === 404;
  const lines = await argumentsOfGit(async () => {
    const answers = [...(await sendEach(ids, badIds)), ...(await sendEach(refs, badRefs))];
    expect(answers.filter((answer) => !isRefusal(answer))).toEqual([]);
  });
  expect(lines.flat().filter((each) => badRefs.includes(each))).toEqual([]);
});

test('DL-ER-01: no text of a call reaches git as an option', async ({ targets, sendEach }) => {
  const file = join(tmpdir(), `milepost-option-${process.pid}`);
  const values = [`--output=${file}`, '-O'];
  const texts = targets((name, { type }) => type === 'string' && !isId(name));
  const lines = await argumentsOfGit(async () => {
    const answers = await sendEach(texts, values);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
  expect(lines.length).toBeGreaterThan(50);
  const options = lines.map((line) => {
    // What follows is no option.
    const end = line.findIndex((each) => each === '--' || each === '--end-of-options');
    return end === -1 ? line : line.slice(0, end);
  });
  expect(options.flat().filter((each) => values.some((value) => each.startsWith(value)))).toEqual([]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
