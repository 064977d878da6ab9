import { isWebUrl, URL_LIMIT } from '@milepost/core/text/web-urls';
import { MAX_VULNERABILITY_TITLE_LENGTH } from '@milepost/core/security/vulnerabilities';

/** A part of a report that is missing or of another type than the format requires. `path`: `$.runs[0].results`. */
export class ReportFormatError extends Error {
  override name = 'ReportFormatError';
  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path} ${problem}`);
  }
}

/** A value of a report with its path. Readers throw ReportFormatError for another type; null counts as missing. */
export class Part {
  readonly #value: unknown;
  readonly path: string;

  constructor(value: unknown, path = '$') {
    this.#value = value ?? undefined;
    this.path = path;
  }

  get isMissing(): boolean {
    return this.#value === undefined;
  }

  get isText(): boolean {
    return typeof this.#value === 'string';
  }

  /** A field; missing if this is missing. */
  at(name: string): Part {
    const fields = this.#fields();
    return new Part(fields && Object.hasOwn(fields, name) ? fields[name] : undefined, `${this.path}.${name}`);
  }

  #fields(): Record<string, unknown> | undefined {
    if (this.isMissing) return undefined;
    if (typeof this.#value !== 'object' || Array.isArray(this.#value)) throw this.#unlike('an object');
    return this.#value as Record<string, unknown>;
  }

  /** The parts of a list, `limit` at most; none if it is missing. */
  items(limit = Number.POSITIVE_INFINITY): Part[] {
    if (this.isMissing) return [];
    if (!Array.isArray(this.#value)) throw this.#unlike('an array');
    return this.#value
      .slice(0, limit === Number.POSITIVE_INFINITY ? undefined : limit)
      .map((item, index) => new Part(item, `${this.path}[${index}]`));
  }

  item(index: number): Part {
    if (this.isMissing) return new Part(undefined, `${this.path}[${index}]`);
    if (!Array.isArray(this.#value)) throw this.#unlike('an array');
    return new Part((this.#value as unknown[])[index], `${this.path}[${index}]`);
  }

  /** The texts of an object by key, sorted by key. */
  texts(): [string, string][] {
    return Object.keys(this.#fields() ?? {})
      .sort()
      .flatMap((key) => {
        const text = this.at(key).text();
        return text === null ? [] : [[key, text] as [string, string]];
      });
  }

  /** A text as it can be stored; null if it is missing or blank. */
  text(limit?: number): string | null {
    if (this.isMissing) return null;
    if (typeof this.#value !== 'string') throw this.#unlike('a string');
    return textOf(this.#value, limit);
  }

  requiredText(limit?: number): string {
    this.require();
    const text = this.text(limit);
    if (text === null) throw new ReportFormatError(this.path, 'is empty');
    return text;
  }

  number(): number | null {
    if (this.isMissing) return null;
    if (typeof this.#value !== 'number') throw this.#unlike('a number');
    return this.#value;
  }

  /** A positive integer that fits a column; null for any other number. */
  lineNumber(): number | null {
    const number = this.number();
    return number !== null && Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : null;
  }

  boolean(): boolean | null {
    if (this.isMissing) return null;
    if (typeof this.#value !== 'boolean') throw this.#unlike('true or false');
    return this.#value;
  }

  /** ISO 8601 in UTC; null for an invalid time. */
  time(): string | null {
    const text = this.text(64);
    if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return null;
    const time = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
    return Number.isNaN(time) ? null : new Date(time).toISOString();
  }

  /** One of these words in any case; null if it is missing or another one. */
  word<Word extends string>(words: readonly Word[]): Word | null {
    const text = this.text(64)?.toLowerCase().replaceAll(/[ -]/g, '_');
    return words.find((word) => word === text) ?? null;
  }

  require(): this {
    if (this.isMissing) throw new ReportFormatError(this.path, 'is missing');
    return this;
  }

  #unlike(what: string): ReportFormatError {
    return new ReportFormatError(this.path, `is not ${what}`);
  }
}

/** NUL and unpaired surrogates: see `isStorable`. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text without characters that PostgreSQL cannot store, cut at the limit; null if it is blank. */
function textOf(text: string, limit = MAX_VULNERABILITY_TITLE_LENGTH): string | null {
  // The cut comes first: a text may have megabytes.
  const clean = text
    .slice(0, limit * 2)
    .replaceAll(UNSTORABLE, '')
    .trim();
  return clean === '' ? null : Array.from(clean).slice(0, limit).join('');
}

/** The first line. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0]?.trim() ?? '';
  return line.length > MAX_VULNERABILITY_TITLE_LENGTH ? `${line.slice(0, MAX_VULNERABILITY_TITLE_LENGTH - 1)}…` : line;
}

const MAX_PATH_LENGTH = 1024;

/** The path of a file as text: from the root of the repository if the address begins with one of `roots`. */
export function pathOf(uri: Part, roots: readonly string[]): string | null {
  const text = uri.text(MAX_PATH_LENGTH);
  if (text === null) return null;
  const root = roots.find((each) => text.startsWith(each));
  const rest = root === undefined ? text : text.slice(root.length);
  return decoded(rest.replace(/^file:\/\/[^/]*/, '').replace(/^\.\//, '')) || null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll(UNSTORABLE, '').slice(0, MAX_PATH_LENGTH);
  } catch {
    return path;
  }
}

/** The address if browsers may open it: not `javascript:`, `data:` and the like. */
export function webUrl(url: Part): string | null {
  const text = url.text(URL_LIMIT);
  return text !== null && isWebUrl(text) ? text : null;
}
