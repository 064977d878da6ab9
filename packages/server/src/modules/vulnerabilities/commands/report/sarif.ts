import { createHash } from 'node:crypto';
import {
  MAX_VULNERABILITY_TEXT_LENGTH,
  severityOfScore,
  type VulnerabilityIdentifier,
  type VulnerabilitySeverity,
} from '@milepost/core/security/vulnerabilities';
import { fingerprinted, type IdentifiedFinding, type Scan } from './findings.ts';
import { firstLine, pathOf, ReportFormatError, webUrl, type Part } from './values.ts';

const MAX_RUNS = 100;
const MAX_IDENTIFIERS = 20;

/** The scans of a SARIF 2.1.0 log. Throws ReportFormatError. */
export function readSarif(log: Part): Scan[] {
  if (log.at('version').requiredText() !== '2.1.0') throw new ReportFormatError('$.version', 'is not 2.1.0');
  const runs = log.at('runs').require().items();
  if (runs.length > MAX_RUNS) throw new ReportFormatError('$.runs', `has more than ${MAX_RUNS} runs`);
  return runs.map(readRun);
}

function readRun(run: Part): Scan {
  const driver = run.at('tool').require().at('driver').require();
  const scanner = driver.at('name').requiredText();
  const invocations = run.at('invocations').items(1_000);
  const rules = new Rules(run.at('tool'));
  const roots = rootsOf(run, invocations);
  const results = run.at('results').items();
  const findings = results.filter(isFinding).map((result) => readResult(result, rules, roots));
  return {
    scanner,
    scannerVersion: driver.at('semanticVersion').text() ?? driver.at('version').text(),
    reportType: 'sast',
    // Without results, the run did not look for any.
    isSuccessful:
      !run.at('results').isMissing && invocations.every((each) => each.at('executionSuccessful').boolean() !== false),
    scannedAt: invocations.map((each) => each.at('endTimeUtc').time()).findLast((time) => time !== null) ?? null,
    findings: fingerprinted(findings),
  };
}

/** The addresses of the root of the repository: paths are relative to them. */
function rootsOf(run: Part, invocations: readonly Part[]): string[] {
  const bases = ['SRCROOT', '%SRCROOT%', 'ROOTPATH', 'REPOROOT'].map((name) =>
    run.at('originalUriBaseIds').at(name).at('uri').text(1024),
  );
  const folders = invocations.map((each) => each.at('workingDirectory').at('uri').text(1024));
  return [...bases, ...folders].flatMap((root) =>
    root === null || !root.includes('/') ? [] : [root.endsWith('/') ? root : `${root}/`],
  );
}

/** Whether a result reports a problem that is there and that nobody suppressed in the code. */
function isFinding(result: Part): boolean {
  result.require();
  if (['pass', 'notApplicable', 'informational'].includes(result.at('kind').text() ?? '')) return false;
  if (result.at('baselineState').text() === 'absent') return false;
  return !result
    .at('suppressions')
    .items(100)
    .some((each) => !['rejected', 'underReview'].includes(each.at('status').text() ?? ''));
}

/** The rules of a tool and of its extensions. */
class Rules {
  readonly #tool: Part;
  readonly #byId = new Map<string, Part>();

  constructor(tool: Part) {
    this.#tool = tool;
    for (const rule of tool.at('driver').at('rules').items()) {
      const id = rule.at('id').text(1024);
      if (id !== null) this.#byId.set(id, rule);
    }
  }

  /** The rule of a result; a missing part if the report does not describe it. */
  of(result: Part): Part {
    const reference = result.at('rule');
    const extension = reference.at('toolComponent').at('index').number();
    const component = extension === null ? this.#tool.at('driver') : this.#tool.at('extensions').item(extension);
    const index = result.at('ruleIndex').number() ?? reference.at('index').number();
    const byIndex = index === null || index < 0 ? null : component.at('rules').item(index);
    if (byIndex && !byIndex.isMissing) return byIndex;
    return this.#byId.get(idOfRule(result) ?? '') ?? result.at('rule').at('none');
  }
}

const idOfRule = (result: Part): string | null => result.at('ruleId').text() ?? result.at('rule').at('id').text();

