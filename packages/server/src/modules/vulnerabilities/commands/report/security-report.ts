import {
  MAX_VULNERABILITY_TEXT_LENGTH,
  vulnerabilityConfidences,
  vulnerabilityReportTypes,
  vulnerabilitySeverities,
  type VulnerabilityIdentifier,
  type VulnerabilityLocation,
} from '@milepost/core/security/vulnerabilities';
import { fingerprinted, type IdentifiedFinding, type Scan } from './findings.ts';
import { firstLine, pathOf, webUrl, type Part } from './values.ts';

const MAX_IDENTIFIERS = 20;
const MAX_LINKS = 20;

/** The one scan of a security report in the published JSON format. Throws ReportFormatError. */
export function readSecurityReport(report: Part): Scan[] {
  report.at('version').requiredText();
  const scan = report.at('scan').require();
  const vulnerabilities = report.at('vulnerabilities').require().items();
  const scanner = scan.at('scanner');
  const reportType = scan.at('type').word(vulnerabilityReportTypes) ?? 'generic';
  return [
    {
      scanner: scanner.at('name').text() ?? scanner.at('id').requiredText(),
      scannerVersion: scanner.at('version').text(),
      reportType,
      isSuccessful: scan.at('status').text() !== 'failure',
      scannedAt: scan.at('end_time').time() ?? scan.at('start_time').time(),
      findings: fingerprinted(vulnerabilities.map((each) => readVulnerability(each.require()))),
    },
  ];
}

function readVulnerability(given: Part): IdentifiedFinding {
  const identifiers = given.at('identifiers').items(MAX_IDENTIFIERS).map(readIdentifier);
  const location = readLocation(given.at('location'));
  const message = given.at('message').text(MAX_VULNERABILITY_TEXT_LENGTH);
  const description = given.at('description').text(MAX_VULNERABILITY_TEXT_LENGTH);
  const [first] = identifiers;
  const title = given.at('name').text() ?? message ?? first?.name ?? given.at('cve').text() ?? description;
  return {
    title: firstLine(title ?? 'Finding') || 'Finding',
    description: description ?? message ?? '',
    solution: given.at('solution').text(MAX_VULNERABILITY_TEXT_LENGTH) ?? '',
    severity: given.at('severity').word(vulnerabilitySeverities) ?? 'unknown',
    confidence: given.at('confidence').word(vulnerabilityConfidences) ?? 'unknown',
    location,
    identifiers,
    links: given
      .at('links')
      .items(MAX_LINKS)
      .flatMap((link) => {
        const url = webUrl(link.at('url'));
        return url === null ? [] : [{ name: link.at('name').text(), url }];
      }),
    ...identityOf(given, { first, location, title }),
  };
}

function readIdentifier(given: Part): VulnerabilityIdentifier {
  const value = given.at('value').requiredText();
  return {
    type: given.at('type').requiredText(),
    name: given.at('name').text() ?? value,
    value,
    url: webUrl(given.at('url')),
  };
}

function readLocation(location: Part): VulnerabilityLocation {
  const dependency = location.at('dependency');
  const version = dependency.at('version').text();
  const name = dependency.at('package').at('name').text();
  const place = [location.at('image').text(), location.at('hostname').text(), location.at('path').text()];
  const subjects = [name === null || version === null ? name : `${name} ${version}`, ...place];
  return {
    path: pathOf(location.at('file'), []),
    line: location.at('start_line').lineNumber(),
    endLine: location.at('end_line').lineNumber(),
    subject:
      subjects
        .filter((each) => each !== null)
        .join(' ')
        .slice(0, 255) || null,
  };
}

interface Recognized {
  first: VulnerabilityIdentifier | undefined;
  location: VulnerabilityLocation;
  title: string | null;
}

/** From the most to the least stable one. */
const algorithms = ['scope_offset_compressed', 'scope_offset', 'location', 'hash'] as const;

/** The best signature of its source, else its first identifier with its location. */
function identityOf(
  given: Part,
  { first, location, title }: Recognized,
): Pick<IdentifiedFinding, 'identity' | 'isExact'> {
  const rule = first ? `${first.type} ${first.value}` : title;
  const signatures = given
    .at('tracking')
    .at('items')
    .items(20)
    .flatMap((item) => item.at('signatures').items(20));
  for (const algorithm of algorithms) {
    const found = signatures.find((each) => each.at('algorithm').text() === algorithm);
    const value = found?.at('value').text(1_000);
    if (value) return { identity: ['signature', rule, algorithm, value], isExact: true };
  }
  const details = first ? null : title;
  return { identity: ['place', rule, location.path, location.subject, details], isExact: false };
}
