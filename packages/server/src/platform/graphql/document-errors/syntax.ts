import { GraphQLError, TokenKind } from 'graphql';

/** Tokens by their published names. */
const tokenNames: Readonly<Record<string, string>> = {
  [TokenKind.BANG]: 'BANG',
  [TokenKind.DOLLAR]: 'VAR_SIGN',
  [TokenKind.AMP]: 'AMP',
  [TokenKind.PAREN_L]: 'LPAREN',
  [TokenKind.PAREN_R]: 'RPAREN',
  [TokenKind.SPREAD]: 'ELLIPSIS',
  [TokenKind.COLON]: 'COLON',
  [TokenKind.EQUALS]: 'EQUALS',
  [TokenKind.AT]: 'DIR_SIGN',
  [TokenKind.BRACKET_L]: 'LBRACKET',
  [TokenKind.BRACKET_R]: 'RBRACKET',
  [TokenKind.BRACE_L]: 'LCURLY',
  [TokenKind.PIPE]: 'PIPE',
  [TokenKind.BRACE_R]: 'RCURLY',
  [TokenKind.INT]: 'INT',
  [TokenKind.FLOAT]: 'FLOAT',
  [TokenKind.STRING]: 'STRING',
  [TokenKind.BLOCK_STRING]: 'STRING',
};

const END_OF_FILE: string = TokenKind.EOF;
const NAME: string = TokenKind.NAME;

/** Longest part of a document that a message quotes, in characters. */
const MAX_QUOTED = 60;

/** A syntax error in the published wording: `Expected NAME, actual: RCURLY ("}") at [1, 14]`. It has a location and no path. */
export function wordedSyntaxError(error: GraphQLError): GraphQLError {
  const { line = 1, column = 1 } = error.locations?.[0] ?? {};
  const text = error.message.slice('Syntax Error: '.length).replace(/\.$/, '');
  const [, expected, actual] = /^(?:Expected (.+), found|Unexpected) (.+)$/s.exec(text) ?? [];
  const message = actual === undefined ? text : describe(actual, expected);
  return new GraphQLError(`${message} at [${line}, ${column}]`, {
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code: 'syntaxError' },
  });
}

function describe(actual: string, expected: string | undefined): string {
  if (actual === END_OF_FILE) return 'Unexpected end of document';
  const [, kind, name, value] = /^(?:"([^"]+)"|(\w+)(?: "(.*)")?)$/s.exec(actual) ?? [];
  const token = kind === undefined ? tokenOf(name ?? '') : tokenOf(kind);
  const quoted = JSON.stringify((kind ?? value ?? '').slice(0, MAX_QUOTED));
  return expected === undefined
    ? `Parse error on ${quoted} (${token})`
    : `Expected ${tokenOf(expected.replaceAll('"', '')).replace('IDENTIFIER', 'NAME')}, actual: ${token} (${quoted})`;
}

function tokenOf(name: string): string {
  return name === NAME ? 'IDENTIFIER' : (tokenNames[name] ?? name.toUpperCase());
}