function readResult(result: Part, rules: Rules, roots: readonly string[]): IdentifiedFinding {
  const rule = rules.of(result);
  const ruleId = idOfRule(result) ?? rule.at('id').text();
  const message = messageOf(result.at('message').require(), rule);
  const physical = result.at('locations').item(0).at('physicalLocation');
  const region = physical.at('region');
  const path = pathOf(physical.at('artifactLocation').at('uri'), roots);
  const helpUrl = webUrl(rule.at('helpUri'));
  const title = firstLine(
    message ?? textIn(rule.at('shortDescription')) ?? rule.at('name').text() ?? ruleId ?? 'Finding',
  );
  const about = textIn(rule.at('fullDescription')) ?? textIn(rule.at('shortDescription'));
  return {
    title,
    description: [...new Set([message, about].filter((text) => text !== null))].join('\n\n'),
    solution: textIn(rule.at('help')) ?? '',
    severity: severityOf(result, rule),
    confidence: rule.at('properties').at('precision').word(['low', 'medium', 'high']) ?? 'unknown',
    location: {
      path,
      line: region.at('startLine').lineNumber(),
      endLine: region.at('endLine').lineNumber(),
      subject: result.at('locations').item(0).at('logicalLocations').item(0).at('fullyQualifiedName').text(),
    },
    identifiers: identifiersOf(rule, ruleId, helpUrl),
    links: helpUrl === null ? [] : [{ name: ruleId, url: helpUrl }],
    ...identityOf(result, { ruleId, path, message, line: region.at('snippet').at('text').text(2_000) }),
  };
}

/** The text of a message or of a description. */
function textIn(message: Part): string | null {
  return (
    message.at('text').text(MAX_VULNERABILITY_TEXT_LENGTH) ?? message.at('markdown').text(MAX_VULNERABILITY_TEXT_LENGTH)
  );
}

/** A message is a text, or names one of its rule's with placeholders such as `{0}`. */
function messageOf(message: Part, rule: Part): string | null {
  const id = message.at('id').text();
  const text = textIn(message) ?? (id === null ? null : textIn(rule.at('messageStrings').at(id)));
  if (text === null) return null;
  const values = message.at('arguments').items(100);
  return text
    .replaceAll(/\{(\d{1,2})\}/g, (whole, index) => values[Number(index)]?.text(1_000) ?? whole)
    .slice(0, MAX_VULNERABILITY_TEXT_LENGTH);
}

const severityOfLevel = { error: 'high', warning: 'medium', note: 'low', none: 'info' } as const;
const levels = ['error', 'warning', 'note', 'none'] as const;

function severityOf(result: Part, rule: Part): VulnerabilitySeverity {
  const score = scoreOf(result.at('properties')) ?? scoreOf(rule.at('properties'));
  if (score !== null) return severityOfScore(score);
  const level = result.at('level').word(levels) ?? rule.at('defaultConfiguration').at('level').word(levels);
  return severityOfLevel[level ?? 'warning'];
}

/** Tools write it as text or as a number. */
function scoreOf(properties: Part): number | null {
  const given = properties.at('security-severity');
  if (given.isMissing) return null;
  const score = Number(given.isText ? given.text() : given.number());
  if (!Number.isFinite(score)) throw new ReportFormatError(given.path, 'is not a number');
  return score;
}

function identifiersOf(rule: Part, ruleId: string | null, helpUrl: string | null): VulnerabilityIdentifier[] {
  const own = ruleId === null ? [] : [{ type: 'rule', name: ruleId, value: ruleId, url: helpUrl }];
  const tags = rule.at('properties').at('tags').items(100);
  const relations = rule.at('relationships').items(100);
  const names = [
    ...tags.filter((tag) => tag.isText).map((tag) => tag.text()),
    ...relations.map((each) => each.at('target').at('id').text()),
  ];
  const numbers = names.flatMap((name) => /(?:^|\/)cwe-(\d{1,5})\b/i.exec(name ?? '')?.[1] ?? []);
  const weaknesses = [...new Set(numbers.map(Number))].map((number) => ({
    type: 'cwe',
    name: `CWE-${number}`,
    value: String(number),
    url: `https://cwe.mitre.org/data/definitions/${number}.html`,
  }));
  return [...own, ...weaknesses].slice(0, MAX_IDENTIFIERS);
}

interface Recognized {
  ruleId: string | null;
  path: string | null;
  message: string | null;
  /** The text of its line, if the report has it. */
  line: string | null;
}

/**
 * The scanner's fingerprints, else rule, path and the text of the line. Partial ones alone identify too little, and some tools put a
 * sentence in place of a fingerprint ("requires login"): those count as none.
 */
function identityOf(
  result: Part,
  { ruleId, path, message, line }: Recognized,
): Pick<IdentifiedFinding, 'identity' | 'isExact'> {
  const exact = hashesIn(result.at('fingerprints'));
  if (exact.length > 0) return { identity: ['fingerprints', ruleId, path, ...exact], isExact: true };
  const partial = hashesIn(result.at('partialFingerprints'));
  if (partial.length > 0) return { identity: ['partial', ruleId, path, ...partial], isExact: false };
  const text = (line ?? message ?? '').replaceAll(/\s+/g, ' ').trim();
  return {
    identity: ['line', ruleId, path, createHash('sha256').update(text).digest('hex')],
    isExact: false,
  };
}

function hashesIn(fingerprints: Part): string[] {
  return fingerprints.texts().flatMap(([key, text]) => (/\s/.test(text) ? [] : [`${key} ${text}`]));
}
