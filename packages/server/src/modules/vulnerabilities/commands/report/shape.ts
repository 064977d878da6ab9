import { MAX_REPORT_RESULTS } from '@milepost/core/security/vulnerabilities';
import { ReportFormatError } from './values.ts';

/** The report has more results than a project takes at once. */
export class TooManyResultsError extends Error {
  override name = 'TooManyResultsError';
}

const MAX_DEPTH = 100;
/** Maximum commas and brackets: each becomes a value when parsed. */
const MAX_VALUES = 5_000_000;
/** The paths of results: `$.runs[0].results[0]` and `$.vulnerabilities[0]`. */
const listsOfResults: readonly (readonly [key: string, depth: number])[] = [
  ['results', 4],
  ['vulnerabilities', 2],
];

const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\:,[]{}');

/**
 * Scans the brackets of a JSON text before it is parsed: parsing needs a multiple of its size, and cannot be stopped. Throws
 * TooManyResultsError as soon as there are too many, and ReportFormatError for nesting or numbers of values that no report has.
 */
export function checkShape(json: Buffer): void {
  let depth = 0;
  let values = 0;
  let results = 0;
  let lastString = '';
  /** The key under which each open bracket is. */
  const keys: string[] = [];
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case QUOTE: {
        const end = endOfString(json, index);
        if (depth < 4) lastString = json.toString('latin1', index + 1, Math.min(end, index + 32));
        index = end;
        break;
      }
      case COLON:
        if (depth < 4) keys[depth] = lastString;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (json[index] === OPEN_OBJECT && isResult(keys, depth)) {
          results += 1;
          if (results > MAX_REPORT_RESULTS) throw new TooManyResultsError();
        }
        depth += 1;
        values += 1;
        if (depth > MAX_DEPTH) throw new ReportFormatError('$', `is nested more than ${MAX_DEPTH} levels deep`);
        if (depth <= 4) keys[depth] = '';
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
    if (values > MAX_VALUES) throw new ReportFormatError('$', 'has too many values');
  }
}

/** Whether a bracket that opens at this depth is an item of a list of results. */
function isResult(keys: readonly string[], depth: number): boolean {
  return listsOfResults.some(([key, at]) => depth === at && keys[at - 1] === key);
}

/** The closing quote; the last byte if there is none. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length - 1;
}
