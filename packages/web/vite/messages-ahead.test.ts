import { type Plugin, parseAst } from 'vite';
import { expect, test } from 'vitest';
import { messagesAhead } from './messages-ahead.ts';

const context = {
  parse: parseAst,
  error(message: string): never {
    throw new Error(message);
  },
};

function transformed(code: string, id = '/web/src/pages/epic/messages.ts'): string | null {
  const { transform } = messagesAhead() as Plugin & {
    transform(this: typeof context, code: string, id: string): { code: string } | null;
  };
  return transform.call(context, code, id)?.code ?? null;
}

test('messages with values, plurals or tags are parsed in the build, plain text stays text', () => {
  const code = `const messages = { a: { id: "a", defaultMessage: "Labels" }, b: { id: "b", defaultMessage: "{name} of <b>all</b>" } };
jsx(FormattedMessage, { id: "c", defaultMessage: "{count, plural, one {# epic} other {# epics}}" });`;
  const text = transformed(code) ?? '';
  expect(text).toContain('defaultMessage: "Labels"');
  expect(text).toContain('defaultMessage: [{"type":1,"value":"name"}');
  expect(text).toContain('"type":8');
  expect(text).toContain('"pluralType":"cardinal"');
  expect(() => parseAst(text)).not.toThrow();
});

test('code without such messages is unchanged', () => {
  expect(transformed('const a = { id: "a", defaultMessage: "Labels" };')).toBeNull();
  expect(transformed('const { defaultMessage: text } = word;')).toBeNull();
  expect(transformed('f({ defaultMessage: "{a}" });', '/web/node_modules/library/src/index.js')).toBeNull();
});

test('a computed message fails the build: the page has no parser', () => {
  expect(() => transformed('const a = { id: "a", defaultMessage: "{a}" + b };')).toThrow(
    /messages\.ts: a message is a text/,
  );
});
