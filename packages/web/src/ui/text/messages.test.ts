import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cancelLabel, retryLabel, undoLabel } from './messages.ts';

const source = resolve(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

test.each([cancelLabel, retryLabel, undoLabel])('$defaultMessage is defined once', ({ defaultMessage }) => {
  const definition = `defaultMessage: '${defaultMessage}'`;
  expect(files.filter((file) => readFileSync(join(source, file), 'utf8').includes(definition))).toEqual([
    'ui/text/messages.ts',
  ]);
});
