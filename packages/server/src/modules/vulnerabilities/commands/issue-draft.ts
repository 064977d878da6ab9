import { locationText, MAX_VULNERABILITY_TITLE_LENGTH } from '@milepost/core/security/vulnerabilities';
import { locationOf, type Vulnerability } from '../store.ts';

/**
 * Title and description of an issue about a vulnerability. Texts of a report are in code blocks: there, references, quick actions, HTML
 * and links have no effect.
 */
export function issueDraftOf(vulnerability: Vulnerability): { title: string; description: string } {
  const { title, description, solution, severity, scanner, identifiers } = vulnerability;
  const place = locationText(locationOf(vulnerability));
  const facts = [
    ['Severity', capitalized(severity)],
    ['Scanner', inline(scanner)],
    ...(place === null ? [] : [['Location', inline(place)]]),
    ...(identifiers.length === 0 ? [] : [['Identifiers', identifiers.map(({ name }) => inline(name)).join(', ')]]),
  ].map(([name, value]) => `- **${name}:** ${value}`);
  return {
    title: `Investigate vulnerability: ${title}`.slice(0, MAX_VULNERABILITY_TITLE_LENGTH),
    description: [
      `### Description\n\n${block(description || title)}`,
      facts.join('\n'),
      ...(solution === '' ? [] : [`### Solution\n\n${block(solution)}`]),
    ].join('\n\n'),
  };
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A code span; its fence is longer than any row of backticks in the text. */
function inline(text: string): string {
  const fence = fenceFor(text, 1);
  return `${fence} ${text.replaceAll(/\s+/g, ' ')} ${fence}`;
}

function block(text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text}\n${fence}`;
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([row]) => row.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
