import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const PARSER = '@formatjs/icu-messageformat-parser';
/** The syntax that makes a message more than plain text, as in src/app/intl.ts. */
const syntax = /[{}<']/;

/** The parts of a syntax tree that are used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Parses messages at build time: a message with values, tags or plurals is replaced with its syntax tree, and the parser, which
 * every page would load first, is left out. Plain text is unchanged.
 */
export function messagesAhead(): Plugin {
  return {
    name: 'milepost:messages-ahead',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: PARSER, replacement: `${PARSER}/no-parser.js` }] } }),
    // After TypeScript and JSX are compiled to JavaScript.
    transform(code, id) {
      if (!id.includes('/src/') || id.includes('/node_modules/') || !code.includes('defaultMessage')) return null;
      let text = code;
      // From the end, so that earlier offsets stay valid.
      for (const { start, end, value } of messagesIn(this.parse(code)).toReversed()) {
        if (typeof value !== 'string')
          this.error(`${id}: a message is a text that stands in the code, and nothing else`);
        if (syntax.test(value)) text = text.slice(0, start) + JSON.stringify(parse(value)) + text.slice(end);
      }
      return text === code ? null : { code: text, map: null };
    },
  };
}

/** The value of every `defaultMessage` property in a tree, in order. */
function messagesIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(messagesIn);
  if (!isNode(node)) return [];
  const properties = node.type === 'ObjectExpression' ? (node['properties'] as Node[]) : [];
  const own = properties.find(({ key }) => isNode(key) && key['name'] === 'defaultMessage')?.['value'];
  return isNode(own) ? [own] : Object.values(node).flatMap(messagesIn);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
